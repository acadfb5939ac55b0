import { Books } from '@unspoken/server/books/service';
import type { MembershipRow } from '@unspoken/server/membership/chart';
import { grace } from '@unspoken/server/membership/chart';
import type { PaymentRow } from '@unspoken/server/payments/service';
import type Stripe from 'stripe';
import { tax } from './process.ts';
import type { Biography, Surroundings } from './surroundings.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** How late a pause, or its end, may reach the provider, and by how much clocks differ. */
const margin = 50 * minute;

/** What must hold once nothing has gone wrong for a while: what the product says is what the provider says. */
export async function auditAtRest(world: Surroundings): Promise<void> {
  await books(world);
  setAside(world);
  nothingIsLeft(world);
  sameSubscriptions(world);
  refunds(world);
  startedOnce(world);
  mails(world);
  places(world);
  for (const person of world.people) await personAtRest(world, person);
}

async function books(world: Surroundings): Promise<void> {
  const { tables, outside } = world;
  const { faults } = await new Books(tables.books).check(new Date(0));
  for (const each of faults) world.broken(bookPromises.find(([words]) => words.test(each))?.[1] ?? 'BOO-1', each);
  const moved = outside.state.all('balance_transaction');
  const booked = (await tables.books.balances('sandbox')).get('provider') ?? 0;
  const there = moved.reduce((sum, { net }) => sum + net, 0);
  if (booked !== there) world.broken('MEM-26', `${booked} cents are booked, and ${there} are there`);
  for (const { id } of moved) if (!tables.books.entries.get(`sandbox ${id}`)) world.broken('BOO-5', `${id} is not booked`);
  const known = new Set(moved.map(({ id }) => id));
  for (const { providerAccount, movementRef, kind } of tables.books.entries.all())
    if (providerAccount === 'sandbox' && kind !== 'place' && !known.has(movementRef))
      world.broken('BOO-5', `${movementRef} was booked, and has not moved`);
  for (const receipt of tables.books.issued.all()) {
    const { grossCents, vatCents, corrects, purpose } = receipt;
    // A correction takes back what is left of the first tax, to the cent.
    if (purpose !== 'membership' || corrects !== null) continue;
    const net = Math.round((grossCents * 10_000) / (10_000 + tax.basisPoints));
    if (vatCents !== grossCents - net) world.broken('BOO-2', `${grossCents} cents contain ${vatCents} cents of tax`);
  }
  await world.anyProcess()?.payments.reconcile();
}

/** Which promise a fault of the books breaks. */
const bookPromises = [
  [/gap/, 'BOO-10'],
  [/below nothing/, 'BOO-3'],
  [/has no receipt/, 'BOO-11'],
] as const;

/** What is set aside for places was never less than nothing. */
function setAside(world: Surroundings): void {
  const { tables } = world;
  let cents = 0;
  for (const { postings, movementRef, providerAccount } of tables.books.entries.all()) {
    for (const posting of postings) if (providerAccount === 'sandbox' && posting.account === 'places') cents -= posting.cents;
    if (cents < 0) world.broken('BOO-3', `${cents} cents were set aside for places after ${movementRef}`);
  }
}

function nothingIsLeft(world: Surroundings): void {
  const { payments, refunds: back } = world.tables;
  for (const { kind, objectRef } of payments.requests.where(({ doneAt }) => doneAt === null))
    world.broken('PAY-8', `${kind} of ${objectRef} has not been done`);
  for (const { type, id } of payments.events.where(({ appliedAt }) => appliedAt === null))
    world.broken('PAY-7', `${type} ${id} has not been applied`);
  for (const { id, paymentId } of back.rows.where(({ state }) => state === 'due'))
    world.broken('PAY-8', `refund ${id} of payment ${paymentId} has not been given`);
}

