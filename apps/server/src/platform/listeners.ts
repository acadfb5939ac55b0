/** Those who hear of something, one after another, before whoever caused it goes on. */
export class Listeners<Of extends readonly unknown[]> {
  readonly #all: ((...of: Of) => Promise<void>)[] = [];

  readonly add = (follower: (...of: Of) => Promise<void>): void => {
    this.#all.push(follower);
  };

  async tell(...of: Of): Promise<void> {
    for (const follower of this.#all) await follower(...of);
  }
}
