import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { ShortLength } from '@unspoken/contract/lengths';
import { connectClick, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import type { Person, PersonEvent } from './model.ts';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;

/** What a request of this user says of lengths, who has this wish. */
function requested(person: Partial<Person>, wish: Testbed['lengthWish'], pressed: PersonEvent = connect) {
  const bed = new Testbed(person);
  bed.lengthWish = wish;
  bed.do(pressed);
  const { payload } = bed.emitted.find(({ event }) => event === 'connectClick') ?? {};
  expect(connectClick.payload.safeParse(payload).success).toBe(true);
  const { length, orShorter } = payload ?? {};
  return { ...(length !== undefined && { length }), ...(orShorter !== undefined && { orShorter }) };
}

test('[SIDE-79] a new user asks for a first meeting of at most what they wish, and others for the minute', () => {
  for (const length of ['short', 'medium'] as const) {
    expect(requested({ isNew: true }, { length })).toEqual({ length, orShorter: true });
    expect(requested({ isNew: false }, { length })).toEqual({});
    expect(requested({ isNew: false }, { length, orShorter: true })).toEqual({ orShorter: true });
  }
});

test('[SIDE-79] a user who agrees to shorter meetings says so, and one who has chosen nothing says nothing', () => {
  for (const isNew of [true, false]) {
    expect(requested({ isNew }, { orShorter: true })).toEqual({ orShorter: true });
    expect(requested({ isNew }, { orShorter: false })).toEqual({});
    expect(requested({ isNew }, {})).toEqual({});
  }
});

test('[SIDE-79] nothing is said of lengths but in the minute among strangers', () => {
  const wish = { length: 'short', orShorter: true } as const;
  const invitation = { code: 'a code', own: false };
  for (const more of [
    { poolType: 'myCircle' },
    { experienceType: 'questions' },
    { groupSpace: 'a group' },
    { poolType: 'personalInvite', invitation },
  ] as const)
    expect(requested({ isNew: true, circleMatched: 1 }, wish, { ...connect, ...more })).toEqual({});
});

test('[SIDE-79] a reloaded page goes on with the wish of its request, whatever has been chosen since', () => {
  const before = new Testbed({ isNew: true });
  before.lengthWish = { length: 'short' };
  before.do(connect);
  const bed = new Testbed({ isNew: true });
  bed.rememberedRequest = before.rememberedRequest;
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'present', clickID: 'click-1', now: 0 } });
  expect(bed.emitted.at(-1)).toMatchObject({ event: 'connectClick', payload: { length: 'short', orShorter: true } });
});

const lasting: Record<ShortLength, number> = { short: durations.shortMeeting, medium: durations.mediumMeeting };

test.each(['short', 'medium'] as const)('[SIDE-79] a %s meeting ends by itself after its own time', async (length) => {
  const bed = new Testbed();
  bed.meetingLength = length;
  await bed.begin();
  bed.watch(lasting[length] - 1);
  expect(bed.state).toBe('connected');
  bed.watch(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('[SIDE-79] a page that is reloaded in a short meeting ends it at its time, and does not return to one that is over', async () => {
  const start = async (startsAt: number) => {
    const bed = new Testbed();
    bed.rememberedRoom = 'room';
    const now = bed.clock.now();
    bed.hear({
      type: 'snapshot arrived',
      snapshot: { userState: 'connected', roomID: 'room', position: 1, startsAt: now + startsAt, length: 'short', now },
    });
    await bed.settle();
    return bed;
  };
  expect((await start(-durations.shortMeeting)).state).toBe('present');
  const bed = await start(-durations.shortMeeting + 5_000);
  expect([bed.state, bed.context.room]).toMatchObject(['connected', { length: 'short' }]);
  bed.clock.advance(4_999);
  expect(bed.state).toBe('connected');
  bed.clock.advance(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'natural']);
});

test('[SIDE-79] the next room is a minute again', async () => {
  const bed = new Testbed();
  bed.meetingLength = 'short';
  await bed.begin();
  bed.watch(durations.shortMeeting);
  bed.clock.advance(durations.afterConnectionDuration);
  bed.do({ type: 'move on pressed' });
  bed.do(connect);
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'next', position: 2 } });
  expect(bed.context.room).toEqual({ roomID: 'next', position: 2 });
});
