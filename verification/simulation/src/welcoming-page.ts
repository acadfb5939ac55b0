import type { LengthWish } from '@unspoken/contract/lengths';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { EncounterSnapshot } from '@unspoken/encounter/machine';
import { Violation } from './audit.ts';
import type { SeededRandom } from './seeded-random.ts';
import { isAmongStrangers, type WorldWelcoming } from './welcoming.ts';

/** Short meetings at one simulated page, which may be of a version that has none. */
export class SimulatedWelcoming {
  readonly #world: WorldWelcoming;
  readonly #random: SeededRandom;
  readonly #accountId: string;
  readonly #hasIt: boolean;
  /** Whether the account was new when the page was loaded. */
  readonly isNew: boolean;
  /** What the page has read last of what its user wishes. */
  #given: LengthWish = {};
  #clickID = '';

  constructor(world: WorldWelcoming, random: SeededRandom, accountId: string) {
    this.#world = world;
    this.#random = random.fork();
    this.#accountId = accountId;
    this.#hasIt = world.hasThem(accountId, this.#random);
    this.isNew = this.#random.chance(0.6);
  }

  length(): LengthWish {
    this.#given = this.#hasIt ? this.#world.choiceOf(this.#accountId) : {};
    return this.#given;
  }

  /** Users change their minds in the lobby. */
  decide(state: string): void {
    const random = this.#random;
    if (state !== 'present' || !random.chance(0.5)) return;
    const length = random.pick([undefined, undefined, 'short', 'medium'] as const);
    this.#world.choose(this.#accountId, { ...(length && { length }), ...(random.chance(0.6) && { orShorter: true }) });
  }

  observe({ context }: EncounterSnapshot): void {
    const { clickID, pool, room } = context;
    if (clickID !== this.#clickID && clickID !== '') this.#world.requested(this.#accountId, clickID, this.#wished(pool));
    this.#clickID = clickID;
    if (room && room.length !== this.#world.lengthOf(room.roomID))
      throw new Violation('SIDE-79', `${this.#accountId} believes that ${room.roomID} lasts ${room.length ?? 'a minute'}`);
  }

  #wished(pool: Pool): LengthWish {
    if (!isAmongStrangers(pool)) return {};
    const { length, orShorter } = this.#given;
    return this.isNew && length ? { length, orShorter: true } : { ...(orShorter && { orShorter }) };
  }
}
