import { randomUUID } from 'node:crypto';
import { onEachDatabase } from '@unspoken/testing/databases';
import { expect, test } from 'vitest';
import type { Movement } from './movements.ts';
import { receiptNumber } from './receipt-number.ts';
import { type Booking, Books } from './service.ts';
import { booksStore } from './store.ts';

const at = new Date('2026-06-10T12:00:00Z');
const parties = { issuer: { name: 'A', address: ['Street 1'], taxNumber: '1' }, addressee: ['Ann', 'Town'] };
const membership = { ref: 'txn_1', kind: 'charge', purpose: 'membership', cents: 5_000, feeCents: 100 } as const;

onEachDatabase((name, database) => {
  /** Books of a provider account of the test's own. */
  function bed() {
    const { db, pool } = database();
    const books = new Books(booksStore(db));
    const providerAccount = `acct_${randomUUID()}`;
    const booking = { providerAccount, at };
    const record = (movement: Movement, changed: Partial<Booking> = {}) =>
      books.record(movement, { ...booking, ...changed }, parties);
    const balances = async () => Object.fromEntries(await books.balances(providerAccount));
    const query = async (sql: string, values: readonly unknown[] = []) => (await pool.query(sql, [...values])).rows;
    const seqs = async () =>
      (await query('select seq from entry where provider_account = $1', [providerAccount])).map(({ seq }) => seq);
    const connections = (count: number) => Promise.all(Array.from({ length: count }, () => pool.query('select pg_sleep(0.05)')));
    return { books, providerAccount, booking, record, balances, query, seqs, connections };
  }

  test(`${name}: [BOO-5] a balance transaction is booked once, however often it is read, and by whom`, async () => {
    const { record, balances, connections } = bed();
    await connections(10);
    const booked = await Promise.all(Array.from({ length: 30 }, () => record(membership)));
    expect(booked.filter(Boolean)).toHaveLength(1);
    expect(await balances()).toEqual({ provider: 4_900, fees: 100, places: -500, membership: -4_500 });
  });

  test(`${name}: [BOO-5] the same id of another account of the provider is another movement`, async () => {
    const [one, other] = [bed(), bed()];
    expect([await one.record(membership), await other.record(membership)]).toEqual([true, true]);
    expect(await one.balances()).toEqual(await other.balances());
  });

  test(`${name}: [BOO-3] of many places at once as many are given as can be paid`, async () => {
    const { books, booking, record, balances, connections } = bed();
    await connections(10);
    await record({ ref: 'txn_2', kind: 'charge', purpose: 'places', cents: 1_499, feeCents: 0 });
    const given = await Promise.all(Array.from({ length: 20 }, (_, i) => books.givePlace(`place ${i}`, booking)));
    expect(given.filter(Boolean)).toHaveLength(2);
    expect(await balances()).toMatchObject({ places: -499, membership: -1_000 });
    await record({ ref: 'txn_3', kind: 'charge', purpose: 'places', cents: 1, feeCents: 0 });
    const id = randomUUID();
    expect([await books.givePlace(id, booking), await books.givePlace(id, booking)]).toEqual([true, false]);
    expect((await balances()).places).toBe(0);
  });

  test(`${name}: [BOO-3] refunds and places at once leave no debt`, async () => {
    const { books, booking, record, balances, connections } = bed();
    await connections(10);
    const paymentId = randomUUID();
    await record({ ref: 'txn_4', kind: 'charge', purpose: 'places', cents: 1_000, feeCents: 0 }, { paymentId });
    const refund = (ref: string) => record({ ref, kind: 'refund', purpose: 'places', cents: -1_000, feeCents: 0 }, { paymentId });
    await Promise.all([books.givePlace('a', booking), refund('txn_5'), books.givePlace('b', booking), refund('txn_6')]);
    const left = await balances();
    expect(left.places ?? 0).toBe(0);
    expect(Object.values(left).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  });

  test(`${name}: [BOO-1] a cost is booked once`, async () => {
    const { books, booking, balances } = bed();
    const cost = { ...booking, name: 'servers', cents: 4_200 };
    const id = randomUUID();
    let times = 0;
    const booked = async () => void times++;
    expect([await books.cost(id, cost, booked), await books.cost(id, cost, booked)]).toEqual([true, true]);
    expect([await books.cost(id, { ...cost, cents: 4_201 }, booked), times]).toEqual([false, 1]);
    expect(await balances()).toEqual({ 'costs:servers': 4_200, bank: -4_200 });
  });

  test(`${name}: [BOO-6] the database refuses postings that do not sum to 0, and changes to what was booked`, async () => {
    const { record, query, seqs, balances } = bed();
    await record(membership);
    const [seq] = await seqs();
    const before = await balances();
    for (const sql of ['update receipt set gross_cents = 1 where entry_seq = $1', 'delete from receipt where entry_seq = $1'])
      await expect(query(sql, [seq]), sql).rejects.toThrow('append-only');
    for (const [sql, why] of [
      ['insert into posting (entry_seq, account, cents) values ($1, $$bank$$, 1)', 'do not sum to 0'],
      ['update posting set cents = cents + 1 where entry_seq = $1', 'append-only'],
      ['delete from posting where entry_seq = $1', 'append-only'],
      ['update entry set kind = $$fee$$ where seq = $1', 'append-only'],
      ['delete from entry where seq = $1', 'append-only'],
    ] as const)
      await expect(query(sql, [seq]), sql).rejects.toThrow(why);
    await expect(query('truncate posting'), 'truncate').rejects.toThrow('append-only');
    expect(await balances()).toEqual(before);
  });

  test(`${name}: [BOO-7] the check names what is unexplained, and nothing of sound books`, async () => {
    const { books, providerAccount, record } = bed();
    await record(membership);
    const ownFindings = async () => (await books.check(at)).faults.filter((each) => each.includes(providerAccount));
    expect(await ownFindings()).toEqual([]);
    await record({ ref: 'txn_6', kind: 'unknown', cents: 77, feeCents: 0 });
    expect(await ownFindings()).toEqual([`-77 cents of ${providerAccount} are unexplained`]);
  });

  test(`${name}: [BOO-12] balances are summed on from the last check, and from the beginning once entries that it summed are deleted`, async () => {
    const { books, providerAccount, record, balances, query } = bed();
    const old = new Date(Date.UTC(2001, 5, 1));
    await record(membership, { at: old });
    await record({ ...membership, ref: 'txn_2' });
    const hour = 3_600_000;
    const check = (hours: number) => books.check(new Date(at.getTime() + hours * hour));
    const { sums } = await check(1);
    const both = { provider: 9_800, fees: 200, places: -1_000, membership: -9_000 };
    expect(sums[providerAccount]?.balances).toEqual(both);
    expect(await balances()).toEqual(both);
    await record({ ref: 'txn_3', kind: 'charge', purpose: 'places', cents: 1_000, feeCents: 0 });
    await books.cost('c', { providerAccount, at, name: 'servers', cents: 5 });
    const later = { ...both, provider: 10_800, places: -2_000, 'costs:servers': 5, bank: -5 };
    expect(await balances()).toEqual(later);
    // The second of two checks is the one that is kept, also if the first ends after it.
    const { at: last } = await check(2);
    expect(await balances()).toEqual(later);
    expect((await books.lastCheck())?.at).toEqual(last);
    await check(1);
    expect((await books.lastCheck())?.at).toEqual(last);
    // A check that began before the first entry was deleted, and was kept after that, is not summed on from.
    await query(`update books_check set sums = jsonb_set(sums, array[$1, 'balances', 'bank'], '7')`, [providerAccount]);
    expect((await balances()).bank).toBe(7);
    await query('update books_check set first = first - 1');
    expect(await balances()).toEqual(later);
    await check(3);
    await books.forget(new Date(Date.UTC(2002, 0, 1)));
    expect(await balances()).toEqual({
      provider: 5_900,
      fees: 100,
      places: -1_500,
      membership: -4_500,
      'costs:servers': 5,
      bank: -5,
    });
  });

  test(`${name}: [BOO-10] receipts are numbered within their year without a gap, however many are issued at once`, async () => {
    const { books, providerAccount, record, query, connections } = bed();
    await connections(10);
    const charge = (ref: string, on: Date) => record({ ...membership, ref }, { at: on });
    const newYear = new Date('2027-01-01T00:00:00Z');
    await Promise.all([
      ...Array.from({ length: 15 }, (_, i) => charge(`txn_${i % 10}`, at)),
      ...Array.from({ length: 5 }, (_, i) => charge(`txn_y${i}`, i < 3 ? newYear : new Date(newYear.getTime() - 1))),
      // No receipt is due for these.
      record({ ref: 'txn_p', kind: 'payout', cents: -100, feeCents: 0 }),
      books.cost('c', { providerAccount, at, name: 'servers', cents: 5 }),
      // One that cannot be booked takes no number.
      books
        .record({ ...membership, ref: 'txn_wrong' }, { providerAccount, at }, { ...parties, addressee: null as never })
        .catch(() => {}),
    ]);
    const numbers = await query('select year, number from receipt where provider_account = $1 order by year, number', [
      providerAccount,
    ]);
    expect(numbers.map(receiptNumber as never)).toEqual([
      ...Array.from({ length: 12 }, (_, i) => receiptNumber({ year: 2026, number: i + 1 })),
      ...['2027-000001', '2027-000002', '2027-000003'],
    ]);
  });

  test(`${name}: [BOO-11] what is given back corrects the receipt, and receipts equal income`, async () => {
    const { books, providerAccount, record } = bed();
    const paymentId = randomUUID();
    const tax = { country: 'DE', basisPoints: 1_900 };
    const ofPayment = { paymentId };
    await record({ ...membership, tax }, ofPayment);
    await record({ ref: 'txn_2', kind: 'charge', purpose: 'donation', tax, cents: 700, feeCents: 20 });
    await record({ ref: 'txn_3', kind: 'refund', purpose: 'membership', cents: -2_000, feeCents: 0 }, ofPayment);
    await record(
      { ref: 'txn_4', kind: 'refund failed', refundRef: 'txn_3', purpose: 'membership', cents: 2_000, feeCents: 0 },
      ofPayment,
    );
    await record({ ref: 'txn_5', kind: 'dispute', cents: -5_000, feeCents: 1_500 }, ofPayment);
    const issued = await books.receipts(providerAccount, [paymentId]);
    expect(issued.map((each) => [receiptNumber(each), each.grossCents, each.vatCents, each.vatCountry, each.corrects])).toEqual([
      ['2026-000001', 5_000, 798, 'DE', null],
      ['2026-000003', -2_000, -319, 'DE', '2026-000001'],
      ['2026-000004', 2_000, 319, 'DE', '2026-000003'],
    ]);
    expect(issued[0]).toMatchObject({ ...parties, vatBasisPoints: 1_900, purpose: 'membership' });
    const another = randomUUID();
    await record({ ...membership, ref: 'txn_6' }, { paymentId: another });
    const ofBoth = await books.receipts(providerAccount, [another, paymentId]);
    expect(ofBoth.map(({ number }) => number)).toEqual([1, 3, 4, 5]);
    expect(await books.receipts(providerAccount, [])).toEqual([]);
    expect((await books.check(at)).faults.filter((each) => each.includes(providerAccount))).toEqual([]);
  });

  test(`${name}: [BOO-2] [BOO-11] refunds take back the tax that was paid, to the cent, at the rate of the payment`, async () => {
    const { books, providerAccount, record, balances } = bed();
    const [paymentId, tax] = [randomUUID(), { country: 'DE', basisPoints: 1_900 }];
    const refund = (ref: string, cents: number) =>
      record(
        { ref, kind: 'refund', purpose: 'membership', tax: { country: 'FR', basisPoints: 2_000 }, cents, feeCents: 0 },
        { paymentId },
      );
    // What has not been paid cannot be given back: the movement is read again later.
    await expect(refund('txn_2', -100)).rejects.toThrow('has not been booked');
    await record({ ref: 'txn_1', kind: 'charge', purpose: 'membership', tax, cents: 1_500, feeCents: 0 }, { paymentId });
    for (const [ref, cents] of [
      ['txn_2', -100],
      ['txn_3', -600],
      ['txn_4', -800],
    ] as const)
      expect(await refund(ref, cents)).toBe(true);
    const issued = await books.receipts(providerAccount, [paymentId]);
    expect(issued.map(({ corrects }) => corrects)).toEqual([null, '2026-000001', '2026-000001', '2026-000001']);
    expect(issued.reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(0);
    expect(new Set(issued.map(({ vatCountry }) => vatCountry))).toEqual(new Set(['DE']));
    // A cent may be left between places and membership, whose share is rounded for each refund.
    expect(await balances()).toMatchObject({ provider: 0, 'vat:DE': 0 });
    // Each of two that fail corrects its own.
    for (const [ref, refundRef, cents] of [
      ['txn_5', 'txn_2', 100],
      ['txn_6', 'txn_4', 800],
    ] as const)
      await record({ ref, kind: 'refund failed', refundRef, purpose: 'membership', cents, feeCents: 0 }, { paymentId });
    const after = await books.receipts(providerAccount, [paymentId]);
    expect(after.slice(4).map(({ corrects }) => corrects)).toEqual(['2026-000002', '2026-000004']);
    expect(after.slice(4).map(({ vatCents }) => vatCents)).toEqual([issued[1], issued[3]].map((each) => -(each?.vatCents ?? 0)));
    await expect(
      record(
        { ref: 'txn_7', kind: 'refund failed', refundRef: 'none', purpose: 'membership', cents: 1, feeCents: 0 },
        { paymentId },
      ),
    ).rejects.toThrow('has not been booked');
  });

  test(`${name}: [BOO-7] [BOO-10] [BOO-11] the check names payments without a receipt, and gaps`, async () => {
    const { books, providerAccount, record, query, seqs } = bed();
    for (const i of [1, 2, 3]) await record({ ...membership, ref: `txn_${i}` });
    // As only somebody with the database at hand could do it.
    await query('alter table receipt disable trigger receipt_is_append_only');
    await query('delete from receipt where provider_account = $1 and number = 2', [providerAccount]);
    await query('alter table receipt enable trigger receipt_is_append_only');
    const [, seq] = await seqs();
    expect((await books.check(at)).faults.filter((each) => each.includes(providerAccount))).toEqual([
      `entry ${seq} of ${providerAccount} has no receipt of its amount`,
      `the receipts of ${providerAccount} in 2026 have a gap`,
    ]);
  });

  test(`${name}: [BOO-8] entries are kept for ten years after their calendar year, and deleted then`, async () => {
    const { books, providerAccount, record, query, seqs } = bed();
    const ends = [new Date('2025-12-31T23:59:59.999Z'), new Date('2026-01-01T00:00:00Z')];
    for (const [i, end] of ends.entries()) await record({ ...membership, ref: `txn_${i}` }, { at: end });
    await books.forget(new Date('2025-12-31T23:59:59.999Z'));
    expect(await seqs()).toHaveLength(2);
    await books.forget(new Date('2026-01-01T00:00:00Z'));
    expect(await seqs()).toHaveLength(1);
    expect(await query('select year from receipt where provider_account = $1', [providerAccount])).toEqual([{ year: 2026 }]);
    await books.forget(new Date('2026-12-31T00:00:00Z'));
    expect(await seqs()).toHaveLength(1);
  });
});
