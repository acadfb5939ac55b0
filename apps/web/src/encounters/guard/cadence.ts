import type { Sample } from './sample.ts';
import { differenceOf } from './statistics.ts';

/** A film of 24 or 25 pictures a second that is played at 30: every fifth, or every sixth frame shows the picture before again. */
const patterns = [5, 6] as const;
/** How often the pattern has to repeat without a gap. */
const repeats = 8;
/** The change of a repeated picture is at most this share of the least change of all others. */
const share = 0.4;
/** Mean change of brightness, 0 to 255, that all others must have: of a still picture nobody can say what is repeated. */
const leastMovement = 0.3;

/** Frames repeated in the fixed pattern of a film: no camera makes it, but one that is a program and plays a film may. */
export class Cadence {
  #last: Sample | undefined;
  /** The changes of frames that followed one another without a gap. */
  #changes: number[] = [];

  look(sample: Sample): boolean {
    const last = this.#last;
    this.#last = sample;
    const isNext = last !== undefined && sample.frame === last.frame + 1;
    this.#changes = isNext ? [...this.#changes, differenceOf(last.picture, sample.picture).mean].slice(-repeats * 6) : [];
    return patterns.some((pattern) => this.#hasPattern(pattern));
  }

  #hasPattern(pattern: number): boolean {
    const changes = this.#changes.slice(-pattern * repeats);
    if (changes.length < pattern * repeats) return false;
    // The last frame is the repeated one; otherwise one of the next is.
    const [repeated, moving] = [0, 1].map((which) => changes.filter((_, i) => ((i + 1) % pattern === 0 ? 0 : 1) === which)) as [
      number[],
      number[],
    ];
    const least = Math.min(...moving);
    return least >= leastMovement && Math.max(...repeated) <= share * least;
  }
}
