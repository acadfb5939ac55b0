import { policyVersions } from '@unspoken/contract/accounts';
import { guestLife } from '@unspoken/contract/experiences';
import { expect, test } from 'vitest';
import { attemptDelay, isSessionUnexpired, sessionLife, signInIsFresh, termsAccepted } from './rules.ts';

const minute = 60_000;
const at = (created: number, used = created) => ({ createdAt: new Date(created), lastUsedAt: new Date(used) });

test('the session of a guest lasts two hours and not a millisecond longer', () => {
  expect(guestLife).toBe(120 * minute);
  for (const [role, lasts] of [
    ['experienceGuest', false],
    ['member', true],
  ] as const)
    expect([isSessionUnexpired(at(0), role, guestLife - 1), isSessionUnexpired(at(0), role, guestLife)]).toEqual([true, lasts]);
});

test('no session lasts longer than thirty days, however recently it was used', () => {
  const session = at(0, sessionLife - 1);
  expect([isSessionUnexpired(session, 'member', sessionLife - 1), isSessionUnexpired(session, 'member', sessionLife)]).toEqual([
    true,
    false,
  ]);
});

test('ten attempts cause no delay; after that the delay doubles with each attempt, up to fifteen minutes', () => {
  const delays = [0, 9, 10, 11, 12, 13, 20, 21, 100].map(attemptDelay);
  expect(delays).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 512_000, 15 * minute, 15 * minute]);
});

test('a sign-in proves who the user is for ten minutes', () => {
  expect([signInIsFresh(at(0), 10 * minute - 1), signInIsFresh(at(0), 10 * minute)]).toEqual([true, false]);
});

test('accepting the terms accepts the current version of both documents', () => {
  const now = new Date(5);
  const accepted = { termsVersion: policyVersions.terms, privacyVersion: policyVersions.privacy, termsAcceptedAt: now };
  expect(termsAccepted(now)).toEqual(accepted);
});