function sameSubscriptions(world: Surroundings): void {
  const { tables, outside } = world;
  for (const row of tables.rows.rows.all()) endedForAReason(world, row);
  const rows = new Map(tables.rows.rows.all().map((row) => [row.subscriptionRef, row]));
  for (const { id, status, items, latest_invoice, cancel_at_period_end, pause_collection } of outside.state.all('subscription')) {
    const row = rows.get(id);
    const isOver = status === 'canceled' || status === 'incomplete_expired';
    if (row && row.endedAt !== null && !isOver) world.broken('MEM-16', `${id} has ended here, and is ${status} there`);
    if (row && row.endedAt === null && isOver) world.broken('PAY-7', `${id} lives here, and is ${status} there`);
    if (!row && !isOver && status !== 'incomplete') world.broken('MEM-13', `${id} lives there, and is not known here`);
    if (items.data.length !== 1) world.broken('MEM-17', `${id} has ${items.data.length} prices`);
    const invoice = outside.state.find('invoice', latest_invoice as string);
    const isOwed = isOver && invoice?.status === 'open' && world.outside.intentOf(invoice.id)?.status !== 'processing';
    const isReturned = chargesOf(world, id).some(({ failure_balance_transaction }) => failure_balance_transaction !== null);
    if (row && isReturned && row.endedAt === null) world.broken('MEM-15', `${id} goes on although a debit was returned`);
    const isDisputed = chargesOf(world, id).some(({ disputed, id: charge }) => disputed && !isWon(world, charge));
    if (row && isDisputed && row.endedAt === null) world.broken('MEM-24', `${id} goes on although a payment is disputed`);
    if (isOwed) world.broken('MEM-18', `${id} has ended with a debt`);
    if (!row || row.endedAt !== null) continue;
    const cents = items.data[0]?.price.unit_amount;
    if (status !== 'incomplete' && row.nextCents !== cents)
      world.broken('MEM-17', `${id} costs ${cents}, and ${row.nextCents} here`);
    if (cancel_at_period_end !== (row.cancelsAt !== null) && status !== 'incomplete')
      world.broken('MEM-16', `${id} ${cancel_at_period_end ? 'ends' : 'goes on'} there, and here not`);
    const isSuspended = row.accountId !== null && world.society.isSuspended(row.accountId);
    if (row.firstPaidAt !== null && (pause_collection !== null) !== isSuspended)
      world.broken(
        'MEM-22',
        `${id} is ${pause_collection === null ? '' : 'not '}collected, and ${isSuspended ? '' : 'not '}suspended`,
      );
  }
}

/** A membership has ended as cancelled only if it was cancelled, and as unpaid only if it was not paid. */
function endedForAReason(world: Surroundings, { id, cause, endedAt, firstPaidAt, subscriptionRef }: MembershipRow): void {
  const { outside, people } = world;
  if (endedAt === null || firstPaidAt === null) return;
  const accepted = people.flatMap((person) => person.accepted).filter(({ membershipId }) => membershipId === id);
  if (cause === 'cancelled' && !accepted.some(({ kind }) => kind === 'cancel'))
    world.broken('MEM-16', `${subscriptionRef} has ended as cancelled, and nobody has cancelled it`);
  const subscription = outside.state.find('subscription', subscriptionRef ?? '');
  const invoice = subscription && outside.state.find('invoice', subscription.latest_invoice as string);
  const paidAt = invoice?.status_transitions.paid_at ?? Number.POSITIVE_INFINITY;
  // The last renewal may have been paid while the end was on its way.
  if (cause === 'unpaid' && paidAt * 1_000 < endedAt.getTime() - 3 * day)
    world.broken('MEM-18', `${subscriptionRef} has ended as unpaid, and was paid`);
}

const chargesOf = ({ tables, outside }: Surroundings, subscription: string): Stripe.Charge[] => {
  const own = new Set(
    tables.payments.rows.where(({ subscriptionRef }) => subscriptionRef === subscription).map(({ intentRef }) => intentRef),
  );
  return outside.state.all('charge').filter(({ payment_intent }) => own.has(payment_intent as string));
};

const isWon = ({ outside }: Surroundings, charge: string): boolean =>
  outside.state.all('dispute').some((each) => each.charge === charge && each.status === 'won');

/** The membership that a payment belongs to; none for a donation. */
const membershipOf = ({ tables }: Surroundings, { subscriptionRef }: PaymentRow): MembershipRow | undefined =>
  subscriptionRef === null ? undefined : tables.rows.rows.find((each) => each.subscriptionRef === subscriptionRef);

/** What was given back is what had to be, and no more. */
function refunds(world: Surroundings): void {
  const { tables, outside, society } = world;
  for (const charge of outside.state.all('charge')) {
    const payment = tables.payments.rows.find(({ intentRef }) => intentRef !== null && intentRef === charge.payment_intent);
    if (!payment || charge.status !== 'succeeded') continue;
    const given = tables.refunds.rows.where((each) => each.paymentId === payment.id);
    const back = outside.state.all('refund').filter((each) => each.charge === charge.id);
    const sum = back.reduce((all, { amount, status }) => all + (status === 'succeeded' ? amount : 0), 0);
    if (sum > charge.amount || given.reduce((all, { cents }) => all + cents, 0) > charge.amount)
      world.broken('PAY-14', `more than ${charge.amount} cents of ${charge.id} have gone back`);
    const done = given.reduce((all, { cents, state }) => all + (state === 'done' ? cents : 0), 0);
    if (done !== sum) world.broken('PAY-8', `${done} cents of ${charge.id} are noted as given back, and ${sum} were`);
    const isFailed = back.some(({ status }) => status === 'failed');
    if (isFailed || charge.disputed) continue;
    const why = owedWhole(world, payment, charge);
    if (why !== undefined && charge.amount_refunded !== charge.amount)
      world.broken('PAY-14', `${charge.id} was ${why}, and ${charge.amount_refunded} of ${charge.amount} cents went back`);
    const lost = daysOfReversal(world, payment);
    // Whole days, by clocks that differ.
    const least = Math.floor((charge.amount * (lost - 1)) / 31);
    if (sum < Math.min(least, charge.amount))
      world.broken('MEM-34', `${sum} cents of ${charge.id} went back for ${lost} days of a reversed suspension`);
    const row = membershipOf(world, payment);
    const isUnsuspicious =
      row !== undefined &&
      row.accountId !== null &&
      row.firstPaidAt !== null &&
      row.failingSince === null &&
      (row.cause === null ||
        (row.cause === 'cancelled' && (payment.paidAt?.getTime() ?? 0) < (row.endedAt?.getTime() ?? 0) - hour)) &&
      !society.sanctions.some(({ accountId }) => accountId === row.accountId) &&
      !given.some(({ decidedBy }) => decidedBy !== null);
    if (isUnsuspicious && sum > 0) world.broken('PAY-14', `${sum} cents of ${charge.id} went back for no reason`);
  }
}

