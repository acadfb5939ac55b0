import { evenUpTo } from './nothing.ts';
import { interruption, type Sample } from './sample.ts';
import { differenceOf, roughSpreadOf } from './statistics.ts';

/** Change of a pixel's brightness, 0 to 255, up to which nothing has happened: the noise of a codec that repeats one picture. */
const stillUpTo = 2;
const patience = 8_000;

/**
 * Frames that arrive, and all show the same. In front of a camera a blink or a breath changes some pixel. Frames that do not arrive are the
 * business of the encounter.
 */
export class Frozen {
  #first: Sample | undefined;
  #last = 0;

  look(sample: Sample): boolean {
    const { at, picture } = sample;
    const isInterrupted = at - this.#last > interruption;
    this.#last = at;
    if (!this.#first || isInterrupted || differenceOf(picture, this.#first.picture).most > stillUpTo) this.#first = sample;
    // An even picture is nothing to see.
    return at - this.#first.at >= patience && roughSpreadOf(picture) > evenUpTo;
  }
}
