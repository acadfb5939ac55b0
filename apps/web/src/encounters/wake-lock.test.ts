import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userState } from './current.ts';
import { keepAwake } from './wake-lock.ts';

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
let locks: { released: boolean }[];
/** Lets the browser decide about the requests that it has not answered yet. */
let answer: () => void;
const held = () => locks.filter(({ released }) => !released).length;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  page = new Page();
  locks = [];
  let open: (() => void)[] = [];
  answer = () => {
    for (const each of open) each();
    open = [];
  };
  const request = () =>
    new Promise((resolve, reject) => {
      // As browsers do: a page that is not seen is refused.
      open.push(() => {
        if (page.visibilityState === 'hidden') return reject(new DOMException('hidden', 'NotAllowedError'));
        const lock = {
          released: false,
          release: async () => {
            lock.released = true;
          },
        };
        page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && lock.release());
        locks.push(lock);
        return resolve(lock);
      });
    });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  userState.set('present');
});

test('[WEB-185] the screen stays on again after the user has looked at something else during the minute', async () => {
  const stop = keepAwake();
  userState.set('connected');
  answer();
  await settled();
  expect(held()).toBe(1);
  page.turn('hidden');
  expect(held()).toBe(0);
  page.turn('visible');
  answer();
  await settled();
  expect(held()).toBe(1);
  stop();
  expect(held()).toBe(0);
});

test('[WEB-185] a page that was hidden for a moment while it asked asks again', async () => {
  const stop = keepAwake();
  userState.set('connected');
  page.turn('hidden');
  answer();
  page.turn('visible');
  await settled();
  answer();
  await settled();
  expect(held()).toBe(1);
  userState.set('present');
  expect(held()).toBe(0);
  stop();
});
