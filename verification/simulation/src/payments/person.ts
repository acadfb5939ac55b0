import { AppError } from '@unspoken/contract/errors';
import type { MembershipRow } from '@unspoken/server/membership/chart';
import type { Confirmable } from '@unspoken/server/payments/service';
import type { EventRow } from '@unspoken/server/payments/store';
import { StripeFailure } from '@unspoken/stripe-stand-in/failure';
import { behaviourId } from '@unspoken/stripe-stand-in/state';
import { type TestMethod, testMethods } from '@unspoken/stripe-stand-in/test-methods';
import type { SeededRandom } from '../seeded-random.ts';
import type { PaymentProcess } from './process.ts';
import type { Accepted, Biography, Surroundings } from './surroundings.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

const billing = { email: 'bill@example.org', firstName: 'Ada', lastName: 'Example', postalCode: '10115', country: 'DE' };

/** How often somebody does each thing, compared with the others. */
const acts = {
  ...{ join: 12, donate: 4, cancel: 5, resume: 4, withdraw: 2, price: 4, recover: 6, fail: 5, mend: 4, method: 2 },
  ...{ suspend: 4, reverse: 3, ban: 0.4, delete: 0.8, place: 4, trial: 2, tryOut: 3, refundByHand: 1.5, tryCards: 1 },
} as const;
export type Act = keyof typeof acts;
const total = Object.values(acts).reduce((sum, weight) => sum + weight, 0);

/** What the product answers to somebody who does what is not possible now. */
const refusals = [
  ...['unavailable', 'membership_exists', 'payment_pending', 'payment_not_found', 'no_membership', 'invoice_open'],
  ...['withdrawal_over', 'dispute_open', 'sign_in_required', 'place_too_early', 'trial_used', 'refund_too_large'],
  ...['payment_method_in_use', 'payment_method_not_found', 'too_many_declined'],
];

/** What somebody sends: the same each time they send it. */
interface Form {
  readonly kind: 'subscription' | 'donation';
  readonly attempt: string;
  readonly cents: number;
  readonly purpose: 'donation' | 'places';
}

/** Somebody who lives with the product, pays, stops paying, and is sanctioned now and then. */
export class Person implements Biography {
  readonly id: string;
  readonly accepted: Accepted[] = [];
  readonly #world: Surroundings;
  readonly #random: SeededRandom;
  /** How many of their free tries were used. */
  usedTries = 0;
  #rooms = 0;

  constructor(world: Surroundings, random: SeededRandom, id: string) {
    this.#world = world;
    this.#random = random;
    this.id = id;
    world.society.add(id);
  }

  get isDeleted(): boolean {
    return this.#world.society.people.get(this.id) === undefined;
  }

