interface Options {
  /** So many questions may be under way at once. */
  readonly lanes?: number;
  /** So much is asked at once at most. */
  readonly most?: number;
}

interface Waiting<K, V> {
  readonly what: K;
  readonly resolve: (answer: V) => void;
  readonly reject: (error: unknown) => void;
}

/** Whether one of what was asked is at fault, whatever else was asked with it: SQLSTATE classes 22 (data), 23 (constraints) and 40 (deadlocks). */
const isOfOne = (error: unknown): boolean => {
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  return /^(2[23]|40)/.test(code ?? '');
};

/**
 * Asks for many in one question: what comes while others are under way goes out together as soon as one of them is
 * answered, and with the next turn of the loop if none is. Nobody is answered by a question that went out before they asked. What fails because of
 * one of them is asked again one by one.
 *
 * `ask` answers in the order of what it is asked.
 */
export function batch<K, V>(
  ask: (all: readonly K[]) => Promise<readonly V[]>,
  { lanes = 1, most = 200 }: Options = {},
): (what: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = [];
  let underWay = 0;
  const settle = async (some: readonly Waiting<K, V>[]): Promise<void> => {
    try {
      const answers = await ask(some.map(({ what }) => what));
      for (const [i, { resolve }] of some.entries()) resolve(answers[i] as V);
    } catch (error) {
      if (some.length > 1 && isOfOne(error)) await Promise.all(some.map((each) => settle([each])));
      else for (const { reject } of some) reject(error);
    }
  };
  const go = async (): Promise<void> => {
    if (underWay === lanes || waiting.length === 0) return;
    underWay++;
    // Whoever asks in the same turn of the loop goes along.
    await new Promise<void>((resume) => setImmediate(resume));
    const some = waiting.splice(0, most);
    if (some.length > 0) await settle(some);
    underWay--;
    void go();
  };
  return (what) =>
    new Promise((resolve, reject) => {
      waiting.push({ what, resolve, reject });
      void go();
    });
}

/** Asks for the rows of many keys in one question; `keyOf` says whose each is. */
export const batchedRows = <Row>(
  ask: (keys: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string | null,
): ((key: string) => Promise<readonly Row[]>) =>
  batch(async (keys) => {
    const rowsOf = new Map<string | null, Row[]>(keys.map((key) => [key, []]));
    for (const row of await ask([...new Set(keys)])) rowsOf.get(keyOf(row))?.push(row);
    return keys.map((key) => rowsOf.get(key) ?? []);
  });
