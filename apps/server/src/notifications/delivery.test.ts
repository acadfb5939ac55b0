import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { PushPayload, Ring } from '@unspoken/contract/notifications';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { Delivery } from './delivery.ts';

const start = Date.parse('2026-06-10T12:00:00Z');
const pool = { experienceType: 'oneminute', poolType: 'anyone' } as const;

/** A member with this many acknowledging pages, who is called. */
async function called({ pages = 0, browsers = 0, life = 60_000, answersAfter = 0, stillWaits = true }) {
  const clock = new StandingClock(start);
  const sent: { payload: PushPayload; ttl: number }[] = [];
  const asked: unknown[][] = [];
  const delivery = new Delivery({
    ...{ clock, durations },
    sockets: {
      ask: (...of) => {
        asked.push(of);
        return new Promise((resolve) => clock.after(answersAfter, () => resolve(pages)));
      },
    },
    devices: {
      push: async (_, payload, ttl) => {
        sent.push({ payload: payload('fr'), ttl });
        return browsers;
      },
    },
  });
  const ring: Ring = { ringID: 'a ring', pool, until: start + life };
  const push = (language: string): PushPayload => ({ kind: 'ring', ...ring, at: start, language });
  const done = delivery.deliver('ann', {
    event: 'ring',
    page: ring,
    push,
    until: ring.until,
    isStillRelevant: async () => stillWaits,
  });
  await clock.advance(answersAfter);
  const channel = await done;
  return { sent, channel, asked, ring };
}

test('[NOT-12] an open page is called, and then nobody by push', async () => {
  const { sent, channel, asked, ring } = await called({ pages: 1, browsers: 1 });
  expect(asked).toEqual([['ann', 'ring', ring, 3_000]]);
  expect([sent, channel]).toEqual([[], 'page']);
});

test('[NOT-12] without an acknowledgement all browsers are called by push, for as long as the call is worth', async () => {
  const { sent, channel, ring } = await called({ browsers: 2, answersAfter: 3_000 });
  expect(sent).toEqual([{ payload: { kind: 'ring', ...ring, at: start, language: 'fr' }, ttl: 57 }]);
  expect(channel).toBe('push');
  expect((await called({ browsers: 1, life: 600_000 })).sent[0]?.ttl).toBe(60);
});

test('[NOT-12] what nobody is waiting for any more, or is worth nothing any more, is not sent', async () => {
  for (const late of [{ stillWaits: false }, { life: 3_000 }, { life: 1_000 }]) {
    const { sent, channel } = await called({ browsers: 1, answersAfter: 3_000, ...late });
    expect([sent, channel], JSON.stringify(late)).toEqual([[], 'none']);
  }
});

test('[NOT-12] a call that no push service has taken went nowhere', async () => {
  expect((await called({ browsers: 0 })).channel).toBe('none');
});
