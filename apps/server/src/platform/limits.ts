import { AppError } from '@unspoken/contract/errors';

/** A limit: `count` per `window` ms for each key. */
export interface Limit {
  readonly count: number;
  readonly window: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Starting values, wide enough for a school behind one address. Source: requirements/threats 5, decisions.md section 12. */
export const limitTable = {
  registerPerAddress: { count: 60, window: hour },
  loginPerAddress: { count: 120, window: 10 * minute },
  loginPerAccountAndAddress: { count: 10, window: 15 * minute },
  passwordlessHintPerAddress: { count: 5, window: hour },
  socialPerAddress: { count: 60, window: hour },
  socialAddressPerAddress: { count: 5, window: hour },
  resendPerAccount: { count: 3, window: hour },
  recoverPerAddress: { count: 60, window: hour },
  /** Calls that take a mailed link: nobody guesses 256 bits, but nobody needs this many tries either. */
  linkPerAddress: { count: 300, window: 5 * minute },
  passwordPerAccount: { count: 10, window: 15 * minute },
  codePerAccount: { count: 3, window: hour },
  listPerAccount: { count: 10, window: hour },
  invitePerAccount: { count: 60, window: hour },
  feedbackPerAccount: { count: 10, window: 24 * hour },
  mailPerRecipient: { count: 6, window: 24 * hour },
  ticketPerAccount: { count: 60, window: minute },
  /** A few for each room, and rooms come every two minutes at most. */
  personalInvitePerAccount: { count: 30, window: hour },
  guestPerAddress: { count: 60, window: hour },
  relayPerAccount: { count: 120, window: hour },
  relayTestPerAccount: { count: 6, window: hour },
  noticePerAddress: { count: 20, window: hour },
  secondFactorPerAccount: { count: 10, window: 15 * minute },
  appealPerAccount: { count: 10, window: hour },
  visitPerAddress: { count: 600, window: hour },
  connectPerAccount: { count: 30, window: minute },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limitTable;

/** An address as a proxy may write it: with a port behind it, and an IPv6 address in brackets then (RFC 7239, section 6). */
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
 * The network an address belongs to, as limits count it: an IPv4 address by itself, also where it is written as an IPv6
 * one; an IPv6 address by its /64, of which one subscriber has all (RFC 6177). A port is no part of it.
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

/** Too many: answered 429 with `Retry-After` in whole seconds. */
export class TooMany extends AppError {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too_many_requests');
    this.retryAfter = retryAfter;
  }
}

/** Counts uses in fixed windows. Twins: in memory, and in Redis for many processes; `counters-contract.ts` is the suite of both. */
export interface Counters {
  /** Counts one use of `key` if its window has one left: 0. Otherwise how long that window lasts yet, ms. */
  take(key: string, limit: Limit): Promise<number>;
}

/** Who has used what how often. */
export class Limits {
  readonly #counters: Counters;
  readonly #on: boolean;

  constructor(counters: Counters, on: boolean) {
    this.#counters = counters;
    this.#on = on;
  }

  /** Counts one use; throws `TooMany` beyond the limit. */
  async use(name: LimitName, key: string): Promise<void> {
    if (!this.#on) return;
    const wait = await this.#counters.take(`${name} ${key}`, limitTable[name]);
    if (wait > 0) throw new TooMany(Math.ceil(wait / 1_000));
  }

  /** Counts one use if there is one left; for what is left out in silence rather than refused. */
  async allows(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.use(name, key);
      return true;
    } catch (error) {
      if (error instanceof TooMany) return false;
      throw error;
    }
  }
}
