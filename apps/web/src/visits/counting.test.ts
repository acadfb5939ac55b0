import type { User } from '@unspoken/contract/accounts';
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

const location = { pathname: '/' };
const sent: Record<string, string>[] = [];
const stored = new Map<string, string>();
// The module reads the user's choice when it is loaded.
vi.stubGlobal('location', location);
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
vi.stubGlobal('navigator', {
  sendBeacon: (path: string, body: URLSearchParams) => sent.push({ path, ...Object.fromEntries(body) }),
});
const { count, setCounting } = await import('./counting.ts');
const { session } = await import('../session/session.ts');

const as = (role: User['role'] | undefined) => session.set({ ready: true, user: role && ({ role } as User) });
beforeAll(() => i18next.init({ lng: 'de' }));
beforeEach(() => {
  sent.length = 0;
  location.pathname = '/';
  setCounting(true);
  as(undefined);
});

test.each([
  [undefined, 'visitor'],
  ['experienceGuest', 'member'],
  ['member', 'member'],
  ['moderator', 'member'],
  ['admin', 'admin'],
] as const)('[WEB-303] a page that is opened by %s is counted as opened by: %s', (role, by) => {
  as(role);
  count('page opened');
  expect(sent).toEqual([{ path: '/api/v1/visit', event: 'page opened', page: '/', language: 'de', by }]);
});

test.each([
  '/payment/0b5c1d5e-5d0a-4a57-9a0e-0b5c1d5e5d0a',
  '/account/membership',
  '/experience',
  '/xp-i/abc',
  '/testing/testrtc',
])('[VIS-3] nothing is sent from %s', (path) => {
  location.pathname = path;
  as('member');
  count('page opened');
  expect(sent).toEqual([]);
});

test('[WEB-303] nothing is sent by a browser whose user has declined', () => {
  setCounting(false);
  count('page opened');
  expect(sent).toEqual([]);
});
