import type { WireAddition } from '@unspoken/contract/encounters';
import type { EncounterActor, EncounterSnapshot } from '@unspoken/encounter/machine';
import type { PeerPort, Wishes, WishesPort } from '@unspoken/encounter/ports';
import { isSoft, noWishes } from '@unspoken/encounter/statements';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import { PageVersions } from './page-versions.ts';
import { SameForBoth } from './same-for-both.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

interface SoftnessOptions {
  readonly time: VirtualTime;
  readonly store: MemoryEncounterStore;
  /** Called with a violation: an error thrown in an effect of the chart would be lost. */
  readonly violated: (error: unknown) => void;
}

/** The soft pictures of a world: what people wish and press, kept apart from what their pages make of it. */
export class Softnesses {
  readonly options: SoftnessOptions;
  /** What browsers keep, by account. */
  readonly kept = new Map<string, Wishes>();
  /** Who has asked to see clearly, by room. */
  readonly cleared = new Map<string, Set<string>>();
  readonly #versions = new PageVersions();
  readonly both: SameForBoth;

  constructor(options: SoftnessOptions) {
    this.options = options;
    this.both = new SameForBoth({
      ...options,
      ...{ promise: 'SIDE-77', what: 'the pictures are soft' },
      isSo: ({ actor }) => isSoft(actor.getSnapshot().context),
      counts: ({ actor }) => actor.getSnapshot().context.additions.includes('soft'),
    });
  }

  page(random: SeededRandom, accountId: string): SimulatedSoftness {
    const own = random.fork();
    return new SimulatedSoftness(this, own, accountId, this.#versions.hasIt(accountId, own));
  }
}

/** Soft pictures at one simulated page, which may be of a version that has none. */
export class SimulatedSoftness {
  readonly additions: readonly WireAddition[];
  readonly wishes: WishesPort;
  readonly #world: Softnesses;
  readonly #random: SeededRandom;
  readonly #accountId: string;
  /** The connections of this page over which a clear picture is on its way. */
  readonly #clear = new Set<object>();
  #context: EncounterSnapshot['context'] | undefined;
  /** What this page's user wishes: as kept when they connected, and as they have changed it since; another tab changes nothing of it. */
  #isWished: boolean;

  constructor(world: Softnesses, random: SeededRandom, accountId: string, hasIt: boolean) {
    this.#world = world;
    this.#random = random;
    this.#accountId = accountId;
    this.additions = hasIt ? ['soft'] : [];
    this.#isWished = world.kept.get(accountId)?.isSoft === true;
    this.wishes = {
      offered: ['soft'],
      kept: () => world.kept.get(accountId) ?? noWishes,
      keep: (wishes) => void world.kept.set(accountId, wishes),
      length: () => ({}),
    };
  }

  /** What a person does about it before Start, and within the minute. */
  decide(state: string, plan: (() => void)[], actor: EncounterActor): void {
    const random = this.#random;
    const after = (delay: number, run: () => void) => void plan.push(this.#world.options.time.after(delay, run));
    if (state === 'preparing' && random.chance(0.4)) {
      const isWished = random.chance(0.7);
      after(random.between(0, 5_000), () => {
        this.#isWished = isWished;
        actor.send({ type: 'wishes changed', wishes: { isSoft: isWished } });
      });
    }
    if (state !== 'connected') return;
    const times = random.chance(0.2) ? 3 : 1;
    for (let i = 0; i < times; i++) if (random.chance(0.7)) after(random.between(0, 50_000), () => this.#press(actor));
  }

  #press(actor: EncounterActor): void {
    const { context, status } = actor.getSnapshot();
    const roomID = context.room?.roomID;
    if (roomID === undefined || status !== 'active') return;
    if (isSoft(context)) {
      const cleared = this.#world.cleared.get(roomID) ?? new Set();
      this.#world.cleared.set(roomID, cleared.add(this.#accountId));
    }
    actor.send({ type: 'see clearly pressed' });
  }

  observe({ context }: EncounterSnapshot): void {
    const hasConnected = this.#context !== undefined && context.clickID !== this.#context.clickID;
    if (hasConnected) this.#isWished = this.#world.kept.get(this.#accountId)?.isSoft === true;
    this.#context = context;
    if (this.additions.length === 0 && Object.keys(context.heard).length > 0)
      throw new Violation('ENC-40', `${this.#accountId} was sent a statement that their page does not know`);
  }

  /** Nobody who wishes to be soft, or knows that the other does, sends a clear picture before both have asked for it. */
  look(): void {
    const roomID = this.#context?.room?.roomID;
    if (this.#context === undefined || roomID === undefined || this.#clear.size === 0 || this.additions.length === 0) return;
    const { cleared } = this.#world;
    const isWished = this.#isWished || this.#context.heard.soft?.isWished === true;
    const asked = cleared.get(roomID) ?? new Set();
    const hasOther = [...asked].some((each) => each !== this.#accountId);
    // A partner whose page has no soft pictures cannot ask.
    const isShared = this.#context.additions.includes('soft');
    if (!isWished || (asked.has(this.#accountId) && (hasOther || !isShared))) return;
    this.#world.options.violated(new Violation('SIDE-76', `${this.#accountId} is seen clearly in ${roomID}`));
  }

  /** Notes which connections have a clear picture to send. */
  watched(port: PeerPort): PeerPort {
    return {
      open: (options) => {
        const handle = port.open(options);
        const [show, soften, close] = [handle.show.bind(handle), handle.soften.bind(handle), handle.close.bind(handle)];
        let [isShown, isSoftened] = [false, false];
        const changed = () => {
          if (isShown && !isSoftened) this.#clear.add(handle);
          else this.#clear.delete(handle);
          // A wish, or a press, and what follows from it are one step.
          this.#world.options.time.after(0, () => this.look());
        };
        handle.show = (camera) => {
          show(camera);
          isShown = camera !== undefined;
          changed();
        };
        handle.soften = (soft) => {
          soften(soft);
          isSoftened = soft;
          changed();
        };
        handle.close = () => {
          this.#clear.delete(handle);
          close();
        };
        return handle;
      },
    };
  }
}
