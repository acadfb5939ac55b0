import { expect, test } from 'vitest';
import type { MembershipRow } from './chart.ts';
import { membershipRows } from './membership-store.ts';
import { type PlaceRow, placeStore } from './place-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const hour = 3_600_000;
const later = (ms: number) => new Date(at.getTime() + ms);
const none = undefined as never;

const placesOf = (...some: Partial<PlaceRow>[]) =>
  placeStore(none, async () => some.map((each) => ({ beginsAt: later(-hour), endsAt: later(hour), ...each }) as PlaceRow));

test('[MEM-33] a place that was paid for at another account of the provider is none; one that nobody paid for counts at each', async () => {
  const found = async (paidAt: string | null, now: string | undefined) =>
    (await placesOf({ providerAccount: paidAt }).at('ann', at, now)) !== undefined;
  expect([await found('live', 'live'), await found('live', 'test'), await found('live', undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([await found(null, 'live'), await found(null, undefined)]).toEqual([true, true]);
});

test('[MEM-33] a place begins at its first instant and has ended at its last; of two the one that ends later counts', async () => {
  const open = async (begins: number, ends: number) =>
    (await placesOf({ providerAccount: null, beginsAt: later(begins), endsAt: later(ends) }).at('ann', at, 'live')) !== undefined;
  expect([await open(0, 1), await open(1, 2), await open(-1, 0), await open(-1, 1)]).toEqual([true, false, false, true]);
  const two = placesOf({ providerAccount: null, endsAt: later(1) }, { providerAccount: null, endsAt: later(2) });
  expect((await two.at('ann', at, 'live'))?.endsAt).toEqual(later(2));
});

test('[MEM-33] a gift is no trial', async () => {
  expect(await placesOf({ kind: 'gift' }).hasHad('ann', 'trial')).toBe(false);
  expect(await placesOf({ kind: 'gift' }, { kind: 'trial' }).hasHad('ann', 'trial')).toBe(true);
});

test('a membership at another account of the provider does not count, whichever was begun first', async () => {
  const rows = ['test', 'live'].map((providerAccount) => ({ providerAccount }) as MembershipRow);
  const { live } = membershipRows(none, async () => rows);
  expect([await live('ann', 'live'), await live('ann', 'test'), await live('ann', 'other')]).toEqual([
    rows[1],
    rows[0],
    undefined,
  ]);
});
