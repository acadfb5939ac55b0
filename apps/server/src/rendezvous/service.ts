import { AppError } from '@unspoken/contract/errors';
import {
  farthestRendezvous,
  mostRendezvous,
  type OwnRendezvous,
  type RendezvousNews,
  type RendezvousOffer,
  type RendezvousPool,
  rendezvousWindow,
} from '@unspoken/contract/rendezvous';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import { bestOf, isQuarter, mostOpen, type OfferFacts, offersOf } from './quarters.ts';
import { claimBatch, type RendezvousRow, type RendezvousStore } from './store.ts';

export interface RendezvousOptions {
  readonly store: RendezvousStore;
  readonly accounts: Pick<Accounts, 'timeZone' | 'lock' | 'transaction'>;
  readonly clock: Clock;
  readonly random: Random;
  /** How many people usually connect around each quarter of the day, in UTC. */
  readonly usual: (now: number) => Promise<readonly number[]>;
  /** The circle of a member. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
  /** Those whom a member never meets. */
  readonly separatedFrom: (accountId: string) => Promise<readonly string[]>;
  readonly fault: (error: unknown) => void;
}

/** A rendezvous about which its member is to be notified. */
export interface DueNews extends RendezvousNews {
  readonly accountId: string;
}

const day = 86_400_000;
/** How long before it begins a member is notified that they are alone, and called, ms. Source: requirements/waits 2.4, 2.5. */
const [checkBefore, callBefore] = [900_000, 120_000];
/** How long before the call it is last said that a member is alone, ms: between two notifications there is so much. */
const lastAlone = 60_000;

/** Quarters of an hour in which members agree to come, so that the scattered meet. */
export class Rendezvous {
  readonly #options: RendezvousOptions;
  constructor(options: RendezvousOptions) {
    this.#options = options;
  }

  /** The member's rendezvous that are not over, and how many they can have. */
  async list(accountId: string): Promise<{ rendezvous: OwnRendezvous[]; most: number }> {
    const { store, clock } = this.#options;
    const now = clock.now();
    const rows = await store.of(accountId, { after: new Date(now - mostRendezvous.days * day) });
    const rendezvous = await Promise.all(
      rows
        .filter((row) => isOpen(row, now))
        .map(async ({ id, startsAt, poolType }) => {
          const others = (await this.#chosen(accountId, poolType, startsAt.getTime(), startsAt.getTime())).get(
            startsAt.getTime(),
          );
          return { id, startsAt: startsAt.getTime(), poolType, others: others ?? 0 };
        }),
    );
    return { rendezvous, most: mostOpen(missed(rows, now)) };
  }

  async offers(accountId: string, poolType: RendezvousPool): Promise<RendezvousOffer[]> {
    // Members who connect with their circle say nothing about the circles of others.
    const usual = poolType === 'anyone' ? await this.#options.usual(this.#options.clock.now()) : [];
    return offersOf(await this.#factsFor(accountId, poolType, usual));
  }

  async #factsFor(accountId: string, poolType: RendezvousPool, usual: readonly number[]): Promise<OfferFacts> {
    const { store, accounts, clock } = this.#options;
    const now = clock.now();
    const [chosen, own, zone] = await Promise.all([
      this.#chosen(accountId, poolType, now, now + farthestRendezvous),
      store.of(accountId, { after: new Date(now) }),
      accounts.timeZone(accountId),
    ]);
    return { now, chosen, usual, zone: zone ?? 'UTC', own: new Set(own.map(({ startsAt }) => startsAt.getTime())) };
  }

