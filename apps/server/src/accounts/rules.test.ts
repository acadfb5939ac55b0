import { expect, test } from 'vitest';
import { sessionIsLive, sessionLife, tokenIsDueForReplacement, useIsWorthNoting } from './rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = new Date(0);
const session = (lastUsed: number) => ({ createdAt: start, lastUsedAt: new Date(lastUsed) });
const token = { expiresAt: new Date(sessionLife) };

test.each([
  ['member', 14 * day],
  ['admin', 12 * hour],
])('a session of a %s lives through its idle time and not a millisecond longer', (role, idle) => {
  expect(sessionIsLive(session(0), token, role, idle - 1)).toBe(true);
  expect(sessionIsLive(session(0), token, role, idle)).toBe(false);
});

test('no session lives longer than thirty days, however much it is used', () => {
  expect(sessionIsLive(session(30 * day - 1), token, 'member', 30 * day - 1)).toBe(true);
  expect(sessionIsLive(session(30 * day - 1), token, 'member', 30 * day)).toBe(false);
});

test('a token that is being replaced runs out by itself', () => {
  expect(sessionIsLive(session(0), { expiresAt: new Date(60_000) }, 'member', 60_000)).toBe(false);
});

test('a token is replaced after a day, a use noted once a minute', () => {
  expect([tokenIsDueForReplacement({ createdAt: start }, day - 1), tokenIsDueForReplacement({ createdAt: start }, day)]).toEqual([
    false,
    true,
  ]);
  expect([useIsWorthNoting(session(0), 59_999), useIsWorthNoting(session(0), 60_000)]).toEqual([false, true]);
});
