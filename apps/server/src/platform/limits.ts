import { AppError } from '@unspoken/contract/errors';

/** Allows `count` uses per `window` ms for each key. */
export interface Rate {
  readonly count: number;
  readonly window: number;
}

/** A rate with a name, which keeps its keys apart from those of other limits. */
export interface Limit extends Rate {
  readonly name: string;
}

/** Milliseconds. */
export const minute = 60_000;
export const hour = 60 * minute;

const declared = new Set<string>();

/**
 * The limits of a domain, by name. They are initial values, wide enough for a school behind one address.
 * @throws if a name is declared twice in the whole product: uses are counted under it, so two limits would share their counts
 */
export function declareLimits<Name extends string>(table: Readonly<Record<Name, Rate>>): Readonly<Record<Name, Limit>> {
  const limits = Object.entries<Rate>(table).map(([name, rate]) => {
    if (declared.has(name)) throw new Error(`two limits are called ${name}`);
    declared.add(name);
    return [name, { name, ...rate }];
  });
  return Object.fromEntries(limits) as Record<Name, Limit>;
}

/** An address with a port, as a proxy may write it; an IPv6 address is then in brackets (RFC 7239, section 6). */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/** The eight groups of an IPv6 address (RFC 4291, section 2.2), each without leading zeros. */
function groupsOf(address: string): string[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const bytes = dotted?.slice(1).map(Number) ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const plain = dotted ? `${address.slice(0, dotted.index)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}` : address;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

/**
 * The network of an address, as limits count it: an IPv4 address by itself, also if it is written as an IPv6 address;
 * an IPv6 address by its /64, all of which belongs to one subscriber (RFC 6177). A port is ignored.
 */
export function networkKey(address: string): string {
  const [, bracketed, numbered] = withPort.exec(address) ?? [];
  const [plain = ''] = (bracketed ?? numbered ?? address).split('%');
  if (!plain.includes(':')) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

type TooManyCode = 'too_many_requests' | 'too_many_declined' | 'too_many_accounts';

/** Too many requests, or attempts of another kind: answered with 429, and `Retry-After` in whole seconds. */
export class TooMany extends AppError {
  readonly retryAfter: number;
  constructor(retryAfter: number, code: TooManyCode = 'too_many_requests') {
    super(code);
    this.retryAfter = retryAfter;
  }
}

/** Counts uses in fixed windows. Implementations: in memory, and in Redis for many processes; both must pass `counters-contract.ts`. */
export interface Counters {
  /** Counts one use of `key` and returns 0; if the window has none left, returns the time until the window ends, ms. */
  take(key: string, limit: Rate): Promise<number>;
  /**
   * Counts how many different subjects there are under `key`. Returns 0 if `subject` is counted, now or before; if the window has no
   * room for another, returns the time until it ends, ms.
   */
  takeDistinct(key: string, subject: string, limit: Rate): Promise<number>;
  /** Stops counting a subject, which makes room for another. */
  dropDistinct(key: string, subject: string): Promise<void>;
}

/** Refuses uses beyond a limit; allows everything if limits are off. */
export class Limits {
  readonly #counters: Counters;
  readonly #on: boolean;

  constructor(counters: Counters, on: boolean) {
    this.#counters = counters;
    this.#on = on;
  }

  /** Counts one use; throws `TooMany` beyond the limit. */
  async use(limit: Limit, key: string): Promise<void> {
    if (!this.#on) return;
    const wait = await this.#counters.take(`${limit.name} ${key}`, limit);
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000));
  }

  /** Counts one use if there is one left; for actions that are skipped silently rather than refused. */
  async allows(limit: Limit, key: string): Promise<boolean> {
    try {
      await this.use(limit, key);
      return true;
    } catch (error) {
      if (error instanceof TooMany) return false;
      throw error;
    }
  }

  /** Counts a subject once, however often it is used; throws `TooMany` with this code for one more than the limit allows. */
  async useDistinct(limit: Limit, key: string, subject: string, code: TooManyCode): Promise<void> {
    if (!this.#on) return;
    const wait = await this.#counters.takeDistinct(`${limit.name} ${key}`, subject, limit);
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000), code);
  }

  /** Stops counting a subject. */
  async dropDistinct(limit: Limit, key: string, subject: string): Promise<void> {
    if (this.#on) await this.#counters.dropDistinct(`${limit.name} ${key}`, subject);
  }
}
