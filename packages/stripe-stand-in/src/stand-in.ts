import { answer } from './answer.ts';
import type { Context } from './context.ts';
import { Engine } from './engine.ts';
import { StandInHttpClient } from './http-client.ts';
import type { Store } from './store.ts';

export interface StandInOptions {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
  readonly id: Context['id'];
}

/** A stand-in for Stripe: the engine over a store, and the client by which Stripe's own library speaks with it. */
export class StandIn {
  readonly #options: StandInOptions;
  readonly httpClient: StandInHttpClient;
  constructor(options: StandInOptions) {
    this.#options = options;
    this.httpClient = new StandInHttpClient((request) => this.act((engine) => answer(engine, request)));
  }

  /** Acts at Stripe, once everything that has become due has happened. */
  act<T>(act: (engine: Engine) => T): Promise<T> {
    const { store, now, id } = this.#options;
    return store.change((state) => {
      const engine = new Engine(state, Math.floor(now() / 1_000), id);
      engine.catchUp();
      return act(engine);
    });
  }
}
