import type { Sample } from './sample.ts';
import { roughSpreadOf } from './statistics.ts';

/** Spread of brightness, 0 to 255, up to which a picture shows nothing; a face in a dark room has more. */
export const evenUpTo = 1.2;
const patience = 5_000;

/** A covered lens, black, or one colour. */
export class Nothing {
  #since: number | undefined;

  look({ at, picture }: Sample): boolean {
    if (roughSpreadOf(picture) > evenUpTo) {
      this.#since = undefined;
      return false;
    }
    this.#since ??= at;
    return at - this.#since >= patience;
  }
}
