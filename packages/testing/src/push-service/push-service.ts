import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { BrowserSide, type Browsers, type Relayed } from './browser-side.ts';
import { Inbox } from './inbox.ts';
import { type Envelope, type Message, type Recipient, readPushRequest } from './push-request.ts';
import { Refusal } from './refusal.ts';

export type { Browsers, Relayed } from './browser-side.ts';
export type { Envelope, Message, Urgency } from './push-request.ts';

/** What a page has of its subscription (Push API, `PushSubscription.toJSON()`); the keys are in base64url. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * How requests to an endpoint are answered. `hang`: the request is read and never answered, until the service is closed.
 * `reset`: the request is read, and then its connection is reset.
 */
export type PushAnswer =
  | {
      readonly status: 201 | 301 | 404 | 410 | 413 | 429 | 500;
      /** Seconds, for the header `Retry-After`. */
      readonly retryAfter?: number;
      /** For the header `Location`; the answer 201 always has the address of the message. */
      readonly location?: string;
    }
  | 'hang'
  | 'reset';

export interface PushServiceOptions {
  /** The clock that tokens are checked against: epoch ms. */
  readonly now?: () => number;
}

/**
 * A push service with the user agents that subscribed to it: those that `subscribe` makes, and browsers. Each function that takes an
 * endpoint throws when it is unknown.
 */
export interface PushService {
  /** Like `http://127.0.0.1:41234`; the audience of tokens for it. */
  readonly origin: string;
  /**
   * Subscribes a new user agent. Only `applicationServerKey` (base64url) may send to it; without it, the key of the first
   * accepted message becomes that key.
   */
  subscribe(options?: { applicationServerKey?: string }): BrowserSubscription;
  /** The messages that were accepted with 201, in order of arrival. All of them: none is replaced by a later one of its topic. */
  received(endpoint: string): readonly Message[];
  /** The last of the first `count` messages, once it is accepted. Rejects when the service is closed before. */
  waitForMessage(endpoint: string, count?: number): Promise<Message>;
  /** Changes the answers from the next request on; the default is 201. Requests that hang stay so. */
  answer(endpoint: string, answer: PushAnswer): void;
  /** How many requests of any kind arrived, whatever their answer. */
  requests(endpoint: string): number;
  /**
   * The status and the reason of each request that was not a valid push request, in order of arrival. Such a request is
   * recorded under every answer, but answered with its own status only while the answer is 201.
   */
  readonly refusals: readonly string[];
  readonly browsers: Browsers;
  close(): Promise<void>;
}

interface Subscription extends Recipient {
  applicationServerKey: string | undefined;
  answer: PushAnswer;
  requests: number;
  hasEnded: boolean;
  /** Takes an accepted message; the payload is there if the receiver is. */
  readonly take: (envelope: Envelope, body: Buffer, payload: string) => void;
}

const refuse = (response: ServerResponse, { status, message }: Refusal) =>
  response
    .writeHead(status, {
      'content-type': 'text/plain',
      ...(status === 401 && { 'www-authenticate': 'vapid' }),
      ...(status === 405 && { allow: 'POST' }),
    })
    .end(message);

/**
 * Starts a stand-in for a Web Push service on a free port of 127.0.0.1, for tests: the delivery of messages (RFC 8030, 5), the
 * identification of application servers (RFC 8292), and the user agents' decryption (RFC 8291), which a browser does itself.
 */
