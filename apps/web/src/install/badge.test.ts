import type { PresenceCounts } from '@unspoken/contract/presence';
import { expect, test } from 'vitest';
import { Observable } from '../platform/observable.ts';
import { canShowBadge, keepBadgeCurrent, othersWaiting, showBadge } from './badge.ts';

const countsOf = (anyone: number): PresenceCounts => ({
  general: 9,
  myCircle: 4,
  'oneminute:anyone': anyone,
  'oneminute:myCircle': 3,
});

test('[WEB-183] the badge counts the others who wait for a minute with anyone', () => {
  expect(othersWaiting(undefined, undefined)).toBe(0);
  expect(othersWaiting(countsOf(2), undefined)).toBe(2);
  expect(othersWaiting(countsOf(2), 'oneminute:anyone')).toBe(1);
  expect(othersWaiting(countsOf(2), 'oneminute:myCircle')).toBe(2);
  // Somebody who has just begun to wait is not counted yet.
  expect(othersWaiting(countsOf(0), 'oneminute:anyone')).toBe(0);
});

test('[WEB-183] a number is written, none is cleared, and a browser that refuses or cannot is left alone', () => {
  const written: (number | 'cleared')[] = [];
  const refuse = () => Promise.reject(new DOMException('no permission', 'NotAllowedError'));
  const badges = {
    setAppBadge: (count: number) => {
      written.push(count);
      return refuse();
    },
    clearAppBadge: () => {
      written.push('cleared');
      return refuse();
    },
  };
  showBadge(3, badges);
  showBadge(0, badges);
  showBadge(3, {});
  expect(written).toEqual([3, 'cleared']);
  expect([canShowBadge(badges), canShowBadge({})]).toEqual([true, false]);
});

test('[WEB-183] the number that a page left which was killed is replaced by the next one, if the member wishes a badge', () => {
  for (const [isWished, expected] of [
    [true, [0]],
    [false, []],
  ] as const) {
    const shown: number[] = [];
    const stop = keepBadgeCurrent({
      counts: new Observable<PresenceCounts | undefined>(undefined),
      isSearching: new Observable(false),
      ownPool: () => 'oneminute:anyone',
      wished: new Observable<boolean>(isWished),
      show: (count) => shown.push(count),
      page: new EventTarget() as unknown as Window,
    });
    expect(shown).toEqual(expected);
    stop();
  }
});

test('[WEB-183] the badge follows who waits while the member wishes it, and is gone with the page', () => {
  const [counts, isSearching] = [new Observable<PresenceCounts | undefined>(undefined), new Observable(false)];
  const wished = new Observable(false);
  const shown: number[] = [];
  const page = new EventTarget() as unknown as Window;
  const stop = keepBadgeCurrent({
    counts,
    isSearching,
    ownPool: () => 'oneminute:anyone',
    wished,
    show: (count) => shown.push(count),
    page,
  });
  const since = (change: () => void) => {
    shown.length = 0;
    change();
    return [...shown];
  };
  expect(since(() => counts.set(countsOf(2)))).toEqual([]);
  expect(since(() => wished.set(true))).toEqual([2]);
  expect(since(() => counts.set(countsOf(2)))).toEqual([]);
  expect(since(() => isSearching.set(true))).toEqual([1]);
  expect(since(() => page.dispatchEvent(new Event('pagehide')))).toEqual([0]);
  expect(since(() => page.dispatchEvent(new Event('pageshow')))).toEqual([1]);
  expect(since(() => wished.set(false))).toEqual([0]);
  expect(since(() => wished.set(true))).toEqual([1]);
  expect(since(stop)).toEqual([0]);
  expect(since(() => counts.set(countsOf(7)))).toEqual([]);
});
