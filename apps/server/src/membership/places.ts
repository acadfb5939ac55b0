import { AppError } from '@unspoken/contract/errors';
import type { OwnSubscription, PlaceRefusal } from '@unspoken/contract/membership';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Books } from '../books/service.ts';
import type { Payments } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { dayIn } from '../platform/dates.ts';
import type { Random } from '../platform/random.ts';
import { membershipOf } from './chart.ts';
import type { SuspendedAmong } from './due.ts';
import type { MembershipRows } from './membership-store.ts';
import type { PlaceStore } from './place-store.ts';
import type { PlaceKind } from './tables.ts';

export interface PlacesOptions {
  readonly store: PlaceStore;
  readonly rows: Pick<MembershipRows, 'live'>;
  readonly books: Pick<Books, 'givePlace'>;
  readonly payments: Pick<Payments, 'account'>;
  readonly accounts: Pick<Accounts, 'known' | 'byId' | 'lock' | 'write'>;
  readonly hasCompletedMinute: (accountId: string) => Promise<boolean>;
  readonly suspendedAmong: SuspendedAmong;
  readonly changed: (accountId: string) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  /** The keyed hash of an address by which a trial is remembered after its account was deleted. */
  readonly trialHash: (addressKey: string) => string;
  /** How long a trial lasts, days; 0 for none. */
  readonly trialDays: number;
  readonly publicUrl: string;
}

const day = 86_400_000;
/** How long a place that others have paid for lasts. Source: requirements/membership 7.5. */
export const placeDays = 30;
/** How old an account has to be. Source: requirements/membership 7.6. */
const leastAge = 7 * day;
/** In the last days of a place another one can be asked for, and its end is mailed; that of a trial a little later. */
const renewalTime = 7 * day;
const trialReminder = 3 * day;
/** How many are opened in one run, and how many of the queue are looked at. */
const [mostAtOnce, mostLookedAt] = [100, 1_000];

/** Opens a place now, or when the present one ends. When it ends. */
export async function openPlace(
  { store, clock, random }: Pick<PlacesOptions, 'store' | 'clock' | 'random'>,
  tx: Database,
  {
    accountId,
    kind,
    days,
    providerAccount = null,
  }: { readonly accountId: string; readonly kind: PlaceKind; readonly days: number; readonly providerAccount?: string | null },
): Promise<Date> {
  const last = await store.endOfLast(accountId, tx);
  const beginsAt = new Date(Math.max(clock.now(), last?.getTime() ?? 0));
  const endsAt = new Date(beginsAt.getTime() + days * day);
  await store.add(tx, { id: random.id(), accountId, kind, providerAccount, beginsAt, endsAt });
  return endsAt;
}

/** Memberships without a payment: paid for by others, on trial, or given. They end by themselves. Source: requirements/membership 7. */
export class Places {
  readonly #options: PlacesOptions;
  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Puts an account in the queue. Idempotent. Throws `membership_exists` or `place_too_early`. */
  async ask(accountId: string): Promise<void> {
    const { store, accounts, clock } = this.#options;
    const refusal = await this.#refusal(await accounts.known(accountId));
    if (refusal !== undefined) throw new AppError(refusal === 'member' ? 'membership_exists' : 'place_too_early');
    await store.transaction(async (tx) => {
      if (!(await accounts.lock(tx, accountId))) throw new AppError('sign_in_required');
      await store.enqueue(tx, accountId, new Date(clock.now()));
    });
  }

