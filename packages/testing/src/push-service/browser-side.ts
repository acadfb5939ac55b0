import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Envelope } from './push-request.ts';

/** A push message that only its browser can decrypt. */
export interface Relayed extends Envelope {
  /**
   * How the browser acknowledged it: 100 when its service worker has handled it, 101 when it could not be decrypted, 102 when the
   * service worker failed (`PushServiceWebSocket` of Firefox). Undefined until it has.
   */
  readonly acknowledged: number | undefined;
}

export type RelayedMessage = { -readonly [Key in keyof Relayed]: Relayed[Key] };

/** The browsers that use the service by WebSocket. */
export interface Browsers {
  /** For the preference `dom.push.serverURL` of Firefox; `dom.push.testing.allowInsecureServerURL` has to be set too. */
  readonly address: string;
  /** Where browsers are subscribed now, in the order of their subscriptions. */
  endpoints(): string[];
  /** The messages that were accepted for a browser with 201, in order of arrival, whether or not it has got them. */
  relayed(endpoint: string): readonly Relayed[];
  /** The last of the first `count` messages, once it is accepted. Rejects when the service is closed before. */
  waitForMessage(endpoint: string, count?: number): Promise<Relayed>;
  /**
   * From now on messages to browsers stay on their way, until the returned function is called: a device that was asleep gets late what
   * its push service has handed out in time.
   */
  holdBack(): () => void;
}

export interface EndpointOptions {
  /** In base64url: only this application server may send to it. */
  readonly applicationServerKey: string | undefined;
  readonly relay: (message: RelayedMessage, body: Buffer) => void;
}

export interface BrowserSideOptions {
  readonly now: () => number;
  /** Makes an endpoint of the service, whose messages go to `relay`. */
  readonly open: (options: EndpointOptions) => string;
  /** Nothing is accepted at this endpoint any more. */
  readonly end: (endpoint: string) => void;
}

interface Undelivered {
  readonly channelID: string;
  readonly version: string;
  readonly message: RelayedMessage;
  /** Epoch ms. */
  readonly until: number;
  readonly data: string;
}

interface Channel {
  readonly endpoint: string;
  readonly key: string | undefined;
}

interface Browser {
  readonly uaid: string;
  socket: WebSocket | undefined;
  readonly channels: Map<string, Channel>;
  undelivered: Undelivered[];
}

/** What browsers send, as far as it is read here. */
interface Incoming {
  readonly messageType?: string;
  readonly uaid?: string;
  readonly channelID?: string;
  readonly key?: string;
  readonly updates?: readonly { readonly channelID: string; readonly version: string; readonly code?: number }[];
}

const policyViolation = 1_008;

/** The side of a push service that Firefox speaks with, as its `PushServiceWebSocket.sys.mjs` expects it. */
export class BrowserSide {
  readonly #options: BrowserSideOptions;
  readonly #sockets: WebSocketServer;
  readonly #browsers = new Map<string, Browser>();
  /** What is on its way while messages are held back. */
  #held: (() => void)[] | undefined;

  constructor(server: Server, options: BrowserSideOptions) {
    this.#options = options;
    this.#sockets = new WebSocketServer({ server });
    this.#sockets.on('connection', (socket) => this.#follow(socket));
  }

  holdBack(): () => void {
    this.#held ??= [];
    return () => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const send of held) send();
    };
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
  }

  #follow(socket: WebSocket): void {
    let browser: Browser | undefined;
    socket.on('message', (data) => {
      const message = parsed(String(data));
      if (message?.messageType === 'hello') browser = this.#greet(socket, message.uaid);
      else if (message && browser) this.#handle(browser, socket, message);
      else socket.close(policyViolation, 'hello is missing');
    });
    socket.on('close', () => {
      if (browser?.socket === socket) browser.socket = undefined;
    });
  }

  /** A browser that is known goes on with its subscriptions, and gets what has come in its absence. */
  #greet(socket: WebSocket, known = ''): Browser {
    const found = this.#browsers.get(known);
    const browser: Browser = found ?? {
      ...{ uaid: randomBytes(16).toString('hex'), socket, channels: new Map(), undelivered: [] },
    };
    this.#browsers.set(browser.uaid, browser);
    // It has lost its earlier connection without the service having noticed.
    if (browser.socket !== socket) browser.socket?.terminate();
    browser.socket = socket;
    answer(socket, { messageType: 'hello', uaid: browser.uaid, status: 200, use_webpush: true, broadcasts: {} });
    const now = this.#options.now();
    browser.undelivered = browser.undelivered.filter(({ until }) => until > now);
    for (const each of browser.undelivered) this.#send(browser, each);
    return browser;
  }

  #handle(browser: Browser, socket: WebSocket, { messageType, channelID = '', key, updates = [] }: Incoming): void {
    if (messageType === 'register') this.#register(browser, socket, channelID, key);
    else if (messageType === 'unregister') {
      const channel = browser.channels.get(channelID);
      if (channel) this.#options.end(channel.endpoint);
      browser.channels.delete(channelID);
      browser.undelivered = browser.undelivered.filter((each) => each.channelID !== channelID);
      answer(socket, { messageType, channelID, status: 200 });
    } else if (messageType === 'ack')
      for (const update of updates) {
        const message = browser.undelivered.find(({ version }) => version === update.version)?.message;
        if (message) message.acknowledged = update.code ?? 100;
        browser.undelivered = browser.undelivered.filter(({ version }) => version !== update.version);
      }
    // A ping is an empty object, and so is its answer.
    else if (messageType === undefined) answer(socket, {});
  }

  /** The key comes in base64 with padding. A channel belongs to one key, and keeps its endpoint. */
  #register(browser: Browser, socket: WebSocket, channelID: string, key: string | undefined): void {
    const known = browser.channels.get(channelID);
    const applicationServerKey = key && Buffer.from(key, 'base64').toString('base64url');
    const relay = (message: RelayedMessage, body: Buffer) => this.#relay(browser, channelID, message, body);
    const channel = known ?? { endpoint: this.#options.open({ applicationServerKey, relay }), key };
    browser.channels.set(channelID, channel);
    const result = channel.key === key ? { status: 200, pushEndpoint: channel.endpoint } : { status: 409 };
    answer(socket, { messageType: 'register', channelID, ...result });
  }

  /** A message replaces an undelivered one of its topic (RFC 8030, 5.4), and is kept for its TTL (5.2). */
  #relay(browser: Browser, channelID: string, message: RelayedMessage, body: Buffer): void {
    const { topic, ttl, receivedAt } = message;
    browser.undelivered = browser.undelivered.filter(
      (each) => topic === undefined || each.channelID !== channelID || each.message.topic !== topic,
    );
    const data = body.toString('base64url');
    const undelivered = { channelID, version: randomUUID(), message, until: receivedAt + ttl * 1_000, data };
    // Without a TTL a message reaches the browsers that are connected, and no others.
    if (ttl === 0 && !browser.socket) return;
    browser.undelivered.push(undelivered);
    this.#send(browser, undelivered);
  }

  #send(browser: Browser, { channelID, version, data }: Undelivered): void {
    const notification = { messageType: 'notification', channelID, version, data, headers: { encoding: 'aes128gcm' } };
    const send = () => browser.socket && answer(browser.socket, notification);
    if (this.#held) this.#held.push(send);
    else send();
  }
}

const answer = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));

function parsed(text: string): Incoming | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
