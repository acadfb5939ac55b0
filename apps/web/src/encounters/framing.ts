import { brightnessOf } from './brightness.ts';
import type { Pixels } from './picture-quality.ts';

/** Guidance for people who do not see themselves: where to move, where the light is, or that they are well in the picture. */
export type Framing = 'moveLeft' | 'moveRight' | 'backlit' | 'good';

/** Change of a pixel's brightness that is noise, 0 to 255. */
const noise = 6;
/** How much of what has moved before still counts at the next picture; a person who holds still is where they were. */
const memory = 0.85;
/** Sum of changes, per pixel, from which it is known where somebody is. */
const leastMovement = 0.6;
/** The middle of the picture, as a share of its width, in which a person is well placed. */
const middle = { from: 0.36, to: 0.64 } as const;
/** By how much what is around a person is brighter than they are, and how dark they are then, 0 to 255. */
const backlit = { difference: 60, below: 100 } as const;
/** How long something holds before it is said, ms; what is said too soon sends people to and fro. */
const patience = 2_500;

/**
 * Finds out where a person is by what moves, and not by how they look: it works alike for everybody. Directions are those of the person: what
 * is on the left of the picture of a camera is on their right. Nothing of it is stored or sent.
 */
export class FramingHelp {
  #before: Float32Array | undefined;
  #moved: Float32Array = new Float32Array();
  #found: Framing | undefined;
  #since = 0;

  /** What is to be said, given the picture at this instant, ms. */
  next(pixels: Pixels, now: number): Framing | undefined {
    const found = this.#look(pixels);
    if (found !== this.#found) [this.#found, this.#since] = [found, now];
    return now - this.#since >= patience ? found : undefined;
  }

  #look({ data, width, height }: Pixels): Framing | undefined {
    const brightness = brightnessOf(data);
    const before = this.#before;
    this.#before = brightness;
    if (this.#moved.length !== width) this.#moved = new Float32Array(width);
    if (before?.length !== brightness.length) return undefined;
    for (let x = 0; x < width; x++) {
      let change = 0;
      for (let y = 0; y < height; y++)
        change += Math.max(0, Math.abs((brightness[y * width + x] ?? 0) - (before[y * width + x] ?? 0)) - noise);
      this.#moved[x] = memory * (this.#moved[x] ?? 0) + change / height;
    }
    const all = this.#moved.reduce((sum, each) => sum + each, 0);
    if (all / width < leastMovement) return undefined;
    const centre = this.#moved.reduce((sum, each, x) => sum + each * (x + 0.5), 0) / all / width;
    if (centre < middle.from) return 'moveLeft';
    if (centre > middle.to) return 'moveRight';
    return this.#isBacklit(brightness, width, all / width) ? 'backlit' : 'good';
  }

  /** Columns in which more than the mean moves are those of the person. */
  #isBacklit(brightness: Float32Array, width: number, mean: number): boolean {
    const [person, around] = [
      { sum: 0, n: 0 },
      { sum: 0, n: 0 },
    ];
    for (const [i, value] of brightness.entries()) {
      const part = (this.#moved[i % width] ?? 0) > mean ? person : around;
      part.sum += value;
      part.n++;
    }
    if (person.n === 0 || around.n === 0) return false;
    const own = person.sum / person.n;
    return own < backlit.below && around.sum / around.n - own >= backlit.difference;
  }
}