/** On how many of the days that a payment is for its payer was suspended by a decision that was reversed. */
function daysOfReversal(world: Surroundings, payment: PaymentRow): number {
  const { tables, society } = world;
  const { payerId, paidAt, kind } = payment;
  const accountId = tables.payments.owners.get(payerId)?.accountId;
  if (accountId === undefined || paidAt === null || kind === 'donation') return 0;
  const endedAt = membershipOf(world, payment)?.endedAt ?? null;
  const [from, until] = [paidAt.getTime(), Math.min(paidAt.getTime() + 28 * day, endedAt?.getTime() ?? Number.POSITIVE_INFINITY)];
  const own = society.sanctions.filter((each) => each.accountId === accountId && each.reversedAt !== undefined);
  const days = own.map(({ since, until: end, reversedAt = end }) =>
    Math.floor((Math.min(end, reversedAt, until) - Math.max(since, from) - hour) / day),
  );
  return days.reduce((sum, each) => sum + Math.max(0, each), 0);
}

/** Why a payment has to go back whole; undefined if it need not. */
function owedWhole(world: Surroundings, payment: PaymentRow, charge: Stripe.Charge): string | undefined {
  const { society, paidByHand, people } = world;
  const row = membershipOf(world, payment);
  if (!row) return undefined;
  for (const person of people)
    for (const { kind, at: since, membershipId } of person.accepted) {
      if (membershipId !== row.id) continue;
      if (kind === 'withdraw') return 'withdrawn from';
      if (kind !== 'cancel' && at(charge) > since + margin) return `made after the ${kind}`;
      if (kind === 'cancel' && row.cancelledAt && row.cancelsAt && at(charge) > row.cancelsAt.getTime() + 2 * hour)
        return 'made after it was cancelled';
    }
  if (row.endedAt !== null && row.cause !== 'disputed' && at(charge) > row.endedAt.getTime() + margin)
    return 'made after its end';
  if (payment.kind !== 'renewal' || paidByHand.has(charge.id)) return undefined;
  const isSuspended = society.sanctions.some(({ accountId, since, until, reversedAt }) => {
    const end = Math.min(until, reversedAt ?? until);
    return isOwner(world, accountId, payment.payerId) && at(charge) > since + margin && at(charge) < end - margin;
  });
  return isSuspended ? 'collected in a suspension' : undefined;
}

/** One form is one payment at the provider, however often it was sent. */
function startedOnce(world: Surroundings): void {
  const { state } = world.outside;
  const started = new Set<string>();
  for (const { metadata } of [...state.all('subscription'), ...state.all('payment_intent'), ...state.all('setup_intent')]) {
    const id = metadata?.paymentRecordId;
    if (id === undefined) continue;
    if (started.has(id)) world.broken('PAY-10', `payment ${id} was started twice`);
    started.add(id);
  }
}

