/** Those who hear of something, one after another, before whoever caused it goes on. */
export class Listeners<Of extends readonly unknown[]> {
  readonly #all: ((...of: Of) => Promise<void>)[] = [];

  readonly add = (listener: (...of: Of) => Promise<void>): void => {
    this.#all.push(listener);
  };

  async notify(...of: Of): Promise<void> {
    for (const listener of this.#all) await listener(...of);
  }
}

/** Those who hear of something at once, and whom nobody waits for. */
export class Signal<Of extends readonly unknown[]> {
  readonly #all: ((...of: Of) => void)[] = [];

  readonly add = (listener: (...of: Of) => void): void => {
    this.#all.push(listener);
  };

  readonly emit = (...of: Of): void => {
    for (const listener of this.#all) listener(...of);
  };
}
