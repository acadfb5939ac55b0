import http from 'node:http';
import { openSocket } from '../../../../apps/web/src/platform/socket.ts';
import { actAsBrowsers, type Browser, count, current, refusals, routeTo } from './network.ts';
import type { Recorded } from './recording.ts';

export interface OpeningOrder {
  readonly requests: readonly Recorded[];
  readonly members: readonly Browser[];
  readonly ports: readonly number[];
  /** Within how many ms they open the page, each at a random instant. */
  readonly within: number;
}

export interface OpeningReport {
  /** For each opening: until the document had arrived, until all files and answers had, and until the socket was open, ms. */
  readonly openings: readonly { readonly document: number; readonly whole: number; readonly socket: number }[];
  readonly refusals: Readonly<Record<string, number>>;
}

/**
 * A program of people who open a page: the recorded requests, the document first, then the files, then the calls, all at once as over
 * HTTP/2, and the socket by the code of the client. Nothing is executed, so that the requests follow each other without a pause.
 */
const openings: { document: number; whole: number; socket: number }[] = [];

function ask({ method, path, headers, body, isCall }: Recorded, browser: Browser): Promise<void> {
  return new Promise((resolve) => {
    const authorization = isCall ? { authorization: `Bearer ${browser.token}` } : {};
    const request = http.request({ method, path, headers: { ...headers, ...authorization } });
    request.on('error', () => resolve());
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 400) count(`${isCall ? 'call' : 'file'} answered ${status}`);
      response.resume().on('end', resolve).on('error', resolve);
    });
    request.end(body);
  });
}

async function open(browser: Browser, requests: readonly Recorded[]): Promise<void> {
  const began = performance.now();
  const since = () => performance.now() - began;
  const [document, ...others] = requests;
  if (document) await ask(document, browser);
  const arrived = since();
  await Promise.all(others.filter(({ isCall }) => !isCall).map((each) => ask(each, browser)));
  const socket = openSocket(() => {});
  const connected = new Promise<void>((resume) => socket.listen(({ type }) => type === 'socket connected' && resume()));
  await Promise.all(others.filter(({ isCall }) => isCall).map((each) => ask(each, browser)));
  const whole = since();
  await connected;
  openings.push({ document: arrived, whole, socket: since() });
}

process.once('message', async ({ requests, members, ports, within }: OpeningOrder) => {
  routeTo(ports);
  await Promise.all(
    members.map(async (browser) => {
      await new Promise((resume) => setTimeout(resume, Math.random() * within));
      await current.run(browser, () => open(browser, requests));
    }),
  );
  process.send?.({ openings, refusals } satisfies OpeningReport);
});

actAsBrowsers();
