import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const minute = 60_000;
const stored = new Map<string, string>();
const location = {
  origin: 'https://unspoken.example',
  pathname: '/',
  hash: '',
  search: '',
  assign: (to: string) => void went.push(to),
};
const went: string[] = [];
vi.stubGlobal('location', location);
vi.stubGlobal('history', { state: null, replaceState: () => Object.assign(location, { hash: '' }) });
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
const socialSignIn = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('../session/session.ts', () => ({ session: { get: () => ({ ready: true, user: undefined }) }, socialSignIn }));
const { arriveFromFacebook, goToFacebook } = await import('./facebook.ts');

/** Leaves for the provider's dialog, and returns the state with which it is to answer. */
function ask(): string {
  goToFacebook({ appId: '1', dialogUrl: 'https://facebook.example/dialog' }, undefined);
  return new URL(went.at(-1) ?? '').searchParams.get('state') ?? '';
}

/** The provider leads back to the lobby. */
async function arrive(state: string): Promise<void> {
  location.hash = `#access_token=EAAx&state=${state}`;
  await arriveFromFacebook(() => {});
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  socialSignIn.mockClear();
  stored.clear();
});

test.each([
  ['within ten minutes of asking for it is used', 10 * minute - 1, 1],
  ['after ten minutes is dropped', 10 * minute, 0],
])('[WEB-12] a token that arrives %s', async (_, after, times) => {
  const state = ask();
  vi.advanceTimersByTime(after);
  await arrive(state);
  expect(socialSignIn).toHaveBeenCalledTimes(times);
  expect(location.hash).toBe('');
});

test('[WEB-12] a token is dropped that comes with another state, with none, or with a state for the second time', async () => {
  const state = ask();
  await arrive(`${state}x`);
  // A wrong answer uses the state up, so that it cannot be guessed in several attempts.
  await arrive(state);
  ask();
  await arrive('');
  expect(socialSignIn).not.toHaveBeenCalled();
  const next = ask();
  await arrive(next);
  await arrive(next);
  expect(socialSignIn).toHaveBeenCalledTimes(1);
});
