import { Violation } from './audit.ts';

/** So many steps at one instant, and whatever happens there sets itself off again and again. */
const stepsAtOneInstant = 20_000;
/** For so long, in virtual time, nobody has ended an encounter: some have always been seen after half an hour. */
const longestWithout = 6 * 3_600_000;
/** So long the records may take over one step, in real time: they answer within milliseconds. */
const workLimit = 60_000;

/** Finds out a world that does not go on: without it, whoever runs it waits for ever. */
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

  /** After each step of time; `hasPassed` unless nothing is due any more. */
  passing(hasPassed: boolean): void {
    if (!hasPassed) throw this.#found('nothing is due any more');
    const now = this.#now();
    this.#steps = now === this.#at ? this.#steps + 1 : 0;
    this.#at = now;
    if (this.#steps > stepsAtOneInstant) throw this.#found(`${this.#steps} steps, and no time has passed`);
  }

  /** Now and then: how many encounters there have been. */
  lived(encounters: number): void {
    if (encounters > this.#encounters) this.#lastEncounterAt = this.#now();
    this.#encounters = encounters;
    const without = this.#now() - this.#lastEncounterAt;
    if (without > longestWithout) throw this.#found(`no encounter for ${Math.round(without / 60_000)} minutes`);
  }

  /** Waits for what the records are at work on: if it waits for itself, it will never be done. */
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

/** No world may stand still. */
export const standsStill = (seed: number, why: string): Violation =>
  new Violation('A12', `the world of seed ${seed} stands still: ${why}`);
