import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { decryptMessage } from './decrypt.ts';
import { type PushService, startPushService } from './push-service.ts';
import { otherServer, requestFor, send, server, subject } from './sending.ts';

type Answer = Record<string, unknown> & { messageType?: string };

let now: number;
let service: PushService;
let open: WebSocket[];
beforeEach(async () => {
  now = Date.now();
  open = [];
  service = await startPushService({ now: () => now });
});
afterEach(async () => {
  for (const socket of open) socket.terminate();
  await service.close();
});

/** What Firefox does at its push service. Like it, a browser does not lose its keys with its connection. */
class Client {
  readonly answers: Answer[] = [];
  readonly keys = createECDH('prime256v1');
  readonly authSecret = randomBytes(16);
  readonly p256dh = this.keys.generateKeys('base64url');
  readonly channelID = randomUUID();
  endpoint = '';
  uaid = '';
  #socket?: WebSocket;

  static async connected(): Promise<Client> {
    const client = new Client();
    await client.connect();
    return client;
  }

  async connect(): Promise<void> {
    const socket = new WebSocket(service.browsers.address, 'push-notification');
    open.push(socket);
    this.#socket = socket;
    socket.on('message', (data) => this.answers.push(JSON.parse(String(data))));
    await once(socket, 'open');
    expect(socket.protocol).toBe('push-notification');
    const hello = await this.ask({
      messageType: 'hello',
      broadcasts: {},
      use_webpush: true,
      ...(this.uaid && { uaid: this.uaid }),
    });
    expect(hello).toMatchObject({ status: 200, use_webpush: true, uaid: expect.stringMatching(/^[0-9a-f]{32}$/) });
    this.uaid = String(hello.uaid);
  }

  async disconnect(): Promise<void> {
    this.#socket?.close();
    await this.closed();
  }

