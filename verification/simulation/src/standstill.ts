import { Violation } from './audit.ts';

/** After this many steps at one instant, something is triggering itself in a loop. */
const stepsAtOneInstant = 20_000;
/** The longest virtual time without the end of an encounter, ms. A working world has always had some within half an hour. */
const longestWithout = 6 * 3_600_000;
/** How long the stores may work on one step, ms of real time. They normally answer within milliseconds. */
const workLimit = 60_000;

/** Detects a world that makes no progress; without it the run would never end. */
export class Standstill {
  readonly #seed: number;
  readonly #now: () => number;
  #at = Number.NaN;
  #steps = 0;
  #encounters = 0;
  #lastEncounterAt: number;

  constructor(seed: number, now: () => number) {
    this.#seed = seed;
    this.#now = now;
    this.#lastEncounterAt = now();
  }

  /** Called after each step of time; `hasPassed` is false when nothing is scheduled any more. */
  passing(hasPassed: boolean): void {
    if (!hasPassed) throw this.#found('nothing is due any more');
    const now = this.#now();
    this.#steps = now === this.#at ? this.#steps + 1 : 0;
    this.#at = now;
    if (this.#steps > stepsAtOneInstant) throw this.#found(`${this.#steps} steps, and no time has passed`);
  }

  /** Called regularly with the number of encounters so far. */
  lived(encounters: number): void {
    if (encounters > this.#encounters) this.#lastEncounterAt = this.#now();
    this.#encounters = encounters;
    const without = this.#now() - this.#lastEncounterAt;
    if (without > longestWithout) throw this.#found(`no encounter for ${Math.round(without / 60_000)} minutes`);
  }

  /** Waits for the calls that the stores are working on; throws if they are deadlocked. */
  async during(work: Promise<unknown>): Promise<void> {
    let stop: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      stop = setTimeout(() => reject(this.#found('the records do not answer')), workLimit);
    });
    await Promise.race([work, tooLong]).finally(() => clearTimeout(stop));
  }

  #found(why: string): Violation {
    return standsStill(this.#seed, why);
  }
}

/** The violation reported for a world at a standstill. */
export const standsStill = (seed: number, why: string): Violation =>
  new Violation('A12', `the world of seed ${seed} stands still: ${why}`);
