import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type AppOverrides, type RunningApp, startApp } from '@unspoken/server/app';
import { systemClock } from '@unspoken/server/platform/clock';
import { readConfig } from '@unspoken/server/platform/config';
import { type OpenDatabase, openDatabase } from '@unspoken/server/platform/database/database';
import { io, type Socket } from 'socket.io-client';
import { noGatheringNow } from './gathering-time.ts';
import { createDatabase } from './postgres.ts';

/** A whole Unspoken in this process, on a real database, for tests and benchmarks. */
export interface World extends RunningApp {
  /** The settings it runs with, for a command beside it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes a call; an object as body is sent as a form. */
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** Creates a member with a verified account and a live token. */
  member(name: string): Promise<Member>;
  /** Registers an account whose address is not confirmed. */
  newcomer(name: string, fields?: Readonly<Record<string, string>>): Promise<{ email: string; token: string; userId: string }>;
  /** The mails to an address, newest first, as soon as there are this many. */
  mails(to: string, atLeast?: number): Promise<MailRead[]>;
  /** The mail to an address whose subject or text contains these words; waits for it. Throws if none comes. */
  mailContaining(to: string, words: string): Promise<MailRead>;
  /** The part after the page in the first link to it in the mails to an address, newest first; waits for it. */
  mailedToken(to: string, page: string): Promise<string>;
  /** Opens a socket with a ticket; rejects if it is refused. */
  socketWith(ticket: string, tab?: string): Promise<MemberSocket>;
  /** The current time of the server. */
  now(): Date;
  /** Stops the server's clock, so that only `advance` moves it: for limits that a slow machine could miss. Its timers go on. */
  stopClock(): void;
  /** Moves the server's clock forward by `ms`. */
  advance(ms: number): void;
  /** Queries the database directly. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The server's log so far. */
  log(): string;
}

export interface MailRead {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
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

/** A member's socket that records the events it receives. */
export class MemberSocket {
  readonly raw: Socket;
  readonly heard: { event: string; payload: unknown }[] = [];

  constructor(raw: Socket) {
    this.raw = raw;
    raw.onAny((event: string, payload: unknown) => this.heard.push({ event, payload }));
  }

  emit(event: string, payload: unknown): Promise<Record<string, unknown>> {
    return this.raw.timeout(15_000).emitWithAck(event, payload);
  }

  /** The first event of this name that fits, among those received or yet to come. Rejects after 30 s. */
  hears<T>(event: string, fits: (payload: T) => boolean = () => true): Promise<T> {
    const already = this.heard.find((each) => each.event === event && fits(each.payload as T));
    if (already) return Promise.resolve(already.payload as T);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${event} was not heard`)), 30_000);
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

/**
 * Starts a world on `DATABASE_URL` if `environment` names one. Otherwise it gets a database of its own: on the PostgreSQL
 * server of the test run if there is one, or embedded; with `embedded`, always embedded. Password hashes are cheap, unless
 * `passwordMemory` in KiB says otherwise.
 */
export async function startWorld(
  environment: Readonly<Record<string, string>> = {},
  {
    embedded = false,
    passwordMemory = 1_024,
    rehearsalThrough,
  }: { readonly embedded?: boolean } & Pick<AppOverrides, 'passwordMemory' | 'rehearsalThrough'> = {},
): Promise<World> {
  const server = embedded || environment.DATABASE_URL ? undefined : process.env.WORLD_POSTGRES;
  const database = server ? await createDatabase(server) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'unspoken-world-'));
  const settings = {
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    LIMITS: 'off',
    CONTENT_DIR: 'none',
    ...noGatheringNow,
    ...(database && { DATABASE_URL: database.url }),
    ...environment,
  };
  const config = readConfig(settings);
  let advanced = 0;
  let stoppedAt: number | undefined;
  const now = () => (stoppedAt ?? systemClock.now()) + advanced;
  let written = '';
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString('utf8');
      done();
    },
  });
  const app = await startApp(config, { clock: { ...systemClock, now }, log, passwordMemory, rehearsalThrough });
  let beside: Promise<OpenDatabase> | undefined;
  const query = async (sql: string, parameters: unknown[] = []) => {
    beside ??= openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, fault: () => {}, beside: true });
    return (await (await beside).pool.query(sql, parameters)).rows;
  };

  const call = async (path: string, { method, body, token, headers }: CallOptions = {}): Promise<Reply> => {
    const response = await fetch(app.origin + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new URLSearchParams(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
  };

  const until = async <T>(look: () => Promise<T | undefined>): Promise<T | undefined> => {
    for (let attempt = 0; attempt < 150; attempt++) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    return undefined;
  };
  const inbox = async (to: string): Promise<MailRead[]> => (await call(`/dev/mailbox.json?to=${encodeURIComponent(to)}`)).body;
  const mails = async (to: string, atLeast = 1) => {
    const enough = await until(async () => {
      const found = await inbox(to);
      return found.length >= atLeast ? found : undefined;
    });
    return enough ?? inbox(to);
  };
  const mailContaining = async (to: string, words: string) => {
    const mail = await until(async () => (await inbox(to)).find(({ subject, text }) => `${subject}\n${text}`.includes(words)));
    if (mail === undefined) throw new Error(`no mail to ${to} says "${words}"`);
    return mail;
  };
  const mailedToken = async (to: string, page: string) => {
    const link = await until(async () => {
      const texts = (await inbox(to)).map(({ text }) => new RegExp(`/${page}[/=](\\S+)`).exec(text)?.[1]);
      return texts.find((each) => each !== undefined);
    });
    if (link === undefined) throw new Error(`no mail to ${to} links to ${page}`);
    return link;
  };

  const newcomer = async (name: string, fields: Readonly<Record<string, string>> = {}) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
    const registered = await call('/api/v1/account/register', {
      body: { name, email, password, termsAccepted: 'true', over18: 'true', ...fields },
    });
    if (registered.status !== 200) throw new Error(`${name} could not register: ${JSON.stringify(registered.body)}`);
    return {
      email: fields.email ?? email,
      token: registered.body.token as string,
      userId: registered.body.user.userId as string,
    };
  };

  const socketWith = async (ticket: string, tab?: string) => {
    const raw = io(app.origin, { transports: ['websocket'], reconnection: false, auth: { token: ticket, tab }, forceNew: true });
    const wrapped = new MemberSocket(raw);
    await new Promise<void>((resolve, reject) => {
      raw.once('connect', resolve);
      raw.once('connect_error', reject);
    });
    return wrapped;
  };

  const member = async (name: string): Promise<Member> => {
    const { email, token, userId } = await newcomer(name);
    await call(`/api/v1/account/confirmemail/${await mailedToken(email, 'confirmemail')}`, { token });
    const socket = async ({ tab }: { tab?: string } = {}) =>
      socketWith((await call('/api/v1/realtime/auth', { token })).body.token, tab);
    return { name, email, token, userId, socket };
  };

  return {
    origin: app.origin,
    environment: settings,
    call,
    newcomer,
    member,
    socketWith,
    mails,
    mailContaining,
    mailedToken,
    query,
    log: () => written,
    now: () => new Date(now()),
    advance(ms) {
      advanced += ms;
    },
    stopClock() {
      stoppedAt ??= systemClock.now();
    },
    async close() {
      await (await beside)?.close();
      await app.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
