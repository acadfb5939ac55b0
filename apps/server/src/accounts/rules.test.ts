import { expect, test } from 'vitest';
import { isUseDueForRecording, sessionIsLive, sessionLife, tokenIsDueForReplacement } from './rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = new Date(0);
const session = (lastUsed: number) => ({ createdAt: start, lastUsedAt: new Date(lastUsed) });
const token = { expiresAt: new Date(sessionLife) };

test.each([
  ['member', 14 * day],
  ['admin', 12 * hour],
])('an unused session of a %s lasts for the idle time and not a millisecond longer', (role, idle) => {
  expect(sessionIsLive(session(0), token, role, idle - 1)).toBe(true);
  expect(sessionIsLive(session(0), token, role, idle)).toBe(false);
});

test('no session lasts longer than thirty days, however much it is used', () => {
  expect(sessionIsLive(session(30 * day - 1), token, 'member', 30 * day - 1)).toBe(true);
  expect(sessionIsLive(session(30 * day - 1), token, 'member', 30 * day)).toBe(false);
});

test('a session is not live with an expired token', () => {
  expect(sessionIsLive(session(0), { expiresAt: new Date(60_000) }, 'member', 60_000)).toBe(false);
});

test('a token is replaced after a day; uses are recorded once a minute', () => {
  expect([tokenIsDueForReplacement({ createdAt: start }, day - 1), tokenIsDueForReplacement({ createdAt: start }, day)]).toEqual([
    false,
    true,
  ]);
  expect([isUseDueForRecording(session(0), 59_999), isUseDueForRecording(session(0), 60_000)]).toEqual([false, true]);
});
