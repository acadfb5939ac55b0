import { errorCode } from './driver-error.ts';

interface Options {
  /** How many batches may be under way at once. */
  readonly lanes?: number;
  /** The maximum size of a batch. */
  readonly most?: number;
}

interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (answer: V) => void;
  readonly reject: (error: unknown) => void;
}

/** Whether a single request may have failed the whole batch: SQLSTATE classes 22 (data), 23 (constraints) and 40 (deadlocks). */
const isCausedByOne = (error: unknown): boolean => /^(2[23]|40)/.test(errorCode(error) ?? '');

/**
 * Combines requests into batches: those that arrive while the maximum number of batches is under way go out together as soon as
 * one of these is answered, the others with the next turn of the event loop. A request is never answered by a batch that was
 * sent before it. A batch that fails because of one request is repeated one request at a time.
 *
 * `ask` answers in the order of its keys.
 */
export function batch<K, V>(
  ask: (keys: readonly K[]) => Promise<readonly V[]>,
  { lanes = 1, most = 200 }: Options = {},
): (key: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = [];
  let underWay = 0;
  const settle = async (some: readonly Waiting<K, V>[]): Promise<void> => {
    try {
      const answers = await ask(some.map(({ key }) => key));
      for (const [i, { resolve }] of some.entries()) resolve(answers[i] as V);
    } catch (error) {
      if (some.length > 1 && isCausedByOne(error)) await Promise.all(some.map((each) => settle([each])));
      else for (const { reject } of some) reject(error);
    }
  };
  const go = async (): Promise<void> => {
    if (underWay === lanes || waiting.length === 0) return;
    underWay++;
    // Requests of the same turn of the event loop join the batch.
    await new Promise<void>((resume) => setImmediate(resume));
    const some = waiting.splice(0, most);
    if (some.length > 0) await settle(some);
    underWay--;
    void go();
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      void go();
    });
}

/**
 * Reads the rows of many keys in one query; `keyOf` gives the key of a row. Two queries may be under way: while one waits for a connection
 * that was cut, the other goes on.
 */
export const batchedRows = <Row>(
  ask: (keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string | null,
): ((key: string) => Promise<readonly Row[]>) =>
  batch(
    async (keys) => {
      const rowsOf = new Map<string | null, Row[]>(keys.map((key) => [key, []]));
      for (const row of await ask([...new Set(keys)])) rowsOf.get(keyOf(row))?.push(row);
      return keys.map((key) => rowsOf.get(key) ?? []);
    },
    { lanes: 2 },
  );
