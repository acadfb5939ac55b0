import type { MembershipRow } from '@unspoken/server/membership/chart';
import type { RequestRow } from '@unspoken/server/payments/store';
import type Stripe from 'stripe';
import type { Biography, Surroundings } from './surroundings.ts';

const [hour, day] = [3_600_000, 86_400_000];
/** For how long rights may go on after the last sign of a payment: the provider may be away for two days. */
const longestSilence = 4 * day;
/** How long it may take until the product looks at the provider: simulated processes do so about once a day. */
const longestDelay = 1.6 * day;
/** How long after the first failure of a renewal rights go on, and how much later the product may notice. */
const [grace, late] = [14 * day, 3.5 * day];

/** What must hold at every moment, whatever happens. */
export class Watch {
  readonly #world: Surroundings;
  readonly #provedAt = new Map<string, number>();
  /** Since when something has been so at every look. */
  readonly #since = new Map<string, number>();
  constructor(world: Surroundings) {
    this.#world = world;
  }

  look(): void {
    this.#cancelled();
    this.#known();
    for (const person of this.#world.people) if (!person.isDeleted) void this.#rights(person);
    for (const payload of this.#world.outside.replaysTaken)
      this.#world.broken('PAY-3', `a replayed webhook was taken: ${payload}`);
  }

  /** Nobody has two subscriptions at any moment, unless one of them is about to be ended. */
  oneSubscription(): void {
    const living = new Set<string>();
    const { outside, tables } = this.#world;
    for (const { id, status, customer } of outside.state.all('subscription')) {
      if (status !== 'active' && status !== 'past_due') continue;
      const isEnding = ({ objectRef, kind, doneAt }: RequestRow) => objectRef === id && kind === 'end' && doneAt === null;
      // One that was replaced has ended before the next one begins.
      const isReplaced = tables.rows.rows.find(({ subscriptionRef }) => subscriptionRef === id)?.cause === 'replaced';
      if (!isReplaced && tables.payments.requests.find(isEnding)) continue;
      if (living.has(customer as string)) this.#world.broken('MEM-13', `${customer} has two subscriptions`);
      living.add(customer as string);
    }
  }

  /** What was cancelled ends at the provider, as soon as that has been asked for. */
  #cancelled(): void {
    const { outside, tables } = this.#world;
    for (const { subscriptionRef, cancelledAt, endedAt } of tables.rows.rows.all()) {
      if (cancelledAt === null || endedAt !== null || subscriptionRef === null) continue;
      const isAsked = ({ objectRef, doneAt }: RequestRow) => objectRef === subscriptionRef && doneAt === null;
      const there = outside.state.find('subscription', subscriptionRef);
      if (!tables.payments.requests.find(isAsked) && there?.status === 'active' && !there.cancel_at_period_end)
        this.#world.broken('MEM-16', `${subscriptionRef} was cancelled, and goes on`);
    }
  }

  /** Whether something has been so for longer than the product may take to see it, while the provider could be asked. */
  #lasts(what: string, isSo: boolean): boolean {
    const { time, calmSince } = this.#world;
    const since = this.#since.get(what) ?? time.now();
    if (isSo) this.#since.set(what, since);
    else this.#since.delete(what);
    return isSo && time.now() - Math.max(since, calmSince) > longestDelay;
  }

  /** What is known here is what is there, apart from the time in which the provider cannot be asked. */
  #known(): void {
    const { outside, tables } = this.#world;
    for (const row of tables.rows.rows.all()) {
      const there = row.endedAt === null ? outside.state.find('subscription', row.subscriptionRef ?? '') : undefined;
      const difference = there && this.#difference(row, there);
      if (this.#lasts(`${row.id} differs`, difference !== undefined))
        this.#world.broken('PAY-7', `${row.subscriptionRef} ${difference}`);
    }
  }

