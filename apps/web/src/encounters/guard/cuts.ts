import { interruption, type Sample } from './sample.ts';
import { likenessOf } from './statistics.ts';

/** Correlation of two samples from which they show the same scene, and up to which another. A lamp changes brightness, and hardly this. */
const [sameFrom, otherUpTo] = [0.7, 0.3];
/** So many cuts within this time, ms, are those of a film. */
const [enough, period] = [3, 10_000];

/** Hard cuts: the whole picture changes between two samples, and is calm before and after it. One who turns the camera is not calm. */
export class Cuts {
  #last: Sample | undefined;
  /** The likeness of the last samples to the ones before each. */
  #likenesses: number[] = [];
  #cuts: number[] = [];

  look(sample: Sample): boolean {
    const last = this.#last;
    this.#last = sample;
    const likeness = last && sample.at - last.at <= interruption ? likenessOf(last.picture, sample.picture) : undefined;
    this.#likenesses = likeness === undefined ? [] : [...this.#likenesses.slice(-2), likeness];
    const [before, at, after] = this.#likenesses;
    if (before !== undefined && at !== undefined && after !== undefined)
      if (before >= sameFrom && at <= otherUpTo && after >= sameFrom) this.#cuts.push(sample.at);
    this.#cuts = this.#cuts.filter((cut) => sample.at - cut < period);
    return this.#cuts.length >= enough;
  }
}