export async function startPushService({ now = Date.now }: PushServiceOptions = {}): Promise<PushService> {
  const subscriptions = new Map<string, Subscription>();
  const inboxes = new Map<string, Inbox<Message>>();
  const browserInboxes = new Map<string, Inbox<Relayed>>();
  const refusals: string[] = [];
  let origin = '';

  const at = <Value>(known: ReadonlyMap<string, Value>, endpoint: string): Value => {
    const value = known.get(endpoint);
    if (!value) throw new Error(`nobody has subscribed at ${endpoint}`);
    return value;
  };

  const open = (made: Pick<Subscription, 'applicationServerKey' | 'receiver' | 'take'>): string => {
    const endpoint = `${origin}/push/${randomBytes(24).toString('base64url')}`;
    subscriptions.set(endpoint, { ...made, answer: { status: 201 }, requests: 0, hasEnded: false });
    return endpoint;
  };

  /** Returns what a valid request brings; records and returns the reason against an invalid one. */
  const judged = (request: IncomingMessage, body: Buffer, subscription: Subscription | undefined) => {
    const { method, headers } = request;
    try {
      if (!subscription) throw new Refusal(404, `nobody has subscribed at ${request.url}`);
      if (subscription.hasEnded) throw new Refusal(410, `the subscription at ${request.url} has ended`);
      return { subscription, body, ...readPushRequest({ method, headers, body }, subscription, { origin, now: now() }) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(`${error.status}: ${error.message}`);
      return error;
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const subscription = subscriptions.get(`${origin}${request.url}`);
    const answer = subscription?.answer ?? { status: 201 };
    if (subscription) subscription.requests++;
    const judgement = judged(request, await buffer(request), subscription);
    if (answer === 'hang') return;
    if (answer === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    const { status, retryAfter, location } = answer;
    if (status !== 201) {
      const headers = {
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
        ...(location !== undefined && { location }),
      };
      response.writeHead(status, headers).end();
    } else if (judgement instanceof Refusal) refuse(response, judgement);
    else {
      const { key, envelope, payload = '' } = judgement;
      judgement.subscription.applicationServerKey ??= key;
      judgement.subscription.take(envelope, judgement.body, payload);
      response.writeHead(201, { location: `${origin}/message/${randomUUID()}` }).end();
    }
  };

  const server = createServer((request, response) => {
    // A request that its client breaks off has no answer; an error of our own must not look like one of the service.
    handle(request, response).catch((error: unknown) => {
      if (!request.errored) refusals.push(`the push service failed: ${error}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const browserSide = new BrowserSide(server, {
    now,
    open({ applicationServerKey, relay }) {
      const inbox = new Inbox<Relayed>();
      const take = (envelope: Envelope, body: Buffer) => {
        const message = { ...envelope, acknowledged: undefined };
        inbox.add(message);
        relay(message, body);
      };
      const endpoint = open({ applicationServerKey, receiver: undefined, take });
      browserInboxes.set(endpoint, inbox);
      return endpoint;
    },
    end(endpoint) {
      at(subscriptions, endpoint).hasEnded = true;
    },
  });

  return {
    origin,
    subscribe({ applicationServerKey } = {}) {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const authSecret = randomBytes(16);
      const inbox = new Inbox<Message>();
      const take = (envelope: Envelope, _: Buffer, payload: string) => inbox.add({ ...envelope, payload });
      const endpoint = open({ applicationServerKey, receiver: { keys, authSecret }, take });
      inboxes.set(endpoint, inbox);
      return { endpoint, p256dh, auth: authSecret.toString('base64url') };
    },
    received: (endpoint) => at(inboxes, endpoint).items,
    waitForMessage: async (endpoint, count = 1) => at(inboxes, endpoint).waitFor(count),
    answer(endpoint, answer) {
      at(subscriptions, endpoint).answer = answer;
    },
    requests: (endpoint) => at(subscriptions, endpoint).requests,
    refusals,
    browsers: {
      address: origin.replace('http:', 'ws:'),
      endpoints: () => [...browserInboxes.keys()].filter((endpoint) => !at(subscriptions, endpoint).hasEnded),
      relayed: (endpoint) => at(browserInboxes, endpoint).items,
      waitForMessage: async (endpoint, count = 1) => at(browserInboxes, endpoint).waitFor(count),
      holdBack: () => browserSide.holdBack(),
    },
    async close() {
      browserSide.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      for (const inbox of [...inboxes.values(), ...browserInboxes.values()]) inbox.close();
    },
  };
}
