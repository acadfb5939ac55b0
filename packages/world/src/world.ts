import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApp, startApp } from '@unspoken/server/app';
import { readConfig } from '@unspoken/server/platform/config';
import { io, type Socket } from 'socket.io-client';

/** A whole Unspoken in this process, on a real database, for tests and benches. */
export interface World extends RunningApp {
  /** Makes a call; the body goes as a form unless it is text or absent. */
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** Somebody with a verified account and a live token. */
  member(name: string): Promise<Member>;
  /** The texts of the mails to an address, newest first. */
  mails(to: string): Promise<{ subject: string; text: string }[]>;
}

export interface CallOptions {
  readonly method?: string;
  readonly body?: Readonly<Record<string, string>> | string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly body: any;
}

export interface Member {
  readonly name: string;
  readonly email: string;
  readonly token: string;
  readonly userId: string;
  /** Opens a socket with a fresh ticket. */
  socket(options?: { tab?: string }): Promise<MemberSocket>;
}

/** A member's socket that remembers what it heard. */
export class MemberSocket {
  readonly raw: Socket;
  readonly heard: { event: string; payload: unknown }[] = [];

  constructor(raw: Socket) {
    this.raw = raw;
    raw.onAny((event: string, payload: unknown) => this.heard.push({ event, payload }));
  }

  emit(event: string, payload: unknown): Promise<Record<string, unknown>> {
    return this.raw.timeout(5_000).emitWithAck(event, payload);
  }

  /** The next event of this name that fits, heard already or yet to come. Rejects after 10 s. */
  hears<T>(event: string, fits: (payload: T) => boolean = () => true): Promise<T> {
    const already = this.heard.find((each) => each.event === event && fits(each.payload as T));
    if (already) return Promise.resolve(already.payload as T);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${event} was not heard`)), 10_000);
      const listener = (name: string, payload: T) => {
        if (name !== event || !fits(payload)) return;
        clearTimeout(timer);
        this.raw.offAny(listener);
        resolve(payload);
      };
      this.raw.onAny(listener);
    });
  }

  count(event: string): number {
    return this.heard.filter((each) => each.event === event).length;
  }

  close(): void {
    this.raw.close();
  }
}

export const password = 'a long and quiet minute';

/** Starts a world on an embedded database of its own, or on `DATABASE_URL` where the environment given names one. */
export async function startWorld(environment: Readonly<Record<string, string>> = {}): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'unspoken-world-'));
  const app = await startApp(readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LIMITS: 'off', ...environment }));

  const call = async (path: string, { method, body, token, headers }: CallOptions = {}): Promise<Reply> => {
    const response = await fetch(app.origin + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new URLSearchParams(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  const mails = async (to: string) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const { body } = await call(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
      if (body.length > 0) return body;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    return [];
  };

  const member = async (name: string): Promise<Member> => {
    const email = `${name.toLowerCase()}@example.org`;
    const registered = await call('/api/v1/account/register', {
      body: { name, email, password, termsAccepted: 'true', over18: 'true' },
    });
    const { token, user } = registered.body;
    const [mail] = await mails(email);
    const hash = /confirmemail\/(\S+)/.exec(mail?.text ?? '')?.[1];
    await call(`/api/v1/account/confirmemail/${hash}`, { token });
    const socket = async ({ tab }: { tab?: string } = {}) => {
      const ticket = await call('/api/v1/realtime/auth', { token });
      const raw = io(app.origin, {
        transports: ['websocket'],
        reconnection: false,
        auth: { token: ticket.body.token, tab },
        forceNew: true,
      });
      const wrapped = new MemberSocket(raw);
      await new Promise<void>((resolve, reject) => {
        raw.once('connect', resolve);
        raw.once('connect_error', reject);
      });
      return wrapped;
    };
    return { name, email, token, userId: user.userId, socket };
  };

  return {
    origin: app.origin,
    call,
    member,
    mails,
    async close() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
