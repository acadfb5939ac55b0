import type { Bus } from '../bus.ts';
import { type Clock, pause } from '../clock.ts';
import type { Gateway } from './gateway.ts';

/** The pause between two batches, ms. */
const interval = 100;
/** How many sockets are closed together: 250 a second, whose returns take a third to a half of one processor. */
const atOnce = 25;
/** The same where time is short: a thousand a second. */
const atOnceInHaste = 100;
/** How many of those whose sockets were closed may be on their way to another process before further ones are closed. */
export const awayAtMost = 250;
/** How often the other processes are asked who has arrived, ms. */
const askEvery = 500;
/** Somebody who has not arrived by then is not waited for, ms. */
export const awaitedFor = 10_000;
/** From then on nobody is waited for, so that a process has ended within 90 s (E5), ms. */
export const pacedFor = 70_000;

const topics = { seek: 'dismissed sought', found: 'dismissed found' };

interface DismissalOptions {
  readonly bus: Bus;
  readonly gateway: Gateway;
  readonly clock: Clock;
}

/**
 * Closes the sockets of a process that ends, a few at a time: as fast as the other processes take them. Each client opens its socket again without a
 * pause; thousands at once would all wait for the slowest, whereas those who are not dismissed yet are still served.
 */
export class Dismissal {
  readonly #options: DismissalOptions;
  /** The accounts that are on their way to another process, and since when, epoch ms. */
  readonly #away = new Map<string, number>();

  constructor(options: DismissalOptions) {
    this.#options = options;
    const { bus, gateway } = options;
    bus.serve(topics.seek, (accountIds: readonly string[], from) => {
      const found = accountIds.filter((each) => gateway.of(each).length > 0);
      if (found.length > 0) bus.send(from, topics.found, found);
    });
    bus.serve(topics.found, (accountIds: readonly string[]) => {
      for (const each of accountIds) this.#away.delete(each);
    });
  }

  /** Closes all sockets of this process; resolves when they are closed, whether or not the last of their people have arrived elsewhere. */
  async dismiss(): Promise<void> {
    const { bus, gateway, clock } = this.#options;
    const beganAt = clock.now();
    let askedAt = beganAt;
    let left = gateway.all();
    for (;;) {
      const now = clock.now();
      // Somebody who has left by themselves meanwhile arrives nowhere.
      left = left.filter(({ accountId, id }) => gateway.find(accountId, id));
      const room = now - beganAt < pacedFor ? Math.min(atOnce, awayAtMost - this.#away.size) : atOnceInHaste;
      for (const connection of left.splice(0, room)) {
        this.#away.set(connection.accountId, now);
        connection.close();
      }
      if (left.length === 0) return;
      await pause(clock, interval);
      if (clock.now() - askedAt < askEvery) continue;
      askedAt = clock.now();
      for (const [accountId, since] of this.#away) if (askedAt - since >= awaitedFor) this.#away.delete(accountId);
      bus.broadcast(topics.seek, [...this.#away.keys()]);
    }
  }
}
