import type { Pool } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { LastShown } from './last-shown.ts';

const shownAt = 10_000;
const anyone: Pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' };

function shown(type = 'oneminute'): LastShown {
  const last = new LastShown();
  last.note({ at: shownAt, type, ringID: 'ring-1' });
  return last;
}

test('[WEB-172] a minute passes between two notifications', () => {
  expect(new LastShown().isTooSoon(0)).toBe(false);
  const last = shown();
  expect([59_999, 60_000].map((passed) => last.isTooSoon(shownAt + passed))).toEqual([true, false]);
  last.forget();
  expect(last.isTooSoon(shownAt)).toBe(false);
});

test('[WEB-177] a connect request within 30 s of a call comes from it', () => {
  const last = shown();
  expect([0, 30_000, 30_001].map((passed) => last.callFor(anyone, shownAt + passed))).toEqual(['ring-1', 'ring-1', undefined]);
  last.forget();
  expect(last.callFor(anyone, shownAt)).toBeUndefined();
});

test('[WEB-177] a request in another pool than that of the call does not come from it', () => {
  const called = shown('themirror:myCircle');
  const asked = (pool: Partial<Pool>) => called.callFor({ ...anyone, ...pool }, shownAt);
  expect(asked({ experienceType: 'themirror', poolType: 'myCircle' })).toBe('ring-1');
  expect(asked({ experienceType: 'themirror' })).toBeUndefined();
  expect(asked({ poolType: 'myCircle' })).toBeUndefined();
  expect(asked({ experienceType: 'themirror', poolType: 'myCircle', groupSpace: 'a space' })).toBeUndefined();
});

test('[WEB-177] a rendezvous is a notification, but no call', () => {
  const last = new LastShown();
  last.note({ at: shownAt, type: 'oneminute' });
  expect([last.isTooSoon(shownAt), last.callFor(anyone, shownAt)]).toEqual([true, undefined]);
});
