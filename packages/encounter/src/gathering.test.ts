import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;

/** A chart that hears these messages of the matchmaker about its request. */
function hearing(...events: readonly Omit<MatchmakerEvent, 'type' | 'clickID'>[]): Testbed {
  const bed = new Testbed();
  bed.do(connect);
  for (const event of events)
    bed.hear({
      type: 'matchmaker event arrived',
      event: { type: matchmakerEvents.connectReceived, clickID: bed.context.clickID, ...event },
    });
  return bed;
}

test.each([
  ['from the second minute of a gathering on it is 4 s', { hasMetHere: true as const }, 4_000],
  ['otherwise it is 10 s', {}, 10_000],
])('[SIDE-56] the pause before the camera: %s', async (_, more, pause) => {
  const bed = hearing({ roomID: 'room', position: 2, ...more });
  bed.message('hello');
  await bed.settle();
  expect(bed.context.room).toEqual({ roomID: 'room', position: 2, ...more });
  bed.clock.advance(pause - 1);
  expect(bed.state).toBe('enteringRoom');
  bed.clock.advance(1);
  expect(bed.state).toBe('gettingMedia');
  expect([durations.gatheringEnteringRoom, durations.enteringRoom]).toEqual([4_000, 10_000]);
});

test('[SIDE-57] a user who is next reads so until they make another request, and waits on', () => {
  const bed = hearing({}, { isNext: true }, {});
  expect([bed.state, bed.context.isNext]).toEqual(['waiting', true]);
  bed.do({ type: 'cancel pressed' });
  bed.do(connect);
  expect([bed.state, bed.context.isNext]).toEqual(['waiting', false]);
});

test('[SIDE-57] a message about another request does not make a user next', () => {
  const bed = hearing({});
  bed.hear({
    type: 'matchmaker event arrived',
    event: { type: matchmakerEvents.connectReceived, clickID: 'an earlier one', isNext: true },
  });
  expect(bed.context.isNext).toBe(false);
});
