/** Listeners that are notified one after another; the notifier waits for all of them. */
export class Listeners<Of extends readonly unknown[]> {
  readonly #all: ((...of: Of) => Promise<void>)[] = [];

  readonly add = (listener: (...of: Of) => Promise<void>): void => {
    this.#all.push(listener);
  };

  async notify(...of: Of): Promise<void> {
    for (const listener of this.#all) await listener(...of);
  }
}

/** Listeners that are notified synchronously; nothing waits for what they start. */
export class Signal<Of extends readonly unknown[]> {
  readonly #all: ((...of: Of) => void)[] = [];

  readonly add = (listener: (...of: Of) => void): void => {
    this.#all.push(listener);
  };

  readonly emit = (...of: Of): void => {
    for (const listener of this.#all) listener(...of);
  };
}
