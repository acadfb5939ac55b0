import { type Pause, pauses } from '@unspoken/contract/configuration';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { every } from '../platform/every.ts';
import { Listeners } from '../platform/listeners.ts';
import type { AdministrationStore } from './store.ts';

const name = 'pause';

export interface PauseSwitchOptions {
  readonly store: AdministrationStore;
  readonly clock: Clock;
  /** The setting of the environment, which applies until one is stored. */
  readonly otherwise: Pause;
  /** How often the stored setting is read, because another process may have changed it, ms. */
  readonly interval: number;
  readonly fault: (error: unknown) => void;
}

/** Whether the platform is paused, as last set by any process. */
export class PauseSwitch {
  readonly #options: PauseSwitchOptions;
  readonly #listeners = new Listeners<[pause: Pause]>();
  readonly subscribe = this.#listeners.add;
  readonly #stop: () => void;
  #now: Pause;

  private constructor(options: PauseSwitchOptions, now: Pause) {
    this.#options = options;
    this.#now = now;
    this.#stop = every(options.clock, options.interval, () => this.#look(), options.fault);
  }

  static async open(options: PauseSwitchOptions): Promise<PauseSwitch> {
    return new PauseSwitch(options, await kept(options));
  }

  get now(): Pause {
    return this.#now;
  }

  /** Sets it as part of a transaction; the returned function must be called after the commit. */
  async set(tx: Database, pause: Pause): Promise<() => Promise<void>> {
    await this.#options.store.set(tx, name, pause);
    return () => this.#become(pause);
  }

  close(): void {
    this.#stop();
  }

  async #look(): Promise<void> {
    await this.#become(await kept(this.#options));
  }

  async #become(pause: Pause): Promise<void> {
    if (pause === this.#now) return;
    this.#now = pause;
    await this.#listeners.notify(pause);
  }
}

async function kept({ store, otherwise }: PauseSwitchOptions): Promise<Pause> {
  const value = await store.setting(name);
  return pauses.find((each) => each === value) ?? otherwise;
}
