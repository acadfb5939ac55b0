import type { Server } from 'node:http';
import type { Clock } from '../clock.ts';

/** How often the process looks whether it is late, ms. */
const interval = 250;
/** At most so much is not counted, so that a process that is always late still closes what sends nothing, ms. */
export const forgivenAtMost = 15_000;
/** For how long after its end a pause is forgiven: as long as a request may take that had begun before it, ms. */
export const rememberedFor = 15_000;

/**
 * How much of the recent time this process was too busy to read what had arrived. After a pause the timers of Node.js run before anything
 * is read (nodejs.org, "The Node.js Event Loop"), so a limit that counted the pause would cut off clients that have sent everything.
 */
export class OwnDelays {
  readonly #clock: Clock;
  /** When the process looks next, epoch ms. */
  #due = Number.POSITIVE_INFINITY;
  #pauses: { readonly endedAt: number; readonly ms: number }[] = [];
  #cancel: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(): void {
    this.#due = this.#clock.now() + interval;
    this.#cancel = this.#clock.after(interval, this.#look);
  }

  end(): void {
    this.#cancel();
    this.#due = Number.POSITIVE_INFINITY;
  }

  /** Whole milliseconds, with those of a pause that has just ended. */
  get ms(): number {
    const sum = this.#pauses.reduce((ms, pause) => ms + pause.ms, this.#late());
    return Math.round(Math.min(forgivenAtMost, sum));
  }

  #late(): number {
    const late = this.#clock.now() - this.#due;
    return late > interval ? late : 0;
  }

  readonly #look = (): void => {
    const now = this.#clock.now();
    const late = this.#late();
    this.#pauses = this.#pauses.filter(({ endedAt }) => endedAt > now - rememberedFor);
    if (late > 0) this.#pauses.push({ endedAt: now, ms: late });
    this.begin();
  };
}

/**
 * Adds the delays of its own process to the time limits of a server, which Node.js reads whenever it looks for late requests. They are added
 * for all connections, also for one that was opened after a pause.
 */
export function forgiveOwnDelays(server: Pick<Server, 'headersTimeout' | 'requestTimeout'>, delays: Pick<OwnDelays, 'ms'>): void {
  for (const name of ['headersTimeout', 'requestTimeout'] as const) {
    const limit = server[name];
    Object.defineProperty(server, name, { get: () => limit + delays.ms });
  }
}
