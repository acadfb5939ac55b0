import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { SeededRandom } from '../seeded-random.ts';

/** What people do between the events of a gathering, drawn at random; ms. */
export class Habits {
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** When somebody comes: most around the start, one in five late. */
  arrival(length: number): number {
    return this.#random.chance(0.2) ? this.#random.between(0, length * 0.6) : Math.min(this.#random.around(15_000), 90_000);
  }

  /** How many encounters somebody stays for, if they do not stay to the end: one in five leaves before. */
  patience(): number {
    return this.#random.chance(0.2) ? 1 + Math.floor(this.#random.between(0, 5)) : Number.POSITIVE_INFINITY;
  }

  /** From the confirmation to Start: the pause before the camera, the camera, the button, and the person. */
  untilReady(isFirst: boolean): number {
    const pause = isFirst ? durations.enteringRoom : durations.gatheringEnteringRoom;
    const person = Math.min(this.#random.around(3_000), 20_000);
    return pause + this.#random.between(300, 1_500) + durations.startButtonDelay + person;
  }

  /** From both being ready to the end of the time after the connection; one encounter in twelve ends before its time. */
  encounter(): number {
    const { introDuration, connectionDuration, afterConnectionDuration } = durations;
    const whole = introDuration + connectionDuration + afterConnectionDuration;
    return this.#random.chance(1 / 12) ? this.#random.between(1_000, whole) : whole;
  }

  /** From the end of an encounter to the next request: thanks, the circle, and a breath. */
  untilNext(): number {
    return 1_500 + Math.min(this.#random.around(6_000), 40_000);
  }

  greeting(): number {
    return this.#random.between(100, 900);
  }

  /** One pairing in fifty fails: the person is gone for a while when they are found. */
  fails(): boolean {
    return this.#random.chance(0.02);
  }

  /** How long somebody whose pairing failed by them needs to come back. */
  untilBack(): number {
    return this.#random.between(3_000, 20_000);
  }

  /** One wait in a hundred loses its socket for a moment. */
  losesSocketAfter(): number | undefined {
    return this.#random.chance(0.01) ? this.#random.between(500, 10_000) : undefined;
  }

  socketAway(): number {
    return this.#random.between(300, 4_000);
  }
}
