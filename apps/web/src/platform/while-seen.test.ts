import { expect, test, vi } from 'vitest';
import { whileSeen } from './while-seen.ts';

test('[WEB-281] a hidden page is not woken by what only serves the eye, which is current again when it is shown', () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const turn = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  let runs = 0;
  const end = whileSeen(() => runs++, 1_000, page as unknown as Document);
  vi.advanceTimersByTime(3_000);
  expect(runs).toBe(3);
  turn('hidden');
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(runs).toBe(3);
  turn('visible');
  expect(runs).toBe(4);
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(5);
  end();
  turn('visible');
  expect([runs, vi.getTimerCount()]).toEqual([5, 0]);
  vi.useRealTimers();
});
