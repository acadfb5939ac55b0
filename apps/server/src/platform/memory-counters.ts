import type { Clock } from './clock.ts';
import type { Counters, Rate } from './limits.ts';

interface Window {
  readonly endsAt: number;
  count: number;
  /** The different subjects, where these are counted. */
  readonly subjects: Set<string>;
}

/** From this number of windows on, those that have ended are looked for and deleted. */
const manyWindows = 50_000;

/** Counts in the memory of one process. */
export class MemoryCounters implements Counters {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(key: string, limit: Rate): Promise<number> {
    const now = this.#clock.now();
    const window = this.#windowOf(key, limit, now);
    if (window.count >= limit.count) return window.endsAt - now;
    window.count++;
    return 0;
  }

  async takeDistinct(key: string, subject: string, limit: Rate): Promise<number> {
    const now = this.#clock.now();
    const { subjects, endsAt } = this.#windowOf(key, limit, now);
    if (!subjects.has(subject) && subjects.size >= limit.count) return endsAt - now;
    subjects.add(subject);
    return 0;
  }

  async dropDistinct(key: string, subject: string): Promise<void> {
    this.#windows.get(key)?.subjects.delete(subject);
  }

  /** The open window of a key; begins one if there is none. */
  #windowOf(key: string, limit: Rate, now: number): Window {
    const open = this.#windows.get(key);
    if (open && now < open.endsAt) return open;
    this.#forgetOld(now);
    const window = { endsAt: now + limit.window, count: 0, subjects: new Set<string>() };
    this.#windows.set(key, window);
    return window;
  }

  #forgetOld(now: number): void {
    if (this.#windows.size < manyWindows) return;
    for (const [key, { endsAt }] of this.#windows) if (now >= endsAt) this.#windows.delete(key);
  }
}
