import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/newsreader/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { followSession } from './encounters/follow-session.ts';
import { Failed } from './failed.tsx';
import { type Configuration, loadConfiguration } from './platform/configuration.ts';
import { startTexts } from './platform/i18n.ts';
import { ConfigurationContext } from './platform/use-configuration.ts';
import { createRoutes } from './routes.tsx';
import { startSession } from './session/session.ts';

const root: Root = createRoot(document.getElementById('root') as HTMLElement);

async function start(): Promise<void> {
  let configuration: Configuration;
  try {
    configuration = await loadConfiguration();
  } catch {
    await startTexts(document.title);
    root.render(<Failed unreachable onRetry={() => void start()} />);
    return;
  }
  document.title = configuration.productName;
  await startTexts(configuration.productName);
  followSession(configuration.durations);
  void startSession();
  root.render(
    <StrictMode>
      <ConfigurationContext value={configuration}>
        <RouterProvider router={createRoutes()} />
      </ConfigurationContext>
    </StrictMode>,
  );
}

void start();