  #difference(row: MembershipRow, there: Stripe.Subscription): string | undefined {
    const invoice = this.#world.outside.state.find('invoice', there.latest_invoice as string);
    const isSettling = this.#world.outside.intentOf(there.latest_invoice)?.status === 'processing';
    const isFailing = there.status === 'past_due' && invoice?.status === 'open' && !isSettling;
    if (there.status === 'canceled' || there.status === 'incomplete_expired') return 'has ended, and lives here';
    if (there.status === 'active' && row.firstPaidAt === null && !row.isSettling) return 'is paid, and has not begun here';
    if (isFailing !== (row.failingSince !== null)) return isFailing ? 'is not paid, and is here' : 'is paid, and is not here';
    if (there.cancel_at_period_end !== (row.cancelsAt !== null)) return 'ends in one place, and goes on in the other';
    const cents = there.items.data[0]?.price.unit_amount;
    return cents === row.nextCents ? undefined : `costs ${cents}, and ${row.nextCents} here`;
  }

  /** Who has paid has rights. */
  #hasNoRights(accountId: string): void {
    const { outside, tables, society } = this.#world;
    const row = tables.rows.rows.find(
      (each) => each.accountId === accountId && each.endedAt === null && each.providerAccount === 'sandbox',
    );
    const isPaid = row !== undefined && outside.state.find('subscription', row.subscriptionRef ?? '')?.status === 'active';
    if (this.#lasts(`${accountId} has no rights`, isPaid && !society.isSuspended(accountId)))
      this.#world.broken('MEM-3', `${accountId} has paid for ${row?.subscriptionRef}, and has no rights`);
  }

  async #rights(person: Biography): Promise<void> {
    const { world, now } = { world: this.#world, now: this.#world.time.now() };
    const { id } = person;
    const proof = this.#proof(id);
    if (proof) this.#provedAt.set(id, now);
    const right = await world.anyProcess()?.membership.membership.right(id);
    if (right !== 'subscriber') return this.#hasNoRights(id);
    this.#lasts(`${id} has no rights`, false);
    if (world.society.isSuspended(id)) world.broken('MEM-22', `${id} has rights while suspended`);
    const provedAt = this.#provedAt.get(id) ?? Number.NEGATIVE_INFINITY;
    if (now - provedAt > longestSilence) world.broken('MEM-3', `${id} has rights for which nothing was paid`);
    const failingSince = this.#failingSince(id);
    const isKnown = world.calmSince <= now - hour;
    if (isKnown && failingSince !== undefined && now > failingSince + grace + late && !this.#hasPlace(id))
      world.broken('MEM-18', `${id} has rights ${(now - failingSince) / day} days after a renewal has failed`);
  }

  /** Whether a place is open, something is paid, or a debit is being processed. */
  #proof(accountId: string): boolean {
    const { state } = this.#world.outside;
    if (this.#hasPlace(accountId)) return true;
    const customer = this.#customer(accountId);
    return state.all('subscription').some((each) => {
      if (each.customer !== customer) return false;
      if (each.status === 'active' || each.status === 'past_due') return true;
      const intent = this.#world.outside.intentOf(each.latest_invoice);
      return each.status === 'incomplete' && (intent?.status === 'processing' || intent?.status === 'succeeded');
    });
  }

  /** When the renewal of a subscription first failed that has not been paid since. */
  #failingSince(accountId: string): number | undefined {
    const { state } = this.#world.outside;
    const customer = this.#customer(accountId);
    const failing = state.all('subscription').find((each) => each.customer === customer && each.status === 'past_due');
    const invoice = failing && state.find('invoice', failing.latest_invoice as string);
    return invoice && invoice.status === 'open' ? invoice.created * 1_000 : undefined;
  }

  #hasPlace(accountId: string): boolean {
    const now = new Date(this.#world.time.now());
    return (
      this.#world.tables.places.rows.find(
        (each) =>
          each.accountId === accountId &&
          each.beginsAt.getTime() <= now.getTime() + hour &&
          each.endsAt.getTime() > now.getTime() - hour,
      ) !== undefined
    );
  }

  #customer(accountId: string): string | null | undefined {
    const { owners, payers } = this.#world.tables.payments;
    const own = owners.find((each) => each.accountId === accountId && each.providerAccount === 'sandbox');
    return own && payers.get(own.payerId)?.customerRef;
  }
}
