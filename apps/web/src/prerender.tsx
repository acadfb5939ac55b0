import type { Readable } from 'node:stream';
import { type Language, languages } from '@unspoken/contract/languages';
import { pageDurations } from '@unspoken/contract/page-durations';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Offline } from './pages/offline.tsx';
import { startTexts } from './platform/i18n.ts';
import { ConfigurationContext } from './platform/use-configuration.ts';
import { type PublicPath, publicPages } from './public-pages.ts';
import { routes } from './routes.tsx';
import { session } from './session/session.ts';

/** Values known only where the page is served are these marks in it; the server fills them in when it starts. */
export const marks = { productName: '[[product]]', supportEmail: '[[support]]' } as const;

export interface RenderedPage {
  readonly path: PublicPath;
  readonly language: Language;
  readonly title: string;
  /** The content of the root element. */
  readonly body: string;
  /** The same with the rows that are samples, as it is shown before production. */
  readonly bodyWithSamples: string;
}

/** Every public page in every language, as a signed-out visitor sees it. */
export async function* renderedPages(): AsyncGenerator<RenderedPage> {
  session.set({ ready: true, user: undefined });
  for (const language of languages) {
    await startTexts(marks.productName, language);
    for (const path of Object.keys(publicPages) as PublicPath[]) {
      const name = publicPages[path];
      const title = name ? `${i18next.t(`pages.${name}`)} · ${marks.productName}` : marks.productName;
      yield { path, language, title, body: await render(path, false), bodyWithSamples: await render(path, true) };
    }
  }
}

/** The page that replaces all others without the Internet, in every language. */
export async function* renderedOffline(): AsyncGenerator<Pick<RenderedPage, 'language' | 'title' | 'body'>> {
  for (const language of languages) {
    await startTexts(marks.productName, language);
    yield {
      language,
      title: `${i18next.t('pages:offline.title')} · ${marks.productName}`,
      body: renderToStaticMarkup(<Offline />),
    };
  }
}

async function render(path: PublicPath, samples: boolean): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <ConfigurationContext
        value={{
          ...marks,
          durations: pageDurations,
          pause: 'off',
          additions: [],
          detector: false,
          mailbox: false,
          samples,
          facebook: null,
          push: null,
        }}
      >
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
      </ConfigurationContext>
    </StrictMode>,
    {
      onError: (error) => {
        throw error;
      },
      // All of a page in its final place: a script has nothing to move.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  );
  return textOf(prelude as Readable);
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += piece;
  return text;
}
