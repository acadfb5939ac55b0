import { quarter } from '@unspoken/contract/rendezvous';
import { expect, test } from 'vitest';
import { bestOf, isQuarter, mostOpen, offersOf, quarterOfDay, quartersADay } from './quarters.ts';

const now = Date.parse('2026-06-10T12:01:00Z');
const at = (time: string, date = '2026-06-10') => Date.parse(`${date}T${time}:00Z`);
const none = Array.from({ length: quartersADay }, () => 0);
const facts = { now, zone: 'UTC', chosen: new Map<number, number>(), usual: none, own: new Set<number>() };
const times = (offers: readonly { readonly startsAt: number }[]) =>
  offers.map(({ startsAt }) => new Date(startsAt).toISOString().slice(8, 16));

test('[REN-1] a rendezvous is a whole quarter of an hour, ahead, and at most 48 hours', () => {
  expect(isQuarter(at('12:15'), now)).toBe(true);
  expect(isQuarter(at('12:00'), at('12:00'))).toBe(false);
  expect(isQuarter(at('12:00'), at('12:00') - 1)).toBe(true);
  expect(isQuarter(at('12:15') + 1, now)).toBe(false);
  expect(isQuarter(at('12:15') + quarter / 3, now)).toBe(false);
  expect(isQuarter(at('12:00', '2026-06-12'), now)).toBe(true);
  expect(isQuarter(at('12:15', '2026-06-12'), now)).toBe(false);
  expect(isQuarter(at('12:00', '2026-06-12'), at('12:00'))).toBe(true);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, -quarter, 0]) expect(isQuarter(bad, now)).toBe(false);
});

test('[REN-2] where nobody is expected, the next three quarters are offered that leave time to be called', () => {
  expect(times(offersOf(facts))).toEqual(['10T12:15', '10T12:30', '10T12:45']);
  expect(times(offersOf({ ...facts, now: at('12:10') }))[0]).toBe('10T12:15');
  expect(times(offersOf({ ...facts, now: at('12:10') + 1 }))[0]).toBe('10T12:30');
});

test('[REN-2] others who have chosen a quarter, and those who usually come, draw; what is far away less', () => {
  const chosen = new Map([
    [at('19:00'), 3],
    [at('18:15', '2026-06-11'), 3],
  ]);
  expect(offersOf({ ...facts, chosen })).toContainEqual({ startsAt: at('19:00'), others: 3 });
  const usual = none.with(quarterOfDay(at('20:15')), 2);
  expect(times(offersOf({ ...facts, chosen, usual }))).toEqual(['10T19:00', '10T20:15', '11T18:15']);
  // As many within the hour outweigh more tomorrow.
  const sooner = new Map([
    [at('13:00'), 1],
    [at('13:00', '2026-06-12'), 9],
  ]);
  expect(times(offersOf({ ...facts, now: at('12:20'), chosen: sooner }))).toContain('10T13:00');
  expect(times(offersOf({ ...facts, now: at('12:20'), chosen: sooner }))).not.toContain('12T13:00');
});

test('[REN-7] the best quarter is the one with the greatest chance, not the next', () => {
  const chosen = new Map([
    [at('13:00'), 1],
    [at('14:00'), 4],
    [at('14:15'), 4],
  ]);
  expect(bestOf({ ...facts, now: at('12:20'), chosen })).toEqual({ startsAt: at('14:00'), others: 4 });
  expect(bestOf({ ...facts, now: at('12:20'), chosen, own: new Set([at('14:00')]) })?.startsAt).toBe(at('14:15'));
});

test('[REN-2] only between 7:00 and 23:00 of the member’s own day, and none that they have chosen', () => {
  const all = (zone: string) => {
    const own = new Set<number>();
    for (;;) {
      const offers = offersOf({ ...facts, zone, own });
      if (offers.length === 0) return [...own];
      for (const { startsAt } of offers) own.add(startsAt);
    }
  };
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia']) {
    const hours = all(zone).map((startsAt) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(startsAt),
    );
    expect(hours.length, zone).toBeGreaterThan(120);
    expect([hours.toSorted()[0], hours.toSorted().at(-1)], zone).toEqual(['07:00', '23:00']);
  }
  expect(times(offersOf({ ...facts, own: new Set([at('12:30')]) }))).toEqual(['10T12:15', '10T12:45', '10T13:00']);
});

test('[REN-3] three are open at a time, and one after three were missed', () => {
  expect([0, 1, 2, 3, 4].map(mostOpen)).toEqual([3, 3, 3, 1, 1]);
});
