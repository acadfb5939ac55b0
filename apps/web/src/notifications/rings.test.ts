import type { Gathering } from '@unspoken/contract/gatherings';
import type { Ring } from '@unspoken/contract/notifications';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteEntered } from '../gatherings/entered.ts';
import type { RealtimeSocket } from '../platform/socket.ts';
import { lastShown } from './last-shown.ts';
import { ringing, subscribeToRings } from './rings.ts';

type Rings = Parameters<RealtimeSocket['onRing']>[0];

let stop = () => {};
/** The state of the chart. */
let state: string;
let here: { pathname: string };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] });
  state = 'present';
  here = { pathname: '/about' };
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('location', here);
  vi.stubGlobal('localStorage', { getItem: () => 'off', setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is subscribed to calls; returns how a call is answered by the page, and whether it is shown. */
function page() {
  let ring: Rings = () => false;
  const actor = {
    send: () => {},
    subscribe: () => ({ unsubscribe: () => {} }),
    getSnapshot: () => ({
      hasTag: (tag: string) => tag === state,
      context: { ports: { serverClock: { measured: () => undefined } } },
    }),
  } as unknown as EncounterActor;
  const onRing = (listener: Rings) => {
    ring = listener;
  };
  stop = subscribeToRings({ onRing, onRendezvous: () => {}, onCalling: () => {} }, actor);
  return (ringID: string, poolType: Ring['pool']['poolType'] = 'anyone') => {
    const isTaken = ring({ ringID, pool: { experienceType: 'oneminute', poolType }, until: Date.now() + 60_000 });
    return { isTaken, isShown: ringing.get()?.ringID === ringID };
  };
}

test('[WEB-172] a call within a minute of the last one is taken, and not shown', () => {
  const rings = page();
  expect(rings('first')).toEqual({ isTaken: true, isShown: true });
  vi.advanceTimersByTime(59_999);
  expect(rings('second')).toEqual({ isTaken: true, isShown: false });
  vi.advanceTimersByTime(1);
  expect(rings('third')).toEqual({ isTaken: true, isShown: true });
});

test.each([
  ['present', true],
  ['absent', true],
  ['waiting', false],
  ['firstTimeGuidance', false],
  ['preparing', false],
  ['connected', false],
  ['digesting', false],
])('[WEB-172] in the state %s a call is shown: %s', (now, isShown) => {
  state = now;
  // What is not shown here is left to the other browsers of the user.
  expect(page()('ring')).toEqual({ isTaken: isShown, isShown });
});

test('[WEB-172] nothing is shown in the space of a gathering that takes place', () => {
  const rings = page();
  const groupID = 'a'.repeat(32);
  const now = performance.timeOrigin + performance.now();
  noteEntered({ groupID, startTimeMillSec: now + 1_000, endTimeMillSec: now + 5_000 } as Gathering);
  here.pathname = `/groupspace/${groupID}`;
  expect(rings('before it begins')).toEqual({ isTaken: true, isShown: true });
  lastShown.forget();
  vi.advanceTimersByTime(1_000);
  expect(rings('while it takes place')).toEqual({ isTaken: true, isShown: false });
  here.pathname = '/';
  expect(rings('on another page')).toEqual({ isTaken: true, isShown: true });
  lastShown.forget();
  here.pathname = `/groupspace/${groupID}`;
  vi.advanceTimersByTime(4_000);
  expect(rings('after it')).toEqual({ isTaken: true, isShown: true });
});

test('[WEB-177] what was shown last is kept until the user signs out', () => {
  page()('ring', 'myCircle');
  const pool = { experienceType: 'oneminute', poolType: 'myCircle', groupSpace: 'open' } as const;
  expect(lastShown.callFor(pool, performance.now())).toBe('ring');
  stop();
  expect(lastShown.callFor(pool, performance.now())).toBeUndefined();
});