  /** Does the next thing, and plans the one after it. */
  begin(): void {
    const random = this.#random;
    this.#world.time.after(this.#rooms === 0 ? random.around(12 * day) : random.around(16 * day), () => {
      this.#rooms++;
      if (this.#world.isHealed || this.isDeleted) return;
      const act = this.#live() === undefined && random.chance(0.5) ? 'join' : this.#choose();
      void this.perform(act);
      this.begin();
    });
  }

  #choose(): Act {
    let left = this.#random.next() * total;
    for (const [act, weight] of Object.entries(acts)) {
      left -= weight;
      if (left < 0) return act as Act;
    }
    return 'join';
  }

  async perform(act: Act): Promise<void> {
    const process = this.#world.anyProcess();
    if (!process) return;
    try {
      await this.#do(act, process);
      this.#world.lookSoon();
    } catch (error) {
      this.#world.lookSoon();
      const isRefusal = error instanceof AppError && refusals.includes(error.code);
      if (!isRefusal && !(error instanceof StripeFailure)) this.#world.fault(error, `${act} of ${this.id}`);
    }
  }

  async #do(act: Act, process: PaymentProcess): Promise<void> {
    const { society, time } = this.#world;
    const { managing, places } = process.membership;
    const random = this.#random;
    // A page for members is not open to those who are suspended; they may cancel and withdraw.
    const isOpen =
      !society.isSuspended(this.id) || ['cancel', 'withdraw', 'reverse', 'ban', 'delete', 'fail', 'mend'].includes(act);
    if (!isOpen) return;
    switch (act) {
      case 'join':
        // Some have two pages open, and choose differently on them.
        if (random.chance(0.15)) void this.perform('join');
        return this.#pay('subscription', random.pick([500, 800, 1_200, 2_500]));
      case 'donate':
        return this.#pay('donation', random.pick([700, 1_000, 3_000]));
      case 'cancel':
        return this.#accept('cancel', () => managing.cancel(this.id));
      case 'withdraw':
        return this.#accept('withdraw', () => managing.withdraw(this.id));
      case 'resume': {
        const row = this.#live();
        await managing.resume(this.id);
        const last = this.accepted.findLastIndex(({ kind, membershipId }) => kind === 'cancel' && membershipId === row?.id);
        if (last >= 0) this.accepted.splice(last, 1);
        return;
      }
      case 'price':
        return managing.updatePrice(this.id, random.pick([500, 900, 1_500]));
      case 'recover': {
        const confirmable = await this.#confirmable(process, await managing.recover(this.id));
        if (confirmable) await this.#confirm(confirmable, testMethods.visa);
        return;
      }
      case 'fail':
      case 'mend':
        return this.#behave(act === 'fail' ? 'declines' : 'succeeds');
      case 'method': {
        const id = await managing.addMethod(this.id, this.#world.id());
        const confirmable = await this.#confirmable(process, id);
        if (confirmable) await this.#confirm(confirmable, testMethods.visaFrance);
        return;
      }
      case 'suspend': {
        const lasts = random.pick([3 * day, 9 * day, 40 * day]);
        society.suspend(this.id, lasts);
        // It ends by time: within a minute the product notices.
        time.after(lasts, () => this.#world.lookSoon());
        return;
      }
      case 'reverse':
        return void society.reverse(this.id);
      case 'ban':
        return this.#accept('ban', async () => society.suspend(this.id, Number.POSITIVE_INFINITY));
      case 'delete':
        return this.#accept('delete', () => process.erase(this.id));
      case 'place':
        return places.ask(this.id);
      case 'trial':
        return places.tryOut(this.id);
      case 'tryOut':
        return this.#tryOut(process);
      case 'refundByHand':
        return this.#refundByHand(process);
      case 'tryCards':
        return this.#tryCards();
    }
  }

  /** Sends a form until it is answered, and pays, or not. */
  async #pay(kind: 'subscription' | 'donation', cents: number): Promise<void> {
    const random = this.#random;
    const form: Form = { kind, cents, attempt: this.#world.id(), purpose: random.pick(['donation', 'places']) };
    for (let sent = 0; sent < 3; sent++) {
      const process = this.#world.anyProcess();
      try {
        if (process && !this.isDeleted) return await this.#paid(process, form);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      }
      await this.#world.outside.sleep(random.chance(0.2) ? random.between(hour, 30 * hour) : random.between(second, minute));
    }
  }

  async #paid(process: PaymentProcess, { kind, attempt, cents, purpose }: Form): Promise<void> {
    const random = this.#random;
    const { payments } = process.payments;
    const details = { ...billing, language: 'en' };
    const confirmable =
      kind === 'subscription'
        ? await process.membership.subscriptions.begin(this.id, { attempt, cents }, details)
        : await payments.start(await payments.begin(this.id, { kind, attempt, cents, purpose }, details));
    if (random.chance(0.12)) return;
    const method = random.pick(methods);
    await this.#world.outside.sleep(random.chance(0.05) ? random.between(hour, 26 * hour) : random.between(second, 5 * minute));
    await this.#confirm(confirmable, method);
    // One that was declined is tried again with another card, on the same page.
    if (method.present === 'declines' && random.chance(0.6)) await this.#confirm(confirmable, testMethods.visa);
    await this.#world.anyProcess()?.payments.payments.status(this.id, confirmable.payment.id);
  }

  async #confirmable(process: PaymentProcess, paymentRecordId: string): Promise<Pick<Confirmable, 'clientSecret'> | undefined> {
    const { intent } = await process.payments.payments.status(this.id, paymentRecordId);
    return intent && { clientSecret: intent.clientSecret };
  }

  async #confirm({ clientSecret }: Pick<Confirmable, 'clientSecret'>, method: TestMethod): Promise<void> {
    const { outside } = this.#world;
    const random = this.#random;
    const intent = await outside.act((engine) => engine.confirm(clientSecret, engine.method(method)));
    if (intent.status === 'requires_action' && random.chance(0.85)) {
      await outside.sleep(random.between(second, 10 * minute));
      await outside.act((engine) => engine.authenticate(clientSecret, random.chance(0.8)));
    }
    const intentNow = intent.object === 'payment_intent' ? outside.state.find('payment_intent', intent.id) : undefined;
    if (typeof intentNow?.latest_charge === 'string') this.#world.paidByHand.add(intentNow.latest_charge);
  }

  /** From now on their bank does so. */
  async #behave(outcome: 'declines' | 'succeeds'): Promise<void> {
    const { outside, tables } = this.#world;
    const payer = await tables.payments.payerOf(this.id, 'sandbox');
    for (const { id, customer } of outside.state.all('payment_method'))
      if (customer !== null && customer === payer?.customerRef && outside.state.find('behaviour', behaviourId(id)))
        await outside.act((engine) => engine.behave(id, { present: outcome, absent: outcome }));
  }

  /** Notes what was accepted of the membership that lives. */
  async #accept(kind: Accepted['kind'], act: () => Promise<void>): Promise<void> {
    const row = this.#live();
    await act();
    if (row) this.accepted.push({ kind, at: this.#world.time.now(), membershipId: row.id });
  }

  /** Two rooms at once claim the try; one of them, or none, uses it. */
  async #tryOut(process: PaymentProcess): Promise<void> {
    const { tables } = this.#world;
    const { membership } = process.membership;
    const rooms = [1, 2].map(() => `${this.id} room ${++this.#rooms}`);
    const claimed: string[] = [];
    for (const room of rooms)
      if (await tables.transactions.run((tx) => membership.claimTry(tx, this.id, room))) claimed.push(room);
    if (claimed.length > 1) this.#world.broken('MEM-2', `two rooms have claimed the try of ${this.id}`);
    for (const room of claimed) {
      const isUsed = this.#random.chance(0.5);
      if (isUsed) this.usedTries++;
      await tables.transactions.run((tx) => membership.settleTry(tx, this.id, room, isUsed));
    }
  }

  /** Finds out which of several cards work. Once the product knows of three declined attempts it begins nothing more. */
  async #tryCards(): Promise<void> {
    const { tables, outside, time } = this.#world;
    const random = this.#random;
    const process = this.#world.anyProcess();
    if (!process) return;
    const begin = () =>
      process.payments.payments.begin(
        this.id,
        { kind: 'donation', attempt: this.#world.id(), cents: 500, purpose: 'donation' },
        { ...billing, language: 'en' },
      );
    const confirmable = await process.payments.payments.start(await begin());
    const cards = Math.floor(random.between(3, 6));
    for (let i = 0; i < cards; i++) {
      await this.#confirm(confirmable, testMethods.declines).catch((error: unknown) => {
        if (!(error instanceof StripeFailure)) throw error;
      });
      await outside.sleep(random.between(second, 2 * minute));
    }
    const payer = await tables.payments.payerOf(this.id, 'sandbox');
    const isKnown = ({ type, customerRef, created }: EventRow) =>
      type === 'payment_intent.payment_failed' && customerRef === payer?.customerRef && created.getTime() > time.now() - hour / 2;
    if (process.isDead || tables.payments.events.where(isKnown).length < 3) return;
    const begun = await begin().catch(() => undefined);
    if (begun) this.#world.broken('PAY-15', `${this.id} tries out cards, and begins another payment`);
    else this.#world.cardsTried();
  }

  async #refundByHand(process: PaymentProcess): Promise<void> {
    const { tables } = this.#world;
    const payer = await tables.payments.payerOf(this.id, 'sandbox');
    const paid = tables.payments.rows.where(({ payerId, paidAt }) => payerId === payer?.id && paidAt !== null);
    const payment = paid.at(-1);
    if (!payment) return;
    const wish = { id: this.#world.id(), cents: this.#random.pick([300, payment.cents]), reason: 'goodwill' as const };
    const { refunds } = process.payments;
    await tables.transactions.run((tx) => refunds.decideByHand(tx, payment, { ...wish, by: this.id, alone: 10_000 }));
  }

  #live(): MembershipRow | undefined {
    return this.#world.tables.rows.rows.find(
      ({ accountId, endedAt, providerAccount }) => accountId === this.id && endedAt === null && providerAccount === 'sandbox',
    );
  }
}

/** With what people pay; a debit that is returned two weeks after it has succeeded is among it. */
const methods: readonly TestMethod[] = [
  ...[testMethods.visa, testMethods.visa, testMethods.visaGermany, testMethods.visaFrance, testMethods.authenticatesOnce],
  ...[testMethods.authenticatesAlways, testMethods.declines, testMethods.disputes, testMethods.debit, testMethods.debitBounces],
  { ...testMethods.debit, bounces: (14 * day) / second },
  { ...testMethods.debit, activates: false } as TestMethod,
];
