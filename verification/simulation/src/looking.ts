import type { WireAddition } from '@unspoken/contract/encounters';
import type { EncounterActor, EncounterSnapshot } from '@unspoken/encounter/machine';
import type { PeerPort, WishesPort } from '@unspoken/encounter/ports';
import { unkeptWishes } from '@unspoken/encounter/statements';
import type { SimulatedSoftness } from './softness.ts';
import type { SimulatedVeil } from './veils.ts';
import type { SimulatedWelcoming } from './welcoming-page.ts';

/** What a simulated page has beside the specified minute: a veil, soft pictures, short meetings, or nothing. */
export class SimulatedLooking {
  readonly #veil: SimulatedVeil | undefined;
  readonly #softness: SimulatedSoftness | undefined;
  readonly #welcoming: SimulatedWelcoming | undefined;

  constructor(veil?: SimulatedVeil, softness?: SimulatedSoftness, welcoming?: SimulatedWelcoming) {
    this.#veil = veil;
    this.#softness = softness;
    this.#welcoming = welcoming;
  }

  get additions(): readonly WireAddition[] {
    return [...(this.#veil?.additions ?? []), ...(this.#softness?.additions ?? [])];
  }

  get wishes(): WishesPort {
    const length = () => this.#welcoming?.length() ?? {};
    return { ...(this.#softness?.wishes ?? unkeptWishes), length };
  }

  /** Whether the user has completed no minute, as their page knows it. */
  get isNew(): boolean {
    return this.#welcoming?.isNew ?? false;
  }

  /** What a person does about it in the state that they have entered; `plan` has what ends with it. */
  decide(state: string, plan: (() => void)[], actor: EncounterActor): void {
    if (state === 'connected') this.#veil?.decide(plan, actor);
    this.#softness?.decide(state, plan, actor);
    this.#welcoming?.decide(state);
  }

  observe(snapshot: EncounterSnapshot, actor: () => EncounterActor): void {
    this.#veil?.observe(snapshot, actor);
    this.#softness?.observe(snapshot);
    this.#welcoming?.observe(snapshot);
  }

  look(snapshot: EncounterSnapshot): void {
    this.#veil?.look(snapshot);
    this.#softness?.look();
  }

  watched(port: PeerPort): PeerPort {
    const watched = this.#softness?.watched(port) ?? port;
    return this.#veil?.watched(watched) ?? watched;
  }
}
