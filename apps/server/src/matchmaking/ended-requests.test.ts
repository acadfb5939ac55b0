import { expect, test } from 'vitest';
import { EndedRequests } from './ended-requests.ts';

test('[MAT-21] the last twenty thousand cancelled requests are known, each by its account and id', () => {
  const ended = new EndedRequests();
  for (let n = 0; n < 20_000; n++) ended.add('ann', `press ${n}`);
  expect(ended.has({ accountId: 'ann', clickID: 'press 0' })).toBe(true);
  expect(ended.has({ accountId: 'ben', clickID: 'press 0' })).toBe(false);
  ended.add('ann', 'press 19999');
  expect(ended.has({ accountId: 'ann', clickID: 'press 0' })).toBe(true);
  ended.add('ann', 'one more');
  expect(ended.has({ accountId: 'ann', clickID: 'press 0' })).toBe(false);
  expect(ended.has({ accountId: 'ann', clickID: 'press 1' })).toBe(true);
});

test('[MAT-21] a request without an id never ends', () => {
  const ended = new EndedRequests();
  ended.add('ann', '');
  expect(ended.has({ accountId: 'ann', clickID: '' })).toBe(false);
});
