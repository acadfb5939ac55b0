import { distanceOf, type Hash, hashOf } from './hash.ts';
import { type Sample, sampleEvery } from './sample.ts';

/**
 * Periods of a film in a loop, in samples: from 6 to 20 s. What comes back faster is taken for the rhythm of a body: a person who rocks steadily
 * repeats as exactly as a film, and is not to be asked about.
 */
const [shortest, longest] = [6_000 / sampleEvery, 20_000 / sampleEvery];
/** The picture is compared with what was shown so many samples before, 10 to 20 s: a multiple of every period. */
const leastLag = longest / 2;
/** A rhythm: the picture has been farther away than this share of how it differs from itself, and is nearer than that again. */
const rhythm = { away: 0.6, back: 0.35 } as const;
/** Bits of 64 by which the picture changes within a period, at least: of a picture that is still nobody can say that it repeats. */
const leastMovement = 2;
/** Bits by which one period differs from the one before, as a share of how it differs from itself. */
const repeatsUpTo = 0.2;
/** Shares of the period at which it is compared with itself. */
const within = { from: 0.25, to: 0.75 } as const;
/** How many of the samples that are compared must be there. */
const leastThere = 0.6;
/** How many samples are remembered, at least: two periods. */
const remembered = 2 * longest + 1;

/** For each lag, in samples: the sum of all distances so far to the sample that is so many before, and of how many. */
interface Sums {
  readonly distance: Float64Array;
  readonly count: Uint32Array;
}

const noSums = (): Sums => ({ distance: new Float64Array(longest + 1), count: new Uint32Array(longest + 1) });

/** The picture repeats itself, as a film does that runs in a loop: for two periods, and while something moves in it. */
export class Loop {
  /** When the first of what is remembered was taken, ms. */
  #began: number | undefined;
  /** One for each interval; undefined where no sample came. */
  readonly #hashes: (Hash | undefined)[] = [];
  readonly #sums: Sums[] = [];

  look({ at, picture }: Sample): boolean {
    this.#began ??= at;
    const now = Math.round((at - this.#began) / sampleEvery);
    while (this.#hashes.length < now) this.#take(undefined);
    if (this.#hashes.length === now) this.#take(hashOf(picture));
    const old = this.#hashes.length - remembered;
    if (old > remembered) {
      this.#began += old * sampleEvery;
      this.#hashes.splice(0, old);
      this.#sums.splice(0, old);
    }
    return this.#repeats();
  }

  #take(hash: Hash | undefined): void {
    const now = this.#hashes.push(hash) - 1;
    const before = this.#sums.at(-1) ?? noSums();
    const sums = { distance: before.distance.slice(), count: before.count.slice() };
    this.#sums.push(sums);
    if (!hash) return;
    const exact = Array.from({ length: longest + 2 }, (_, lag) => {
      const other = this.#hashes[now - lag];
      return other ? distanceOf(hash, other) : Number.POSITIVE_INFINITY;
    });
    for (let lag = 2; lag <= longest; lag++) {
      // Samples are not taken at the instants of the period before: of three neighbours the nearest counts.
      const nearest = Math.min(...exact.slice(lag - 1, lag + 2));
      if (nearest === Number.POSITIVE_INFINITY) continue;
      sums.distance[lag] = (sums.distance[lag] as number) + nearest;
      sums.count[lag] = (sums.count[lag] as number) + 1;
    }
  }

  /** By how many bits the last samples differ from those so many before, on average; NaN if too few of them are there. */
  #meanAt(lag: number, compared: number): number {
    const [now, before] = [this.#sums.at(-1), this.#sums.at(-1 - compared)];
    if (!now || !before) return Number.NaN;
    const count = (now.count[lag] as number) - (before.count[lag] as number);
    if (count < leastThere * compared) return Number.NaN;
    return ((now.distance[lag] as number) - (before.distance[lag] as number)) / count;
  }

  #repeats(): boolean {
    for (let lag = leastLag; lag <= longest && 2 * lag < this.#hashes.length; lag++) {
      const between = this.#meanAt(lag, lag);
      const inside = this.#inside(lag);
      if (inside >= leastMovement && between <= repeatsUpTo * inside) return !this.#hasRhythm(inside, lag);
    }
    return false;
  }

  /** By how many bits the samples of one period differ from one another. */
  #inside(period: number): number {
    let [sum, count] = [0, 0];
    for (let lag = Math.ceil(within.from * period); lag <= within.to * period; lag++) {
      sum += this.#meanAt(lag, period);
      count++;
    }
    return sum / count;
  }

  #hasRhythm(inside: number, compared: number): boolean {
    let wasAway = false;
    for (let lag = 2; lag < shortest; lag++) {
      const mean = this.#meanAt(lag, compared);
      if (mean >= rhythm.away * inside) wasAway = true;
      if (wasAway && mean <= rhythm.back * inside) return true;
    }
    return false;
  }
}
