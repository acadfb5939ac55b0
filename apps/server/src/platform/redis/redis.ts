import { AppError } from '@unspoken/contract/errors';
import { Redis } from 'ioredis';

/** Within so many ms Redis has answered, or is taken to be away. */
const patience = 2_000;
/** Between two attempts to reach it, ms. */
const longestPause = 500;

export interface OpenRedis {
  readonly client: Redis;
  /** Another connection. One that `listens` can do nothing else, and hears nothing for a long time; a `patient` one waits for Redis, and for its answers. */
  another(how: { readonly patient?: boolean; readonly listens?: boolean }): Redis;
  /** Calls whenever it has been reached anew. */
  whenBack(run: () => void): void;
  /** Resolves when it has been reached for the first time. */
  readonly ready: Promise<void>;
  close(): void;
}

/** Opens Redis, or goes on trying: whatever is asked while it is away fails at once instead of waiting for it. */
export function openRedis(url: string, { fault }: { fault: (error: unknown) => void }): OpenRedis {
  const connect = ({ patient = false, listens = false } = {}) => {
    const client = new Redis(url, {
      enableOfflineQueue: patient,
      autoResendUnfulfilledCommands: patient,
      maxRetriesPerRequest: patient ? null : 0,
      ...(!patient && { commandTimeout: patience }),
      connectTimeout: patience,
      // Something is asked every two seconds: a line that says nothing for so long is dead, whatever TCP hopes.
      ...(!patient && !listens && { socketTimeout: 2 * patience }),
      // What was the master is one no longer: look for the new one.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
      retryStrategy: (times) => Math.min(50 * times, longestPause),
    });
    let away = false;
    client.on('error', (error) => {
      // Once for each time it goes away, not for each attempt.
      if (!away) fault(error);
      away = true;
    });
    client.on('ready', () => {
      away = false;
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
 * A script that runs on the server, in one step. It is given one key, which says where in a cluster it runs; every
 * key it touches must be in the same slot. Rejects with `unavailable` while Redis is away.
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

/** What Redis answers; `unavailable` if it does not, or cannot just now. Any other error it answers with is a fault of ours. */
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

/** What Redis answers, or what can be said `without` it while it is away. A fault of ours is not its being away. */
export async function orWithout<T>(answer: Promise<T>, without: () => T | Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return without();
    throw error;
  }
}
