import { AppError } from '@unspoken/contract/errors';
import { Redis } from 'ioredis';

/** If Redis does not answer within this time it counts as unreachable, ms. */
const patience = 2_000;
/** The longest delay between two attempts to connect, ms. */
const longestPause = 500;

export interface OpenRedis {
  readonly client: Redis;
  /**
   * Another connection. One that `listens` only subscribes, and may receive nothing for a long time; a `patient` one queues
   * commands while Redis is unreachable, and waits for answers without a time-out.
   */
  another(how: { readonly patient?: boolean; readonly listens?: boolean }): Redis;
  /** Calls `run` whenever the connection is ready, the first time and after every interruption. */
  whenBack(run: () => void): void;
  /** Resolves when Redis has been reached for the first time. */
  readonly ready: Promise<void>;
  close(): void;
}

/** Connects to Redis and keeps trying: while it is unreachable, commands fail at once instead of waiting. */
export function openRedis(url: string, { fault }: { fault: (error: unknown) => void }): OpenRedis {
  const connect = ({ patient = false, listens = false } = {}) => {
    const client = new Redis(url, {
      enableOfflineQueue: patient,
      autoResendUnfulfilledCommands: patient,
      maxRetriesPerRequest: patient ? null : 0,
      ...(!patient && { commandTimeout: patience }),
      connectTimeout: patience,
      // A command is sent at least every two seconds: a connection that is silent for longer is dead, even if TCP has
      // not noticed.
      ...(!patient && !listens && { socketTimeout: 2 * patience }),
      // The server is no longer the master: reconnect to the new one.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
      retryStrategy: (times) => Math.min(50 * times, longestPause),
    });
    let isAway = false;
    client.on('error', (error) => {
      // Logged once for each outage, not for each attempt.
      if (!isAway) fault(error);
      isAway = true;
    });
    client.on('ready', () => {
      isAway = false;
    });
    return client;
  };
  const clients = [connect()];
  const [client] = clients as [Redis];
  return {
    client,
    another(how) {
      const more = connect(how);
      clients.push(more);
      return more;
    },
    whenBack: (run) => void client.on('ready', run),
    ready: new Promise((resolve) => {
      client.once('ready', () => resolve());
    }),
    close() {
      for (const each of clients) each.disconnect();
    },
  };
}

/**
 * A Lua script that Redis runs atomically. It takes one key, which selects the node of a Redis cluster; every
 * key that it touches must be in the same slot. Rejects with `unavailable` while Redis is unreachable.
 */
export function script(
  client: Redis,
  name: string,
  lua: string,
): (key: string, ...args: (string | number)[]) => Promise<unknown> {
  client.defineCommand(name, { lua, numberOfKeys: 1 });
  const run = (client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]?.bind(client);
  return (key, ...args) => asked(run?.(key, ...args));
}

/**
 * The answer of Redis; rejects with `unavailable` if there is none, or Redis cannot serve it now. Any other error
 * reply is our fault.
 */
export async function asked<T>(answer: Promise<T> | undefined): Promise<T> {
  try {
    return (await answer) as T;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'ReplyError' && !/^(LOADING|READONLY|MASTERDOWN|OOM|BUSY|MISCONF|NOREPLICAS|CLUSTERDOWN)/.test(message))
      throw error;
    throw new AppError('unavailable');
  }
}

/** The answer of Redis, or that of `without` while Redis is unavailable. Any other error is rethrown. */
export async function orWithout<T>(answer: Promise<T>, without: () => T | Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return without();
    throw error;
  }
}
