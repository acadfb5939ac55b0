import i18next from 'i18next';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { arriveFromFacebook } from './accounts/facebook.ts';
import { subscribeToSession } from './encounters/subscribe-to-session.ts';
import { Failed } from './failed.tsx';
import { handleLaunches } from './install/launches.ts';
import { findInvitation } from './invitations/invited.ts';
import { type Configuration, loadConfiguration } from './platform/configuration.ts';
import { firstLanguage, languageOfAccount, startTexts, syncDocumentLanguage } from './platform/i18n.ts';
import { install } from './platform/installed.ts';
import { storedToken } from './platform/token.ts';
import { ConfigurationContext } from './platform/use-configuration.ts';
import { routes } from './routes.tsx';
import { session, startSession, updateSessionLanguage } from './session/session.ts';

const element = document.getElementById('root') as HTMLElement;
/** The page is already prerendered as a signed-out visitor sees it, in the language in which it is to be read. */
const rendered = element.hasChildNodes() && storedToken() === undefined && document.documentElement.lang === firstLanguage();

async function start(): Promise<void> {
  let configuration: Configuration;
  try {
    configuration = await loadConfiguration();
    await startTexts(configuration.productName, firstLanguage());
  } catch {
    await startTexts(document.title, firstLanguage()).catch(() => {});
    // A prerendered page can be read without the service.
    if (!rendered) createRoot(element).render(<Failed unreachable onRetry={() => location.reload()} />);
    return;
  }
  i18next.on('languageChanged', updateSessionLanguage);
  syncDocumentLanguage();
  subscribeToSession(configuration);
  session.subscribe(() => {
    const { user } = session.get();
    if (user)
      void languageOfAccount(user.language)
        .then(() => updateSessionLanguage(i18next.language))
        .catch(() => {});
  });
  const router = createBrowserRouter(routes);
  handleLaunches((path) => void router.navigate(path));
  const page = (
    <StrictMode>
      <ConfigurationContext value={configuration}>
        <RouterProvider router={router} />
      </ConfigurationContext>
    </StrictMode>
  );
  // Settles before the first render if there is no stored token, and so no user to ask for.
  const known = startSession();
  // In small steps, so that scrolling and clicking stay responsive meanwhile.
  if (rendered) startTransition(() => void hydrateRoot(element, page));
  else {
    document.title = configuration.productName;
    createRoot(element).render(page);
  }
  await known;
  await arrive(router);
  install();
}

/** Handles what the user arrived with: a token from Facebook, or a friend's invitation. */
async function arrive(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  await arriveFromFacebook((to) => void router.navigate(to));
  if (!session.get().user && (await findInvitation())) void router.navigate('/?auth=register', { replace: true });
}

void start();
