interface Scheduled {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** The clock and timers of a simulated person. */
export interface Time {
  now(): number;
  after(delay: number, run: () => void): () => void;
}

/** Time that passes only step by step: a queue of scheduled callbacks, run in order. */
export class VirtualTime implements Time {
  #now: number;
  #order = 0;
  readonly #heap: Scheduled[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(delay: number, run: () => void): () => void {
    const scheduled: Scheduled = { at: this.#now + Math.max(0, delay), order: this.#order++, run };
    this.#push(scheduled);
    return () => {
      scheduled.run = undefined;
    };
  }

  /** Runs the next scheduled callback; returns false when there is none. */
  step(): boolean {
    for (let next = this.#pop(); next; next = this.#pop()) {
      if (!next.run) continue;
      this.#now = next.at;
      next.run();
      return true;
    }
    return false;
  }

  #before(a: Scheduled, b: Scheduled): boolean {
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  #push(item: Scheduled): void {
    const heap = this.#heap;
    let index = heap.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(item, heap[parent] as Scheduled)) break;
      heap[index] = heap[parent] as Scheduled;
      index = parent;
    }
    heap[index] = item;
  }

  #pop(): Scheduled | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#before(heap[child + 1] as Scheduled, heap[child] as Scheduled)) child++;
      if (!this.#before(heap[child] as Scheduled, last)) break;
      heap[index] = heap[child] as Scheduled;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

/**
 * Runs everything that waits on promises already resolved, and returns: what Node does itself between two callbacks. It is not
 * a public API; where it does not exist, each step waits for the next tick instead, which is slower and has the same effect.
 */
export const settleNow = (process as { _tickCallback?: () => void })._tickCallback;

/**
 * Up to `most` steps in one turn of the event loop, as long as `step` says that there is one; whether there may be more. In a separate turn,
 * because `settleNow` can empty the microtask queue only outside a promise callback.
 */
export function stepsAtOnce(step: () => boolean, most: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        let goesOn = true;
        for (let steps = 0; goesOn && steps < (settleNow ? most : 1); steps++) {
          goesOn = step();
          if (goesOn) settleNow?.();
        }
        resolve(goesOn);
      } catch (error) {
        reject(error);
      }
    });
  });
}
