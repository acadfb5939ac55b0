interface Waiter<Item> {
  readonly count: number;
  resolve(item: Item): void;
  reject(error: Error): void;
}

/** What has arrived at an endpoint, in order, and those who wait for more of it. */
export class Inbox<Item> {
  readonly items: Item[] = [];
  #waiters: Waiter<Item>[] = [];

  add(item: Item): void {
    const arrived = this.items.push(item);
    for (const { count, resolve } of this.#waiters) if (count === arrived) resolve(item);
    this.#waiters = this.#waiters.filter(({ count }) => count !== arrived);
  }

  /** The last of the first `count` items, once it is there. Rejects when the inbox is closed before. */
  async waitFor(count: number): Promise<Item> {
    return this.items[count - 1] ?? new Promise((resolve, reject) => this.#waiters.push({ count, resolve, reject }));
  }

  close(): void {
    for (const { reject } of this.#waiters.splice(0)) reject(new Error('the push service was closed before the message arrived'));
  }
}