function mails(world: Surroundings): void {
  const { tables, society } = world;
  const all = society.mails.all();
  const receipts = Map.groupBy(
    all.filter(({ kind }) => kind === 'membershipReceipt'),
    ({ link }) => link,
  );
  for (const [link, some] of receipts) if (some.length > 1) world.broken('PAY-13', `${link} was mailed ${some.length} times`);
  for (const { year, number, paymentId, providerAccount } of tables.books.issued.all()) {
    const payerId = tables.payments.rows.get(paymentId ?? '')?.payerId ?? '';
    const link = `https://unspoken.example/account/receipt/${year}-${String(number).padStart(6, '0')}`;
    const isOwned = providerAccount === 'sandbox' && tables.payments.owners.get(payerId) !== undefined;
    if (isOwned && !receipts.has(link)) world.broken('PAY-13', `${link} was not mailed`);
  }
  for (const person of world.people) {
    const count = (kind: string) => all.filter((mail) => mail.accountId === person.id && mail.kind === kind).length;
    const own = tables.rows.rows.where(({ accountId }) => accountId === person.id);
    if (person.isDeleted) continue;
    const begun = own.filter(({ firstPaidAt, cause }) => firstPaidAt !== null || cause !== null).length;
    if (count('membershipBegun') > begun)
      world.broken('MEM-27', `${count('membershipBegun')} mails say that ${begun} memberships have begun`);
    const steps = tables.rows.dunning.where(({ invoice }) => isInvoiceOf(world, invoice, person.id)).length;
    const dunned = count('membershipFailed') + count('membershipLast') + count('membershipConfirm');
    if (dunned > steps) world.broken('MEM-28', `${person.id} was dunned ${dunned} times, in ${steps} steps`);
  }
}

function isInvoiceOf({ tables, outside }: Surroundings, invoice: string, accountId: string): boolean {
  const customer = outside.state.find('invoice', invoice)?.customer;
  const payer = tables.payments.payers.find(({ customerRef }) => customerRef !== null && customerRef === customer);
  return payer !== undefined && tables.payments.owners.get(payer.id)?.accountId === accountId;
}

function places(world: Surroundings): void {
  const { tables } = world;
  const paid = tables.books.entries.where(({ kind }) => kind === 'place').length;
  const open = tables.places.rows.where(({ kind }) => kind === 'solidarity').length;
  // Those of deleted accounts are gone.
  if (open > paid) world.broken('MEM-31', `${open} places were opened, and ${paid} were paid for`);
  for (const one of tables.places.rows.all()) {
    const isShared = ({ id, accountId, beginsAt, endsAt }: typeof one) =>
      id !== one.id && accountId === one.accountId && beginsAt < one.endsAt && endsAt > one.beginsAt;
    if (tables.places.rows.find(isShared)) world.broken('MEM-32', `${one.accountId} has two places at once`);
  }
}

async function personAtRest(world: Surroundings, person: Biography): Promise<void> {
  const { tables, outside, society, time } = world;
  const { id } = person;
  if (person.usedTries > 1) world.broken('MEM-2', `${id} has used ${person.usedTries} tries`);
  const trials = tables.places.rows.where(({ accountId, kind }) => accountId === id && kind === 'trial');
  if (trials.length > 1) world.broken('MEM-33', `${id} has had ${trials.length} trials`);
  if (person.isDeleted) {
    if (tables.payments.owners.find(({ accountId }) => accountId === id)) world.broken('MEM-23', `${id} is still a payer`);
    return;
  }
  const payer = await tables.payments.payerOf(id, 'sandbox');
  const live = outside.state
    .all('subscription')
    .filter(({ customer, status }) => customer === payer?.customerRef && isAlive(status));
  const place = await tables.places.at(id, new Date(time.now()), 'sandbox');
  const expected = !society.isSuspended(id) && (place !== undefined || live.some((each) => givesRights(world, each)));
  // By the clock of a process a place may end a little sooner, or later.
  const endsNow = ({ accountId, endsAt }: { accountId: string | null; endsAt: Date }) =>
    accountId === id && Math.abs(endsAt.getTime() - time.now()) < hour;
  const isNear = live.some((each) => isNearTheEnd(world, each)) || tables.places.rows.where(endsNow).length > 0;
  const right = await world.anyProcess()?.membership.membership.right(id);
  if (!isNear && (right === 'subscriber') !== expected)
    world.broken('MEM-3', `${id} has ${right === 'subscriber' ? '' : 'no '}rights, and the provider says otherwise`);
}

const isAlive = (status: string): boolean => status !== 'canceled' && status !== 'incomplete_expired';

function givesRights(world: Surroundings, { status, latest_invoice }: Stripe.Subscription): boolean {
  if (status === 'active') return true;
  const invoice = world.outside.state.find('invoice', latest_invoice as string);
  if (!invoice) return false;
  if (status === 'incomplete') return world.outside.intentOf(invoice.id)?.status === 'processing';
  return world.time.now() < invoice.created * 1_000 + grace;
}

/** Whether it is about to end for a renewal that has failed; clocks differ. */
function isNearTheEnd(world: Surroundings, { status, latest_invoice }: Stripe.Subscription): boolean {
  const created = world.outside.state.find('invoice', latest_invoice as string)?.created ?? 0;
  return status === 'past_due' && Math.abs(world.time.now() - (created * 1_000 + grace)) < day;
}

function isOwner({ tables, people }: Surroundings, accountId: string, payerId: string): boolean {
  return people.some(({ id }) => id === accountId) && tables.payments.owners.get(payerId)?.accountId === accountId;
}

const at = ({ created }: Stripe.Charge): number => created * 1_000;