  /** Begins the trial, once for a person: an account that was deleted is remembered for a while. Throws `membership_exists` or `trial_used`. */
  async tryOut(accountId: string): Promise<void> {
    const { store, accounts, trialDays, changed } = this.#options;
    if (await this.#isMember(accountId)) throw new AppError('membership_exists');
    await store.transaction(async (tx) => {
      // The account's row is the lock: of two requests one begins it.
      const account = await accounts.lock(tx, accountId);
      if (!account) throw new AppError('sign_in_required');
      if (!(await this.#isTrialLeft(account, tx))) throw new AppError('trial_used');
      await openPlace(this.#options, tx, { accountId, kind: 'trial', days: trialDays });
    });
    await changed(accountId);
  }

  /** What its owner sees of it. */
  async ownView(accountId: string): Promise<OwnSubscription['place']> {
    const { store, accounts, clock, trialDays } = this.#options;
    const now = new Date(clock.now());
    const [current, account] = [await store.at(accountId, now, this.#options.payments.account), await accounts.known(accountId)];
    const isTrialLeft = await this.#isTrialLeft(account);
    return {
      ...{
        kind: current?.kind ?? null,
        endsAt: current?.endsAt.toISOString() ?? null,
        isQueued: (await store.queuedSince(accountId)) !== undefined,
      },
      ...{ refusal: (await this.#refusal(account)) ?? null, trialDays: isTrialLeft ? trialDays : 0 },
    };
  }

  async #isTrialLeft({ id, addressKey }: Account, from?: Database): Promise<boolean> {
    const { store, trialDays, trialHash } = this.#options;
    if (trialDays === 0 || (await store.hasHad(id, 'trial', from))) return false;
    return !(await store.hasFormerTrial(trialHash(addressKey), from));
  }

  /** What time brings about: places are opened while there is money for them, their ends are mailed, and other parts learn of them. */
  async run(): Promise<void> {
    await this.#openNext();
    await this.#remind(['solidarity'], renewalTime, 'placeEnding', '/membership');
    await this.#remind(['trial'], trialReminder, 'trialEnding', '/membership');
    await this.#close();
  }

  async #openNext(): Promise<void> {
    const { books, payments, random, clock, changed } = this.#options;
    const { account: providerAccount } = payments;
    if (providerAccount === undefined) return;
    await this.#leaveQueue();
    for (let i = 0; i < mostAtOnce; i++) {
      let opened: string | undefined;
      const booking = { providerAccount, at: new Date(clock.now()) };
      const isGiven = await books.givePlace(random.id(), booking, async (tx) => {
        opened = await this.#openForNext(tx, providerAccount);
        return opened !== undefined;
      });
      if (!isGiven || opened === undefined) return;
      await changed(opened);
    }
  }

  /** Takes those out of the queue who have become members in another way. */
  async #leaveQueue(): Promise<void> {
    const { store } = this.#options;
    await store.transaction(async (tx) => {
      for (const accountId of await store.queue(tx, mostLookedAt))
        if (await this.#isMember(accountId, tx)) await store.dequeue(tx, accountId);
    });
  }

  /** Opens a place for the next in the queue who may have one. The account; undefined if nobody waits. */
  async #openForNext(tx: Database, providerAccount: string): Promise<string | undefined> {
    const { store, accounts, suspendedAmong, publicUrl } = this.#options;
    const waiting = await store.queue(tx, mostLookedAt);
    const suspended = await suspendedAmong(waiting, tx);
    for (const accountId of waiting) {
      // A suspended member keeps the position.
      if (suspended.has(accountId)) continue;
      // Not for an account that is being deleted; nor beside another place of it.
      const account = await accounts.lock(tx, accountId);
      if (!account || (await this.#isMember(accountId, tx))) continue;
      if (!(await store.dequeue(tx, accountId))) continue;
      const ends = await openPlace(this.#options, tx, { accountId, kind: 'solidarity', days: placeDays, providerAccount });
      await accounts.write(tx, account, {
        ...{ kind: 'placeOpened', values: { date: dayIn(account.language, ends) }, link: `${publicUrl}/` },
      });
      return accountId;
    }
    return undefined;
  }

  async #remind(kinds: readonly PlaceKind[], time: number, kind: 'placeEnding' | 'trialEnding', path: string): Promise<void> {
    const { store, accounts, clock, publicUrl } = this.#options;
    const now = clock.now();
    for (const row of await store.toRemind(kinds, new Date(now), new Date(now + time)))
      await store.transaction(async (tx) => {
        const account = await accounts.byId(row.accountId, tx);
        if (!(await store.note(tx, row.id, 'remindedAt', new Date(now))) || !account) return;
        // A member who pays by now keeps the membership.
        if (await this.#pays(row.accountId, tx)) return;
        const values = { date: dayIn(account.language, row.endsAt) };
        await accounts.write(tx, account, { kind, values, link: publicUrl + path });
      });
  }

  async #close(): Promise<void> {
    const { store, clock, changed } = this.#options;
    const now = new Date(clock.now());
    for (const { id, accountId } of await store.toClose(now))
      if (await store.transaction((tx) => store.note(tx, id, 'closedAt', now))) await changed(accountId);
  }

  async #refusal({ id, createdAt }: Pick<Account, 'id' | 'createdAt'>): Promise<PlaceRefusal | undefined> {
    const { clock, hasCompletedMinute } = this.#options;
    if (await this.#isMember(id)) return 'member';
    if (clock.now() - createdAt.getTime() < leastAge) return 'young';
    return (await hasCompletedMinute(id)) ? undefined : 'minute';
  }

  /** Whether an account pays, or has a place that lasts longer than the last week of it. */
  async #isMember(accountId: string, from?: Database): Promise<boolean> {
    const { store, clock } = this.#options;
    const now = clock.now();
    const last = await store.endOfLast(accountId, from);
    if (last !== undefined && last.getTime() > now + renewalTime) return true;
    return this.#pays(accountId, from);
  }

  async #pays(accountId: string, from?: Database): Promise<boolean> {
    const { rows, payments, clock } = this.#options;
    const row = payments.account === undefined ? undefined : await rows.live(accountId, payments.account, from);
    return !['none', 'pending', 'ended'].includes(membershipOf(row, false, clock.now()).state);
  }
}
