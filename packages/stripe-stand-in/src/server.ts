import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { answer } from './answer.ts';
import type { Engine } from './engine.ts';
import { StandIn } from './stand-in.ts';
import { State } from './state.ts';

/** What happens to the next request that changes something: its answer is lost after it was executed, on the line or at a gateway, or it is not executed. */
export type Accident = 'line cut' | 'bad gateway' | 'refused';

export interface StandInServerOptions {
  /** Epoch ms. */
  readonly now: () => number;
  /** Where webhooks are sent. One that is not taken is not sent again: the product asks as well. */
  readonly webhooks: () => string | undefined;
  readonly webhookSecret: string;
  readonly accident: () => Accident | undefined;
}

/** The stand-in as a server, for processes that know nothing of it: Stripe's API over HTTP, and webhooks. */
export async function startStandInServer({ now, webhooks, webhookSecret, accident }: StandInServerOptions) {
  const state = new State();
  let ids = 0;
  const standIn = new StandIn({
    ...{ store: { change: async (act) => act(state) }, now },
    id: (prefix) => `${prefix}${String(++ids).padStart(6, '0')}`,
  });
  const signer = new Stripe('sk_test_standin');
  const announce = () => {
    for (const changed of state.takeChanges().values()) {
      const url = webhooks();
      if (changed?.object !== 'event' || url === undefined) continue;
      const payload = JSON.stringify(changed);
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      void fetch(url, { method: 'POST', body: payload, headers, signal: AbortSignal.timeout(5_000) }).catch(() => {});
    }
  };
  const act = async <T>(run: (engine: Engine) => T): Promise<T> => {
    try {
      return await standIn.act(run);
    } finally {
      announce();
    }
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const { method = 'GET' } = request;
    const body = Buffer.concat(parts).toString();
    const key = request.headers['idempotency-key'];
    const happens = method === 'GET' ? undefined : accident();
    if (happens === 'refused') return void request.socket.destroy();
    const form = body === '' ? search.slice(1) : body;
    const given = await act((engine) =>
      answer(engine, { method, path: pathname, form, idempotencyKey: typeof key === 'string' ? key : undefined }),
    );
    // Stripe's library asks once more by itself when a line is cut, and not after an answer of this kind.
    if (happens === 'line cut') return void request.socket.destroy();
    if (happens === 'bad gateway') return void response.writeHead(502).end('Bad gateway');
    response.writeHead(given.status, { 'content-type': 'application/json', 'request-id': 'req_standin' });
    response.end(JSON.stringify(given.body));
  };
  // A client may be killed in the middle of a request.
  const server = createServer((request, response) => void serve(request, response).catch(() => request.socket.destroy()));
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    ...{ state, act, url: `http://127.0.0.1:${port}` },
    /** Nobody reaches it until it comes back. */
    async goAway(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resume) => server.close(resume));
    },
    async comeBack(): Promise<void> {
      await listen(port);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      if (server.listening) await new Promise((resume) => server.close(resume));
    },
  };
}
