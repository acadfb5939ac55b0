import type { Durations } from '@unspoken/contract/durations';
import type { WireAddition } from '@unspoken/contract/encounters';
import type { EncounterActor, EncounterSnapshot } from '@unspoken/encounter/machine';
import type { PeerPort } from '@unspoken/encounter/ports';
import { isOurVeil, isVeiled } from '@unspoken/encounter/veil';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import { PageVersions } from './page-versions.ts';
import { SameForBoth } from './same-for-both.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How much later than due a timer of a page runs, ms. */
const late = 300;

/** Whether the veil is over the pictures at a page. */
export const isCovered = (page: EncounterSnapshot): boolean =>
  page.hasTag('the veil is down') || page.hasTag('the veil is rising');

/** What one account has to do with the veils of a room: the last one that they dropped or saw, and the last one that they lifted. */
interface Presses {
  dropped: number;
  seen: number;
  lifted: number;
}

interface VeilsOptions {
  readonly time: VirtualTime;
  readonly durations: Durations;
  readonly store: MemoryEncounterStore;
  /** Called with a violation: an error thrown in an effect of the chart would be lost. */
  readonly violated: (error: unknown) => void;
}

/** The veils of a world: what people press, kept apart from what their pages make of it. */
export class Veils {
  readonly options: VeilsOptions;
  /** By room, and by account. */
  readonly #rooms = new Map<string, Map<string, Presses>>();
  readonly versions = new PageVersions();
  readonly both: SameForBoth;

  constructor(options: VeilsOptions) {
    this.options = options;
    this.both = new SameForBoth({
      ...options,
      ...{ promise: 'SIDE-75', what: 'the veil is down' },
      isSo: ({ actor }) => isVeiled(actor.getSnapshot().context),
    });
  }

  page(random: SeededRandom, accountId: string): SimulatedVeil {
    return new SimulatedVeil(this, random.fork(), accountId);
  }

  of(roomID: string, accountId: string): Presses {
    const room = this.#rooms.get(roomID) ?? new Map<string, Presses>();
    this.#rooms.set(roomID, room);
    const presses = room.get(accountId) ?? { dropped: 0, seen: 0, lifted: 0 };
    room.set(accountId, presses);
    return presses;
  }

  /** Whether this account may be seen in a room: every veil that they know of has been lifted, by both. */
  maySend(roomID: string, accountId: string): boolean {
    const { dropped, seen, lifted } = this.of(roomID, accountId);
    const last = Math.max(dropped, seen);
    if (last === 0) return true;
    const others = [...(this.#rooms.get(roomID) ?? [])].filter(([each]) => each !== accountId);
    return lifted >= last && others.some(([, other]) => other.lifted >= last);
  }

  /** Nobody is recorded as having dropped a veil who has not. */
  conserve(): void {
    for (const { roomID, by } of this.options.store.veils.values())
      if (this.of(roomID, by).dropped === 0) throw new Violation('ENC-39', `${by} has dropped no veil in ${roomID}`);
  }
}

/** The veil at one simulated page, which may be of a version that has none. */
export class SimulatedVeil {
  readonly additions: readonly WireAddition[];
  readonly #veils: Veils;
  readonly #random: SeededRandom;
  readonly #accountId: string;
  /** The connections of this page over which a picture is on its way. */
  readonly #sending = new Set<object>();
  #context: EncounterSnapshot['context'] | undefined;

  constructor(veils: Veils, random: SeededRandom, accountId: string) {
    this.#veils = veils;
    this.#random = random;
    this.#accountId = accountId;
    this.additions = veils.versions.hasIt(accountId, random) ? ['veil'] : [];
  }

  /** What a person does about the veil within a minute; `plan` has what ends with it. */
  decide(plan: (() => void)[], actor: EncounterActor): void {
    const random = this.#random;
    const after = (delay: number, run: () => void) => void plan.push(this.#veils.options.time.after(delay, run));
    // A veil that is down when the page comes back is lifted, or not.
    if (random.chance(0.7)) after(random.between(200, 40_000), () => this.#press(actor, 'lift'));
    if (!random.chance(0.3)) return;
    const times = random.chance(0.3) ? 4 : 1;
    for (let i = 0; i < times; i++) after(random.between(0, 55_000), () => this.#press(actor, 'veil'));
  }

  observe({ context }: EncounterSnapshot, actor: () => EncounterActor): void {
    const before = this.#context;
    this.#context = context;
    if (this.additions.length === 0 && context.veil)
      throw new Violation('ENC-37', `${this.#accountId} was sent a veil that their page does not know`);
    if (context.room && context.veil) {
      const presses = this.#veils.of(context.room.roomID, this.#accountId);
      presses.seen = Math.max(presses.seen, context.veil.n);
    }
    const hasFallen = context.veil !== undefined && isVeiled(context) && context.veil.n !== before?.veil?.n;
    if (!hasFallen) return;
    // Most people see to it that it is lifted again, soon or late.
    const { time } = this.#veils.options;
    if (this.#random.chance(0.8))
      time.after(this.#random.chance(0.2) ? this.#random.around(100) : this.#random.between(500, 25_000), () =>
        this.#press(actor(), 'lift'),
      );
  }

  #press(actor: EncounterActor, what: 'veil' | 'lift'): void {
    const { context } = actor.getSnapshot();
    if (!context.room || actor.getSnapshot().status !== 'active') return;
    const presses = this.#veils.of(context.room.roomID, this.#accountId);
    // A picture is shown within the press that lifts the veil for both.
    if (what === 'lift' && context.veil && isVeiled(context)) presses.lifted = context.veil.n;
    actor.send({ type: what === 'veil' ? 'veil pressed' : 'lift pressed' });
    const { veil } = actor.getSnapshot().context;
    if (what === 'veil' && veil && veil.n > (context.veil?.n ?? 0)) presses.dropped = veil.n;
    this.#veils.options.time.after(0, () => this.#check());
  }

  /** Throws a violation if the veil lasts too long at this page, or hides an interruption. */
  look(snapshot: EncounterSnapshot): void {
    this.#check();
    const { context } = snapshot;
    if (!isVeiled(context) || !snapshot.hasTag('connected') || snapshot.hasTag('we are coming back')) return;
    const { ports, durations, veiledAt = 0 } = context;
    const lasted = ports.clock.now() - veiledAt;
    if (lasted < durations.veilLimit && snapshot.hasTag('the partner is interrupted'))
      throw new Violation('SIDE-74', `${this.#accountId} misses frames under the veil`);
    if (lasted > durations.veilLimit + late && isOurVeil(context))
      throw new Violation('SIDE-74', `the veil of ${this.#accountId} is down for ${Math.round(lasted)} ms`);
  }

  #check(): void {
    const roomID = this.#context?.room?.roomID;
    if (roomID === undefined || this.#sending.size === 0 || this.#veils.maySend(roomID, this.#accountId)) return;
    this.#veils.options.violated(new Violation('SIDE-73', `${this.#accountId} is seen in ${roomID} under the veil`));
  }

  /** Notes which connections have a picture to send. */
  watched(port: PeerPort): PeerPort {
    return {
      open: (options) => {
        const handle = port.open(options);
        const [show, close] = [handle.show.bind(handle), handle.close.bind(handle)];
        handle.show = (camera) => {
          show(camera);
          if (camera) this.#sending.add(handle);
          else this.#sending.delete(handle);
          this.#check();
        };
        handle.close = () => {
          this.#sending.delete(handle);
          close();
        };
        return handle;
      },
    };
  }
}