  /** Throws `quarter_invalid` and `too_many_rendezvous`. The same again changes nothing. */
  async make(accountId: string, startsAt: number, poolType: RendezvousPool): Promise<void> {
    const { store, random } = this.#options;
    await this.#change(accountId, async (tx, rows, now) => {
      this.#requireQuarter(startsAt, now);
      const same = rows.find((row) => row.startsAt.getTime() === startsAt);
      if (same?.poolType === poolType) return;
      // Nobody is in two pools at once.
      if (same) throw new AppError('quarter_invalid');
      if (rows.filter((row) => isOpen(row, now)).length >= mostOpen(missed(rows, now))) throw new AppError('too_many_rendezvous');
      const row = { id: random.id(), accountId, startsAt: new Date(startsAt), poolType, chosenAt: new Date(now) };
      await store.add(tx, row);
    });
  }

  /** Throws `not_found` and `quarter_invalid`. One that has begun can be moved as long as it is open. */
  async move(accountId: string, id: string, startsAt: number): Promise<void> {
    const { store } = this.#options;
    await this.#change(accountId, async (tx, rows, now) => {
      const known = rows.find((row) => row.id === id && isOpen(row, now));
      if (!known) throw new AppError('not_found');
      if (known.startsAt.getTime() === startsAt) return;
      this.#requireQuarter(startsAt, now);
      if (rows.some((row) => row.startsAt.getTime() === startsAt)) throw new AppError('quarter_invalid');
      await store.move(tx, id, new Date(startsAt), new Date(now));
    });
  }

  /** Cancels what is open; anything else stays as it is. */
  async cancel(accountId: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    await store.remove(accountId, id, { after: new Date(clock.now() - rendezvousWindow) });
  }

  /** Cancels all that are open: this account cannot connect. */
  async withdraw(accountId: string): Promise<void> {
    const { store, clock } = this.#options;
    await store.removeAll(accountId, { after: new Date(clock.now() - rendezvousWindow) });
  }

  /** Somebody connects: they have come to their rendezvous in this pool, if one is within three minutes. */
  async connected(accountId: string, poolType: RendezvousPool): Promise<void> {
    const { store, clock } = this.#options;
    const now = clock.now();
    await store.came({ accountId, poolType, from: now - rendezvousWindow, to: now + rendezvousWindow, at: now });
  }

  /** The members who are to be called now; each is claimed by one process, and claimed once. */
  async dueCalls(): Promise<DueNews[]> {
    const now = this.#options.clock.now();
    const calls = await this.#claimAll('calledAt', between(now - rendezvousWindow, now + callBefore), new Date(now));
    const news = 'call' as const;
    return calls.map((row) => ({ ...newsOf(row), news, until: row.startsAt.getTime() + rendezvousWindow }));
  }

  /** The members who are to read that they are alone, and where others are; claimed in the same way. */
  async dueAlone(): Promise<DueNews[]> {
    const { store, clock, fault } = this.#options;
    const now = clock.now();
    // Not right before the call.
    const rows = await this.#claimAll('checkedAt', between(now + callBefore + lastAlone, now + checkBefore), new Date(now));
    // A member who has just chosen it has seen how many others there are.
    const earlier = rows.filter((row) => row.chosenAt.getTime() <= row.startsAt.getTime() - checkBefore);
    const alone = await Promise.all(
      earlier.map((row) =>
        this.#alone(row).catch(async (error: unknown) => {
          fault(error);
          await store.release(row.id, row.startsAt, 'checkedAt').catch(fault);
          return [];
        }),
      ),
    );
    return alone.flat();
  }

  /** Gives back what could not be said yet. */
  async release({ id, startsAt, news }: Pick<DueNews, 'id' | 'startsAt' | 'news'>): Promise<void> {
    await this.#options.store.release(id, new Date(startsAt), news === 'call' ? 'calledAt' : 'checkedAt');
  }

  /** Whether a rendezvous is still to come at this instant: neither kept, nor moved, nor cancelled. */
  isStillDue(id: string, startsAt: number): Promise<boolean> {
    return this.#options.store.isStillDue(id, new Date(startsAt));
  }

  async export(accountId: string) {
    const rows = await this.#options.store.all(accountId);
    return {
      rendezvous: rows.map(({ startsAt, poolType, chosenAt, checkedAt, calledAt, cameAt }) => ({
        ...{ startsAt, poolType, chosenAt, checkedAt, calledAt, cameAt },
      })),
    };
  }

  async forget(before: Date): Promise<void> {
    await this.#options.store.forget(before);
  }

  /** All that are due, however many: those that cannot be said yet are due again, and must not stand in the way of the others. */
  async #claimAll(...claim: Parameters<RendezvousStore['claim']>): Promise<RendezvousRow[]> {
    const claimed: RendezvousRow[] = [];
    for (;;) {
      const rows = await this.#options.store.claim(...claim);
      claimed.push(...rows);
      if (rows.length < claimBatch) return claimed;
    }
  }

  /** The news that a member is alone, if another quarter has others. */
  async #alone(row: RendezvousRow): Promise<DueNews[]> {
    const { accountId, poolType, startsAt } = row;
    const others = await this.#chosen(accountId, poolType, startsAt.getTime(), startsAt.getTime());
    if (others.size > 0) return [];
    // By agreement alone: that some usually come then is no reason to say so.
    const instead = bestOf(await this.#factsFor(accountId, poolType, []));
    return instead && instead.others > 0 ? [{ ...newsOf(row), news: 'alone', until: startsAt.getTime(), instead }] : [];
  }

  async #chosen(accountId: string, poolType: RendezvousPool, from: number, to: number): Promise<ReadonlyMap<number, number>> {
    const { store, matched, separatedFrom } = this.#options;
    const among = poolType === 'myCircle' ? [...(await matched(accountId))] : undefined;
    const except = [accountId, ...(await separatedFrom(accountId))];
    return store.chosen({ from: new Date(from), to: new Date(to) }, { poolType, except, among });
  }

  /** One change of an account at a time: two that come together cannot exceed the limit. */
  async #change(
    accountId: string,
    change: (tx: Database, rows: readonly RendezvousRow[], now: number) => Promise<void>,
  ): Promise<void> {
    const { store, accounts, clock } = this.#options;
    await accounts.transaction(async (tx) => {
      if (!(await accounts.lock(tx, accountId))) throw new AppError('not_found');
      const now = clock.now();
      await change(tx, await store.of(accountId, { after: new Date(now - mostRendezvous.days * day) }, tx), now);
    });
  }

  #requireQuarter(startsAt: number, now: number): void {
    if (!isQuarter(startsAt, now)) throw new AppError('quarter_invalid');
  }
}

const between = (after: number, until: number) => ({ after: new Date(after), until: new Date(until) });

const isOpen = ({ startsAt, cameAt }: RendezvousRow, now: number): boolean =>
  cameAt === null && startsAt.getTime() + rendezvousWindow > now;

/** How many were missed. Those that somebody who comes late can still come to are not. */
const missed = (rows: readonly RendezvousRow[], now: number): number =>
  rows.filter((row) => row.cameAt === null && !isOpen(row, now)).length;

const newsOf = ({ accountId, id, startsAt, poolType }: RendezvousRow) => ({
  ...{ accountId, id, startsAt: startsAt.getTime(), poolType },
});
