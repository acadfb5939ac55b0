import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { arriveFromFacebook } from './accounts/facebook.ts';
import { followSession } from './encounters/follow-session.ts';
import { Failed } from './failed.tsx';
import { lookForInvitation } from './invitations/invited.ts';
import { type Configuration, loadConfiguration } from './platform/configuration.ts';
import { languageOfAccount, startTexts } from './platform/i18n.ts';
import { ConfigurationContext } from './platform/use-configuration.ts';
import { createRoutes } from './routes.tsx';
import { followLanguage, session, startSession } from './session/session.ts';

const root: Root = createRoot(document.getElementById('root') as HTMLElement);

async function start(): Promise<void> {
  let configuration: Configuration;
  try {
    configuration = await loadConfiguration();
    await startTexts(configuration.productName);
  } catch {
    await startTexts(document.title).catch(() => {});
    root.render(<Failed unreachable onRetry={() => void start()} />);
    return;
  }
  document.title = configuration.productName;
  followSession(configuration.durations);
  i18next.on('languageChanged', followLanguage);
  session.subscribe(() => {
    const { user } = session.get();
    if (user) void languageOfAccount(user.language).catch(() => {});
  });
  const router = createRoutes();
  void startSession().then(() => arrive(router));
  root.render(
    <StrictMode>
      <ConfigurationContext value={configuration}>
        <RouterProvider router={router} />
      </ConfigurationContext>
    </StrictMode>,
  );
}

/** What somebody may have come with: a token from Facebook, or a friend's invitation. */
async function arrive(router: ReturnType<typeof createRoutes>): Promise<void> {
  await arriveFromFacebook((step) => void router.navigate(`/?auth=${step}`));
  if (!session.get().user && (await lookForInvitation())) void router.navigate('/?auth=register', { replace: true });
}

void start();