  async closed(): Promise<void> {
    if (this.#socket && this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, 'close');
  }

  send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  async ask(message: object): Promise<Answer> {
    const before = this.answers.length;
    this.send(message);
    await expect.poll(() => this.answers.length).toBeGreaterThan(before);
    return this.answers[before] as Answer;
  }

  async subscribe(key = server.publicKey): Promise<Answer> {
    const standard = Buffer.from(key, 'base64url').toString('base64');
    const answer = await this.ask({ messageType: 'register', channelID: this.channelID, key: standard });
    this.endpoint = String(answer.pushEndpoint);
    return answer;
  }

  /** A message for this browser, as a server sends it. */
  post(payload: string, options: object = {}): Promise<Response> {
    const { endpoint, p256dh, authSecret } = this;
    return send(requestFor({ endpoint, p256dh, auth: authSecret.toString('base64url') }, payload, options));
  }

  /** The notifications that have come, decrypted. */
  heard(): string[] {
    return this.notifications().map(({ data }) => decryptMessage(Buffer.from(String(data), 'base64url'), this).toString('utf8'));
  }

  notifications(): Answer[] {
    return this.answers.filter(({ messageType }) => messageType === 'notification');
  }

  acknowledge(code = 100): void {
    const updates = this.notifications().map(({ channelID, version }) => ({ channelID, version, code }));
    this.send({ messageType: 'ack', updates });
  }

  /** Everything that was on its way has arrived. */
  async settled(): Promise<void> {
    await this.ask({});
  }
}

const subscribed = async (): Promise<Client> => {
  const client = await Client.connected();
  await client.subscribe();
  return client;
};

describe('a browser', () => {
  it('subscribes, and is brought what is sent to its endpoint, which it alone can decrypt', async () => {
    const client = await Client.connected();
    expect(await client.subscribe()).toMatchObject({ messageType: 'register', channelID: client.channelID, status: 200 });
    expect(client.endpoint).toMatch(new RegExp(`^${service.origin}/push/.+`));
    expect(service.browsers.endpoints()).toEqual([client.endpoint]);
    expect((await client.post('Grüße', { TTL: 20, urgency: 'high', topic: 'bell' })).status).toBe(201);
    await expect.poll(() => client.heard()).toEqual(['Grüße']);
    expect(client.notifications()[0]).toMatchObject({ channelID: client.channelID, headers: { encoding: 'aes128gcm' } });
    const message = { ttl: 20, urgency: 'high', topic: 'bell', subject, acknowledged: undefined };
    expect(service.browsers.relayed(client.endpoint)).toMatchObject([message]);
    client.acknowledge();
    await expect.poll(() => service.browsers.relayed(client.endpoint)[0]?.acknowledged).toBe(100);
    expect(service.requests(client.endpoint)).toBe(1);
    expect(service.refusals).toEqual([]);
  });

  it('is reached by the application server that it named, with valid requests only', async () => {
    const client = await subscribed();
    expect((await client.post('Hello', { vapidDetails: { subject, ...otherServer } })).status).toBe(403);
    service.answer(client.endpoint, { status: 429, retryAfter: 5 });
    expect((await client.post('Hello')).status).toBe(429);
    await client.settled();
    expect(client.heard()).toEqual([]);
    expect(service.browsers.relayed(client.endpoint)).toEqual([]);
  });

  it('keeps its endpoint for a channel, which has one key', async () => {
    const client = await subscribed();
    const { endpoint } = client;
    expect(await client.subscribe()).toMatchObject({ status: 200, pushEndpoint: endpoint });
    expect(await client.subscribe(otherServer.publicKey)).toMatchObject({ status: 409 });
    expect(service.browsers.endpoints()).toEqual([endpoint]);
  });

  it('unsubscribes: what is sent to the endpoint afterwards is refused with 410', async () => {
    const client = await subscribed();
    const unregister = { messageType: 'unregister', channelID: client.channelID };
    expect(await client.ask(unregister)).toEqual({ ...unregister, status: 200 });
    expect(service.browsers.endpoints()).toEqual([]);
    expect((await client.post('Hello')).status).toBe(410);
    expect(service.requests(client.endpoint)).toBe(1);
    expect(service.refusals).toEqual([expect.stringMatching(/^410: the subscription at .* has ended$/)]);
    const { endpoint } = client;
    expect((await client.subscribe()).pushEndpoint).not.toBe(endpoint);
  });

  it('does not read what others are sent, nor is it read by the functions for the decrypted', async () => {
    const [one, other] = [await subscribed(), await subscribed()];
    await one.post('1');
    await expect.poll(() => one.heard()).toEqual(['1']);
    await other.settled();
    expect(other.heard()).toEqual([]);
    expect(() => service.received(one.endpoint)).toThrow('nobody has subscribed');
    expect(() => service.browsers.relayed(service.subscribe().endpoint)).toThrow('nobody has subscribed');
  });

  it('that says no hello, or speaks another language, is disconnected', async () => {
    for (const text of ['{"messageType":"register","channelID":"1"}', 'hello']) {
      const socket = new WebSocket(service.browsers.address);
      open.push(socket);
      await once(socket, 'open');
      socket.send(text);
      expect((await once(socket, 'close'))[0]).toBe(1_008);
    }
  });
});

describe('a browser that was away', () => {
  it('gets what was sent meanwhile, for as long as it is kept, and what it has not acknowledged', async () => {
    const client = await subscribed();
    await client.post('not acknowledged');
    await expect.poll(() => client.heard()).toHaveLength(1);
    await client.disconnect();
    for (const [payload, TTL] of Object.entries({ short: 10, long: 11, now: 0 })) await client.post(payload, { TTL });
    now += 10_000;
    client.answers.length = 0;
    const { uaid } = client;
    await client.connect();
    expect(client.uaid).toBe(uaid);
    await client.settled();
    expect(client.heard()).toEqual(['not acknowledged', 'long']);
    client.acknowledge();
    await client.settled();
    client.answers.length = 0;
    await client.connect();
    await client.settled();
    expect(client.heard()).toEqual([]);
  });

  it('gets only the last message of a topic', async () => {
    const client = await subscribed();
    await client.disconnect();
    for (const [payload, topic] of ['1 bell', '2 other', '3', '4 bell'].map((text) => text.split(' ')))
      await client.post(payload ?? '', topic ? { topic } : {});
    await client.connect();
    await client.settled();
    expect(client.heard()).toEqual(['2', '3', '4']);
    expect(service.browsers.relayed(client.endpoint)).toHaveLength(4);
  });

  it('has one connection: the earlier one is closed', async () => {
    const client = await subscribed();
    const again = new Client();
    again.uaid = client.uaid;
    await again.connect();
    await client.closed();
    await client.post('Hello');
    await expect.poll(() => again.notifications()).toHaveLength(1);
  });

  it('is a new one with an unknown name, and gets nothing of others', async () => {
    const client = new Client();
    client.uaid = 'f'.repeat(32);
    await client.connect();
    expect(client.uaid).not.toBe('f'.repeat(32));
  });
});

it('messages that are held back come when they are let go, however late', async () => {
  const client = await subscribed();
  const letGo = service.browsers.holdBack();
  expect((await client.post('Hello', { TTL: 1 })).status).toBe(201);
  await client.settled();
  expect(client.heard()).toEqual([]);
  now += 60_000;
  letGo();
  await expect.poll(() => client.heard()).toEqual(['Hello']);
  await client.post('again');
  await expect.poll(() => client.heard()).toEqual(['Hello', 'again']);
});

it('waits for a message to a browser, and no longer than the service lasts', async () => {
  const client = await subscribed();
  const first = service.browsers.waitForMessage(client.endpoint);
  await client.post('Hello', { TTL: 7 });
  expect((await first).ttl).toBe(7);
  const never = expect(service.browsers.waitForMessage(client.endpoint, 2)).rejects.toThrow('closed before');
  await service.close();
  await never;
});
