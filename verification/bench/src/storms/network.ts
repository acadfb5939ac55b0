import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';

/** One browser of a storm. */
export interface Browser {
  /** Its address, as the proxy in front of the processes reports it. */
  readonly address: string;
  readonly token: string;
  /** The mark of this browser, once a process has set it. */
  cookie?: string;
}

/** The browser whose code runs: its timers, requests and sockets belong to it. */
export const current = new AsyncLocalStorage<Browser>();

/**
 * What the proxy in front would do: each request goes to the process with the fewest open requests and sockets, as `least_conn` of
 * `deploy/proxy/Caddyfile` chooses, and reports the address of its browser. Without a running process it is refused.
 */
const open = new Map<number, number>();
let ports: readonly number[] = [];
/** A port at which nothing listens. */
const closedPort = 9;

export function routeTo(running: readonly number[]): void {
  ports = running;
}

/** How often something other than an answer happened, by what it was. */
export const refusals: Record<string, number> = {};
export const count = (what: string): void => {
  refusals[what] = (refusals[what] ?? 0) + 1;
};

/** How many sockets were asked for, and how many were opened. */
export const sockets = { requested: 0, opened: 0 };

const leastConnected = (): number => {
  let best = closedPort;
  for (const port of ports) if (best === closedPort || (open.get(port) ?? 0) < (open.get(best) ?? 0)) best = port;
  return best;
};

/** Connections to the processes that carry calls, as a proxy keeps them. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 256, scheduling: 'fifo' });

type Options = Omit<http.RequestOptions, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/** Sends every request of this program the way above; `ws` opens its sockets with it too. */
function actAsProxy(): void {
  const request = http.request.bind(http) as (options: Options) => http.ClientRequest;
  http.request = ((options: Options) => {
    const port = leastConnected();
    const isSocket = options.headers?.Upgrade !== undefined;
    open.set(port, (open.get(port) ?? 0) + 1);
    let ended = false;
    const end = () => {
      if (!ended) open.set(port, (open.get(port) ?? 0) - 1);
      ended = true;
    };
    const address = current.getStore()?.address;
    const headers = { ...options.headers, ...(address !== undefined && { 'x-forwarded-for': address }) };
    const sent = request({ ...options, host: '127.0.0.1', port, headers, ...(!isSocket && { agent }) });
    if (isSocket) sockets.requested++;
    sent.on('upgrade', (_, socket) => {
      sockets.opened++;
      socket.on('close', end);
    });
    sent.on('response', (response) => {
      if (isSocket) count(`socket answered ${response.statusCode}`);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => count(`${isSocket ? 'socket' : 'call'} ${error.code ?? error.message}`));
    sent.on('close', () => {
      if (!isSocket) end();
    });
    sent.on('error', end);
    return sent;
  }) as typeof http.request;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
}

/** `fetch` for the calls of the web client, over the connections above: that of Node costs several times as much. */
function fetchLean(path: string, init: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
  const browser = current.getStore();
  const headers = { ...init.headers, ...(browser?.cookie !== undefined && { cookie: browser.cookie }) };
  return new Promise((resolve, reject) => {
    const request = http.request({ path, method: init.method ?? 'GET', headers } as Options);
    request.setTimeout(30_000, () => request.destroy(new Error('no answer within 30 s')));
    request.on('error', reject);
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const [cookie] = response.headers['set-cookie'] ?? [];
      if (browser && cookie !== undefined) browser.cookie = cookie.split(';')[0] ?? '';
      if (status >= 400) count(`call answered ${status}`);
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ ok: status < 400, status, json: async () => JSON.parse(text) as unknown }));
      response.on('error', reject);
    });
    request.end();
  });
}

/** Gives this program what the code of the web client expects of a browser: each of its calls belongs to the `current` one. */
export function actAsBrowsers(): void {
  actAsProxy();
  Object.assign(globalThis, {
    fetch: fetchLean,
    // The address is that of the page; which process serves it is decided by the proxy.
    location: { protocol: 'http:', host: '127.0.0.1' },
    localStorage: { getItem: () => current.getStore()?.token ?? null },
  });
}
