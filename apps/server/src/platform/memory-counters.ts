import type { Clock } from './clock.ts';
import type { Counters, Rate } from './limits.ts';

interface Window {
  readonly endsAt: number;
  count: number;
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
    let window = this.#windows.get(key);
    if (!window || now >= window.endsAt) {
      this.#forgetOld(now);
      window = { endsAt: now + limit.window, count: 0 };
      this.#windows.set(key, window);
    }
    if (window.count >= limit.count) return window.endsAt - now;
    window.count++;
    return 0;
  }

  #forgetOld(now: number): void {
    if (this.#windows.size < manyWindows) return;
    for (const [key, { endsAt }] of this.#windows) if (now >= endsAt) this.#windows.delete(key);
  }
}
