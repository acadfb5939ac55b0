import { AppError } from '@unspoken/contract/errors';
import type { Clock } from './clock.ts';

/** A limit: `count` per `window` ms for each key. */
export interface Limit {
  readonly count: number;
  readonly window: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** Starting values, wide enough for a school behind one address. Source: security.md section 5, decisions.md section 12. */
export const limitTable = {
  registerPerAddress: { count: 60, window: hour },
  loginPerAddress: { count: 120, window: 10 * minute },
  loginPerAccount: { count: 10, window: 15 * minute },
  resendPerAccount: { count: 3, window: hour },
  mailPerRecipient: { count: 6, window: 24 * hour },
  ticketPerAccount: { count: 60, window: minute },
  connectPerAccount: { count: 30, window: minute },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limitTable;

/** Too many: answered 429 with `Retry-After` in whole seconds. */
export class TooMany extends AppError {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too_many_requests');
    this.retryAfter = retryAfter;
  }
}

interface Window {
  start: number;
  count: number;
}

/** Counts in fixed windows, in the memory of one process. */
export class Limits {
  readonly #clock: Clock;
  readonly #on: boolean;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, on: boolean) {
    this.#clock = clock;
    this.#on = on;
  }

  /** Counts one use; throws `TooMany` beyond the limit. */
  use(name: LimitName, key: string): void {
    if (!this.#on) return;
    const limit = limitTable[name];
    const now = this.#clock.now();
    const id = `${name} ${key}`;
    let window = this.#windows.get(id);
    if (!window || now - window.start >= limit.window) {
      this.#forgetOld(now);
      window = { start: now, count: 0 };
      this.#windows.set(id, window);
    }
    if (window.count >= limit.count) throw new TooMany(Math.ceil((window.start + limit.window - now) / 1_000));
    window.count++;
  }

  /** Counts one use if there is one left; for what is left out in silence rather than refused. */
  allows(name: LimitName, key: string): boolean {
    try {
      this.use(name, key);
      return true;
    } catch {
      return false;
    }
  }

  #forgetOld(now: number): void {
    if (this.#windows.size < 50_000) return;
    for (const [id, { start }] of this.#windows) if (now - start >= 24 * hour) this.#windows.delete(id);
  }
}
