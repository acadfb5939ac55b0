import type { Server } from 'node:http';
import type { Clock } from '../clock.ts';

/** How often the process looks whether it is late, ms. */
const interval = 250;
/** At most so much is not counted, so that a process that is always late still closes what sends nothing, ms. */
export const forgivenAtMost = 30_000;

/**
 * How much of the recent time this process was too busy to read what had arrived. After a pause the timers of Node.js run before anything
 * is read (nodejs.org, "The Node.js Event Loop"), so a limit that counted the pause would cut off clients that have sent everything.
 */
export class OwnDelays {
  readonly #clock: Clock;
  /** When the process looks next, epoch ms. */
  #due: number;
  #past = 0;
  #cancel: () => void;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#due = clock.now() + interval;
    this.#cancel = clock.after(interval, this.#look);
  }

  /** Milliseconds, with those of a pause that has just ended. Punctual time takes as much of them away. */
  get ms(): number {
    return Math.min(forgivenAtMost, this.#past + this.#late());
  }

  end(): void {
    this.#cancel();
  }

  #late(): number {
    const late = this.#clock.now() - this.#due;
    return late > interval ? late : 0;
  }

  readonly #look = (): void => {
    const late = this.#late();
    this.#past = late > 0 ? Math.min(forgivenAtMost, this.#past + late) : Math.max(0, this.#past - interval);
    this.#due = this.#clock.now() + interval;
    this.#cancel = this.#clock.after(interval, this.#look);
  };
}

/** Lets the time limits of a server count only the time in which its process could read. Node.js reads them whenever it looks for late requests. */
export function forgiveOwnDelays(server: Pick<Server, 'headersTimeout' | 'requestTimeout'>, delays: Pick<OwnDelays, 'ms'>): void {
  for (const name of ['headersTimeout', 'requestTimeout'] as const) {
    const limit = server[name];
    Object.defineProperty(server, name, { get: () => limit + delays.ms });
  }
}
