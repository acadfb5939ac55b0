import http from 'node:http';
import { launchWithoutCamera } from '@unspoken/e2e/browsers';

/** One request of an opening, and the answer of the product to it. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** A call of the API, which is made with the token of the member who opens the page. */
  readonly isCall: boolean;
  readonly answer: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

const accepted = 'gzip, deflate, br, zstd';
/** How long the page may still ask for something after it has come to rest, ms. */
const rest = 4_000;

/** What a browser without a cache requests when a signed-in member opens this page, in its order; without the socket. */
export async function recordOpening(origin: string, path: string, token: string): Promise<readonly Recorded[]> {
  const browser = await launchWithoutCamera();
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addCookies([{ name: 'known', value: 'yes', url: origin }]);
  await context.addInitScript((stored) => localStorage.setItem('unspoken.token', stored), token);
  const page = await context.newPage();
  const seen: { method: string; path: string; body: string | undefined; type: string | undefined }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin) return;
    const body = request.postData() ?? undefined;
    const type = request.headers()['content-type'];
    seen.push({ method: request.method(), path: url.pathname + url.search, body, type });
  });
  await page.goto(origin + path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(rest);
  await browser.close();
  const recorded: Recorded[] = [];
  for (const { method, path: at, body, type } of seen) {
    // The ticket belongs to the socket, which each member opens by the code of the client.
    if (at === '/api/v1/realtime/auth') continue;
    const isCall = at.startsWith('/api/');
    const headers = {
      ...{ 'accept-encoding': accepted, 'accept-language': 'en-GB', cookie: 'known=yes' },
      ...(type !== undefined && { 'content-type': type }),
    };
    const answer = await ask(origin, { method, path: at, headers, body }, isCall ? token : undefined);
    recorded.push({ method, path: at, headers, body, isCall, answer });
  }
  return recorded;
}

const kept = ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary', 'content-security-policy'];

function ask(
  origin: string,
  { method, path, headers, body }: Pick<Recorded, 'method' | 'path' | 'headers' | 'body'>,
  token: string | undefined,
): Promise<Recorded['answer']> {
  return new Promise((resolve, reject) => {
    const authorized = { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const request = http.request(origin + path, { method, headers: authorized }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const own = Object.entries(response.headers).filter(([name]) => kept.includes(name));
        resolve({ headers: Object.fromEntries(own) as Record<string, string>, body: Buffer.concat(parts).toString('base64') });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
