/** The reply of Redis to a command, as a script sees it. */
export type Reply = string | number | null | readonly Reply[];

type Value = Map<string, string> | Set<string> | List | Ranks;
/** A sorted set: each member with its score. */
class Ranks extends Map<string, number> {}
/** A list, in order. The scripts never append an element that it has already. */
class List extends Set<string> {}

/** A snapshot of a server's data. */
export type Kept = ReadonlyMap<string, Value>;

const copyOf = (value: Value): Value => {
  if (value instanceof Ranks) return new Ranks(value);
  if (value instanceof List) return new List(value);
  return value instanceof Map ? new Map(value) : new Set(value);
};

/**
 * The data of a Redis server, and the commands that the matchmaking state uses. Unlike a real server it never evicts and replies
 * at once; `verification/chaos/src/redis-model.test.ts` compares it with a real one.
 */
export class RedisModel {
  /** This server's clock, epoch ms. */
  readonly #now: () => number;
  #data = new Map<string, Value>();
  readonly #expires = new Map<string, number>();
  /** Counts the commands that may have changed something. */
  changes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  keep(): Kept {
    return new Map([...this.#data].map(([key, value]) => [key, copyOf(value)]));
  }

  /** Restores a snapshot, or empties the server. */
  restore(kept: Kept = new Map()): void {
    this.changes++;
    // Every expiry is two hours, longer than any world lasts, so expiries need not be restored.
    this.#expires.clear();
    this.#data = new Map([...kept].map(([key, value]) => [key, copyOf(value)]));
  }

  /** All data in a canonical order, for comparison with another server's. */
  dump(): Record<string, unknown> {
    const sorted = (value: Value) =>
      value instanceof List ? [...value] : value instanceof Map ? [...value].sort() : [...value].sort();
    return Object.fromEntries([...this.#data].sort().map(([key, value]) => [key, sorted(value)]));
  }

  hash(key: string): ReadonlyMap<string, string> | undefined {
    const value = this.#find(key);
    return value instanceof Map && !(value instanceof Ranks) ? value : undefined;
  }

  command(name: string, key = '', ...rest: readonly string[]): Reply {
    const run = commands[name.toUpperCase()];
    if (!run) throw new Error(`the model of Redis knows no ${name}`);
    return run(this, key, rest);
  }

  time(): number {
    return this.#now();
  }

  #find(key: string): Value | undefined {
    const until = this.#expires.get(key);
    if (until !== undefined && until <= this.#now()) this.delete(key);
    return this.#data.get(key);
  }

  read<T extends Value>(key: string): T | undefined {
    return this.#find(key) as T | undefined;
  }

  /** The value of this key, created if it does not exist. */
  write<T extends Value>(key: string, fresh: () => T): T {
    this.changes++;
    const value = this.read<T>(key) ?? fresh();
    this.#data.set(key, value);
    return value;
  }

  /** Deletes an empty value, as Redis does. */
  tidy(key: string): void {
    if (this.#data.get(key)?.size === 0) this.delete(key);
  }

  delete(key: string): boolean {
    this.changes++;
    this.#expires.delete(key);
    return this.#data.delete(key);
  }

  expire(key: string, after: number): number {
    if (!this.#find(key)) return 0;
    this.#expires.set(key, this.#now() + after);
    return 1;
  }
}

type Command = (model: RedisModel, key: string, rest: readonly string[]) => Reply;

const newHash = () => new Map<string, string>();
const pairsOf = (rest: readonly string[]): [string, string][] =>
  Array.from({ length: rest.length / 2 }, (_, i) => [rest[2 * i] as string, rest[2 * i + 1] as string]);
const ranked = (model: RedisModel, key: string): [string, number][] =>
  [...(model.read<Ranks>(key) ?? [])].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
const counted = (all: readonly string[], matches: (each: string) => boolean): number => all.filter(matches).length;

const commands: Record<string, Command> = {
  TIME: (model) => {
    const now = model.time();
    return [String(Math.floor(now / 1_000)), String(Math.floor((now % 1_000) * 1_000))];
  },
  HGET: (model, key, [field = '']) => model.hash(key)?.get(field) ?? null,
  HMGET: (model, key, fields) => fields.map((each) => model.hash(key)?.get(each) ?? null),
  HGETALL: (model, key) => [...(model.hash(key) ?? [])].flat(),
  HSET: (model, key, rest) => {
    const hash = model.write(key, newHash);
    const before = hash.size;
    for (const [field, value] of pairsOf(rest)) hash.set(field, value);
    return hash.size - before;
  },
  HDEL: (model, key, fields) => {
    const hash = model.read<Map<string, string>>(key);
    if (!hash) return 0;
    const gone = counted(fields, (each) => model.write(key, newHash).delete(each));
    model.tidy(key);
    return gone;
  },
  HINCRBY: (model, key, [field = '', by]) => {
    const hash = model.write(key, newHash);
    const sum = Number(hash.get(field) ?? 0) + Number(by);
    hash.set(field, String(sum));
    return sum;
  },
  SADD: (model, key, members) => {
    const set = model.write(key, () => new Set<string>());
    return counted(members, (each) => !set.has(each) && set.add(each).has(each));
  },
  SREM: (model, key, members) => {
    const set = model.read<Set<string>>(key);
    if (!set) return 0;
    model.changes++;
    const gone = counted(members, (each) => set.delete(each));
    model.tidy(key);
    return gone;
  },
  SMEMBERS: (model, key) => [...(model.read<Set<string>>(key) ?? [])],
  SISMEMBER: (model, key, [member = '']) => (model.read<Set<string>>(key)?.has(member) ? 1 : 0),
  RPUSH: (model, key, elements) => {
    const list = model.write(key, () => new List());
    for (const each of elements) list.add(each);
    return list.size;
  },
  LPOS: (model, key, [element = '']) => {
    const at = [...(model.read<List>(key) ?? [])].indexOf(element);
    return at === -1 ? null : at;
  },
  LTRIM: (model, key, [from]) => {
    const list = model.read<List>(key);
    for (const each of [...(list ?? [])].slice(0, Number(from))) list?.delete(each);
    model.tidy(key);
    return 'OK';
  },
  ZADD: (model, key, rest) => {
    const ranks = model.write(key, () => new Ranks());
    const before = ranks.size;
    for (const [score, member] of pairsOf(rest)) ranks.set(member, Number(score));
    return ranks.size - before;
  },
  ZREM: (model, key, members) => {
    const ranks = model.read<Ranks>(key);
    if (!ranks) return 0;
    model.changes++;
    const gone = counted(members, (each) => ranks.delete(each));
    model.tidy(key);
    return gone;
  },
  ZSCORE: (model, key, [member = '']) => {
    const score = model.read<Ranks>(key)?.get(member);
    return score === undefined ? null : String(score);
  },
  ZRANGE: (model, key, [from, to]) =>
    ranked(model, key)
      // Both ends are included; -1 is the last.
      .slice(Number(from), Number(to) === -1 ? undefined : Number(to) + 1)
      .map(([member]) => member),
  ZRANGEBYSCORE: (model, key, [least, most]) => {
    const from = least === '-inf' ? Number.NEGATIVE_INFINITY : Number(least);
    return ranked(model, key)
      .filter(([, score]) => score >= from && score <= Number(most))
      .map(([member]) => member);
  },
  DEL: (model, key, more) => counted([key, ...more], (each) => model.delete(each)),
  PEXPIRE: (model, key, [after]) => model.expire(key, Number(after)),
  PING: () => 'PONG',
};
