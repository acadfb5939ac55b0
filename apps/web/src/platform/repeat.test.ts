import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers({ now: 10_250 }));
afterEach(() => void vi.useRealTimers());

/** A page that can be hidden, and what runs in it: the times of each of its two repetitions, ms since the beginning. */
function twice() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const began = performance.now();
  const times: [number[], number[]] = [[], []];
  const begin = (every: number, ran: number[]) =>
    repeat(() => ran.push(performance.now() - began), every, page as unknown as Document);
  const ends = [begin(250, times[0]), begin(400, times[1])];
  return {
    times,
    begin,
    end: () => ends.forEach((end) => void end()),
    turn(state: DocumentVisibilityState) {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('[WEB-322] what a page repeats wakes a hidden tab together, once a second, and goes on as before when it is shown', () => {
  const { times, begin, turn, end } = twice();
  vi.advanceTimersByTime(1_000);
  expect(times).toEqual([
    [250, 500, 750, 1_000],
    [400, 800],
  ]);
  turn('hidden');
  vi.advanceTimersByTime(300);
  const later: number[] = [];
  const endLater = begin(500, later);
  vi.advanceTimersByTime(2_700);
  endLater();
  const [first, second] = times.map((each) => each.filter((at) => at > 1_000));
  expect(first).toHaveLength(3);
  expect([second, later]).toEqual([first, first]);
  expect(new Set(first?.map((at) => at % 1_000)).size).toBe(1);
  turn('visible');
  vi.advanceTimersByTime(400);
  expect(times[0].at(-1)).toBe(4_250);
  expect(times[1].at(-1)).toBe(4_400);
  end();
  expect(vi.getTimerCount()).toBe(0);
  turn('hidden');
  expect(vi.getTimerCount()).toBe(0);
});
