import { afterEach, expect, test, vi } from 'vitest';
import { userState } from '../encounters/current.ts';
import { handleLaunches } from './launches.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  userState.set('present');
});

test('[WEB-182] a shortcut leads to its page in the open window, and takes nobody out of an encounter', () => {
  const origin = 'https://unspoken.example';
  vi.stubGlobal('location', { origin, href: `${origin}/` });
  let launched = (_launch: { readonly targetURL?: string | null }): void => {};
  const went: string[] = [];
  handleLaunches((path) => went.push(path), {
    launchQueue: {
      setConsumer: (consumer) => {
        launched = consumer;
      },
    },
  });
  launched({ targetURL: `${origin}/` });
  launched({ targetURL: null });
  launched({ targetURL: `${origin}/gatherings?from=icon` });
  userState.set('connected');
  launched({ targetURL: `${origin}/account/notifications` });
  expect(went).toEqual(['/gatherings?from=icon']);
  // Other browsers have no such queue.
  handleLaunches(() => {}, {});
});
