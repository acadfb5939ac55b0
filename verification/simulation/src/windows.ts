import type { EncounterSnapshot } from '@unspoken/encounter/machine';
import type { PersonEvent } from '@unspoken/encounter/model';
import type { Camera, Company, PeerPort, WindowPort } from '@unspoken/encounter/ports';
import { Violation } from './audit.ts';
import type { Mutant } from './mutants.ts';
import type { SeededRandom } from './seeded-random.ts';

interface WindowOptions {
  readonly random: SeededRandom;
  readonly accountId: string;
  /** Whether accounts were framed at Start, by account and room: a page may be reloaded since. */
  readonly kept: Map<string, boolean>;
  /** Called with a violation: an error thrown in an effect of the chart would be lost. */
  readonly violated: (error: unknown) => void;
  /** A bug to be found: cameras that are not framed say that they are. */
  readonly lies: boolean;
}

/**
 * The portrait window of one simulated page: what its user chooses, and whether what is shown to the partner is what was shown to the user at
 * Start. One camera in thirty cannot be cut.
 */
export class SimulatedWindow {
  readonly #options: WindowOptions;
  readonly #framed = new WeakSet<Camera>();
  readonly #failed = new WeakSet<Camera>();
  readonly #choices: Partial<Record<Company, boolean>> = {};
  #room: string | undefined;
  #wish = false;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  readonly port: WindowPort = {
    isAvailable: true,
    choice: (company) => this.#choices[company],
    choose: (company, isFramed) => {
      this.#choices[company] = isFramed;
    },
  };

  /** A camera that was asked for a window, or not. */
  opened(camera: Camera, isFramed: boolean): Camera {
    const succeeds = isFramed && !this.#options.random.chance(0.03);
    const opened = { ...camera, isFramed: succeeds || (isFramed && this.#options.lies) };
    if (succeeds) this.#framed.add(opened);
    else if (isFramed) this.#failed.add(opened);
    return opened;
  }

  /** What a user does about it before Start, some of it at the last moment. */
  choices(): readonly { readonly delay: number; readonly event: PersonEvent }[] {
    const { random } = this.#options;
    if (!random.chance(0.3)) return [];
    return Array.from({ length: random.chance(0.3) ? 3 : 1 }, () => ({
      delay: random.between(0, 15_000),
      event: { type: 'window chosen', isFramed: random.chance(0.6) },
    }));
  }

  observe({ context }: EncounterSnapshot, isPreparing: boolean): void {
    this.#room = context.room?.roomID;
    if (isPreparing) this.#wish = context.isFramed;
  }

  /** Checks each picture on its way to the partner. */
  watched(port: PeerPort): PeerPort {
    return {
      open: (options) => {
        const handle = port.open(options);
        const show = handle.show.bind(handle);
        handle.show = (camera) => {
          try {
            if (camera) this.#check(camera);
          } catch (error) {
            this.#options.violated(error);
          }
          show(camera);
        };
        return handle;
      },
    };
  }

  #check(camera: Camera): void {
    const { accountId, kept } = this.#options;
    const key = `${accountId} ${this.#room}`;
    const isFramed = this.#framed.has(camera);
    const before = kept.get(key);
    if (before === undefined && this.#wish && !isFramed && !this.#failed.has(camera))
      throw new Violation('SIDE-72', `${accountId} wished to be framed in ${this.#room}, and is shown whole`);
    if (before === true && !isFramed)
      throw new Violation('SIDE-72', `the window of ${accountId} in ${this.#room} has opened to the room`);
    kept.set(key, before ?? (isFramed || camera.isFramed));
  }
}

/** The portrait windows of a world. */
export class Windows {
  readonly #kept = new Map<string, boolean>();
  readonly #mutant: Mutant | undefined;
  readonly #violated: (error: unknown) => void;

  constructor(mutant: Mutant | undefined, violated: (error: unknown) => void) {
    this.#mutant = mutant;
    this.#violated = violated;
  }

  page(random: SeededRandom, accountId: string): SimulatedWindow {
    const lies = this.#mutant === 'a camera that is not framed says that it is';
    return new SimulatedWindow({ random: random.fork(), accountId, kept: this.#kept, violated: this.#violated, lies });
  }
}
