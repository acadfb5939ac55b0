import { shippedDurations } from '@unspoken/contract/durations';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { LocalBus } from '../platform/local-bus.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { Presence } from './service.ts';

const second = shippedDurations.countInterval;

/** Presence on one process with so many people, where the number of those who wait changes every second; how many messages each second sends. */
async function sendingTo(people: number) {
  const clock = new StandingClock();
  let waiting = 0;
  let sent = 0;
  const presence = new Presence({
    ...{ clock, durations: { ...shippedDurations, presenceLease: 1_000_000 }, bus: new LocalBus() },
    ...{ types: () => [], mayEnter: async () => false, inside() {} },
    waiting: async () => new Map([['oneminute:anyone:open', ++waiting]]),
    matched: async () => new Set<string>(),
    send: (connections) => {
      sent += connections.length;
    },
    fault: (error) => {
      throw error;
    },
  });
  for (let i = 0; i < people; i++) presence.opened({ id: `${i}`, accountId: `person ${i}`, send() {} } as unknown as Connection);
  presence.start();
  return async (seconds: number) => {
    sent = 0;
    await clock.advance(seconds * second);
    return sent / people;
  };
}

test('[PRE-2] up to four thousand sockets are sent changed counts every second', async () => {
  const sentIn = await sendingTo(3_900);
  await sentIn(2);
  expect(await sentIn(12)).toBeGreaterThanOrEqual(10);
});

test('[PRE-2] ten thousand sockets are sent them every third second', async () => {
  const sentIn = await sendingTo(10_000);
  await sentIn(4);
  const times = await sentIn(12);
  expect(times).toBeGreaterThanOrEqual(3);
  expect(times).toBeLessThanOrEqual(4);
});
