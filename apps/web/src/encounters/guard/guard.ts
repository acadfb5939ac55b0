import { Cadence } from './cadence.ts';
import { Cuts } from './cuts.ts';
import { Frozen } from './frozen.ts';
import { Loop } from './loop.ts';
import { Nothing } from './nothing.ts';
import { early, type Kind, type Sample, sampleEvery } from './sample.ts';

/** Everything that can be told of a picture without a model. Source: requirements/looking 3.1 */
export class Guard {
  readonly #eachFrame = { cadence: new Cadence() };
  readonly #eachSample = { nothing: new Nothing(), frozen: new Frozen(), loop: new Loop(), cuts: new Cuts() };
  #last = Number.NEGATIVE_INFINITY;

  /** What is to be asked about now, if anything. */
  look(sample: Sample): Kind | undefined {
    if (this.#eachFrame.cadence.look(sample)) return 'cadence';
    if (sample.at - this.#last < sampleEvery - early) return undefined;
    this.#last = sample.at;
    const found = Object.entries(this.#eachSample).filter(([, detector]) => detector.look(sample));
    return found[0]?.[0] as Kind | undefined;
  }
}
