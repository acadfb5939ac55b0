import type { Durations } from '@unspoken/contract/durations';
import { SimulatedLooking } from './looking.ts';
import type { Records } from './records.ts';
import type { Page } from './same-for-both.ts';
import type { SeededRandom } from './seeded-random.ts';
import { Softnesses } from './softness.ts';
import { Veils } from './veils.ts';
import type { VirtualTime } from './virtual-time.ts';
import { WorldWelcoming } from './welcoming.ts';
import { SimulatedWelcoming } from './welcoming-page.ts';
import type { WorldOptions } from './world-options.ts';

interface WorldLookingOptions extends WorldOptions {
  readonly time: VirtualTime;
  readonly durations: Durations;
  readonly records: Records;
  readonly violated: (error: unknown) => void;
}

/** What stands beside the specified minute in a world: veils, soft pictures, short meetings and welcomers, or some of them. */
export class WorldLooking {
  readonly #veils: Veils | undefined;
  readonly #softnesses: Softnesses | undefined;
  readonly welcoming: WorldWelcoming | undefined;

  constructor({ veils, softness, welcoming, processes = 1, records, ...parts }: WorldLookingOptions) {
    const store = records.encounters;
    if (veils) this.#veils = new Veils({ ...parts, store });
    if (softness) this.#softnesses = new Softnesses({ ...parts, store });
    const now = () => parts.time.now();
    if (welcoming) this.welcoming = new WorldWelcoming({ now, durations: parts.durations, store, isShared: processes > 1 });
  }

  page(random: SeededRandom, accountId: string): SimulatedLooking {
    const [veil, softness] = [this.#veils?.page(random, accountId), this.#softnesses?.page(random, accountId)];
    const welcoming = this.welcoming && new SimulatedWelcoming(this.welcoming, random, accountId);
    return new SimulatedLooking(veil, softness, welcoming);
  }

  /** Throws a violation where the two of a minute see different things for long; `steadyFor` as for `SameForBoth`. */
  look<P extends Page>(pages: Iterable<P>, steadyFor: (page: P) => number): void {
    for (const each of [this.#veils, this.#softnesses]) each?.both.look(pages, steadyFor);
  }

  /** Once the world is at rest. */
  conserve(): void {
    this.#veils?.conserve();
  }
}
