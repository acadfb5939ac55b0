import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { Position } from '@unspoken/contract/rooms';
import type { VeilState } from '@unspoken/contract/veil';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const copy = (n: number, by: Position, lifted: readonly [boolean, boolean] = [false, false]): VeilState => ({ n, by, lifted });

/** A user at this position within the minute, whose partner's page has veils, too. */
async function inMinute(position: Position = 2): Promise<Testbed> {
  const bed = new Testbed({}, {}, { additions: ['veil'] });
  await bed.begin(position);
  bed.watch(1_000);
  return bed;
}

const isSending = (bed: Testbed) => bed.pictures.at(-1) !== undefined;
const hear = (bed: Testbed, payload: VeilState) => bed.message('veil', { payload });

test.each([1, 2] as const)(
  '[SIDE-73] at position %i one key covers both pictures, and nothing is sent until both have lifted it',
  async (position) => {
    const bed = await inMinute(position);
    const [mine, theirs] =
      position === 1
        ? [copy(1, 1, [true, false]), copy(1, 1, [true, true])]
        : [copy(1, 2, [false, true]), copy(1, 2, [true, true])];
    expect([bed.has('the veil is down'), isSending(bed)]).toEqual([false, true]);
    bed.do({ type: 'veil pressed' });
    expect([bed.has('the veil is down'), isSending(bed)]).toEqual([true, false]);
    expect(bed.sent('veil').map(({ payload }) => payload.payload)).toEqual([copy(1, position)]);
    bed.do({ type: 'veil pressed' });
    bed.do({ type: 'lift pressed' });
    bed.do({ type: 'lift pressed' });
    expect([bed.has('the veil is down'), isSending(bed)]).toEqual([true, false]);
    expect(
      bed
        .sent('veil')
        .slice(1)
        .map(({ payload }) => payload.payload),
    ).toEqual([mine]);
    hear(bed, theirs);
    expect([bed.has('the veil is down'), bed.has('the veil is rising'), isSending(bed)]).toEqual([false, true, true]);
    bed.peer({ type: 'frame arrived' });
    expect(bed.has('the veil is rising')).toBe(false);
    expect(bed.state).toBe('connected');
  },
);

test('[SIDE-73] the veil of the partner covers both pictures here, and only this user lifts it for themselves', async () => {
  const bed = await inMinute();
  hear(bed, copy(1, 1, [false, true]));
  expect([bed.has('the veil is down'), isSending(bed)]).toEqual([true, false]);
  hear(bed, copy(1, 1, [true, true]));
  expect(bed.has('the veil is down')).toBe(true);
  bed.do({ type: 'lift pressed' });
  expect([bed.has('the veil is down'), isSending(bed)]).toEqual([false, true]);
});

test('[SIDE-73] a veil that is dropped again has to be lifted by both again; a lift that crosses it does not count', async () => {
  const bed = await inMinute(1);
  bed.do({ type: 'veil pressed' });
  bed.do({ type: 'lift pressed' });
  bed.do({ type: 'veil pressed' });
  hear(bed, copy(1, 1, [false, true]));
  expect(bed.context.veil).toEqual(copy(2, 1));
  bed.do({ type: 'lift pressed' });
  hear(bed, copy(2, 1, [false, true]));
  expect(bed.has('the veil is down')).toBe(false);
});

test('[SIDE-73] a page whose partner has no veil offers none', async () => {
  const bed = new Testbed();
  await bed.begin();
  bed.do({ type: 'veil pressed' });
  expect([bed.has('the veil is down'), isSending(bed), bed.sent('veil').length]).toEqual([false, true, 0]);
});

test('[SIDE-74] under the veil no frame is missed for half a minute; then the side that has dropped it leaves', async () => {
  const bed = await inMinute();
  bed.do({ type: 'veil pressed' });
  bed.clock.advance(durations.veilLimit - 1);
  expect([bed.state, bed.has('the partner is interrupted')]).toEqual(['connected', false]);
  bed.clock.advance(1);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'manual_self']);
});

test('[SIDE-74] the other side waits for that end, and then misses frames as ever', async () => {
  const bed = await inMinute();
  hear(bed, copy(1, 1));
  bed.clock.advance(durations.veilLimit + durations.grace - 1);
  expect([bed.state, bed.has('the partner is interrupted')]).toEqual(['connected', false]);
  bed.clock.advance(1 + durations.frameLost);
  expect(bed.has('the partner is interrupted')).toBe(true);
  bed.clock.advance(durations.frameTimeout - durations.frameLost);
  expect([bed.state, bed.context.endReason]).toEqual(['disconnected', 'ice_failure']);
});

test('[SIDE-74] dropping it again does not prolong it, and after it was lifted a frame is awaited as in the beginning', async () => {
  const bed = await inMinute(1);
  bed.do({ type: 'veil pressed' });
  bed.do({ type: 'lift pressed' });
  bed.clock.advance(20_000);
  bed.do({ type: 'veil pressed' });
  // The page says how long is left.
  expect(bed.context.veiledAt).toBe(bed.clock.now() - 20_000);
  bed.clock.advance(durations.veilLimit - 20_000);
  expect(bed.state).toBe('disconnected');
  const other = await inMinute(1);
  other.do({ type: 'veil pressed' });
  other.do({ type: 'lift pressed' });
  other.clock.advance(20_000);
  hear(other, copy(1, 1, [false, true]));
  other.clock.advance(durations.frameLost - 1);
  expect([other.has('the veil is rising'), other.has('the partner is interrupted')]).toEqual([true, false]);
  other.clock.advance(1);
  expect([other.has('the veil is rising'), other.has('the partner is interrupted')]).toEqual([false, true]);
});

test.each([
  ['that the user has lifted', true],
  ['that the user has not lifted', false],
])(
  '[SIDE-74] after a break the partner’s next veil, in place of one %s, has its half minute if that one can have risen',
  async (_, hasPressed) => {
    const bed = await inMinute();
    hear(bed, copy(1, 1));
    bed.clock.advance(15_000);
    if (hasPressed) bed.do({ type: 'lift pressed' });
    bed.clock.advance(5_000);
    // The lift of the partner was lost: of two messages only the later one is heard.
    hear(bed, copy(2, 1));
    const left = durations.veilLimit + durations.grace - (hasPressed ? 0 : 20_000);
    bed.clock.advance(left + durations.frameLost - 1);
    expect(bed.has('the partner is interrupted')).toBe(false);
    bed.clock.advance(1);
    expect(bed.has('the partner is interrupted')).toBe(true);
  },
);

test('[SIDE-74] a veil that falls while the partner is interrupted suspends that, too', async () => {
  const bed = await inMinute();
  bed.clock.advance(durations.frameLost);
  expect(bed.has('the partner is interrupted')).toBe(true);
  bed.do({ type: 'veil pressed' });
  expect(bed.has('the partner is interrupted')).toBe(false);
  bed.clock.advance(durations.frameTimeout);
  expect(bed.state).toBe('connected');
});

test('[SIDE-75] without a socket it is down here at once, and is sent when the socket is back', async () => {
  const bed = await inMinute();
  bed.hear({ type: 'socket disconnected' });
  bed.do({ type: 'veil pressed' });
  expect([bed.has('the veil is down'), isSending(bed), bed.sent('veil').length]).toEqual([true, false, 0]);
  bed.hear({ type: 'socket connected' });
  expect(bed.sent('veil').map(({ payload }) => payload.payload)).toEqual([copy(1, 2)]);
});

const resume = (bed: Testbed, veil?: VeilState) => {
  bed.rememberedRoom = 'room';
  bed.answers['room:join'] = { ok: true, position: 2, heard: 0, told: 0, additions: ['veil'], ...(veil && { veil }) };
  const now = bed.clock.now();
  const snapshot = { userState: 'connected', roomID: 'room', position: 2, startsAt: now - 20_000, now } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
};

test('[SIDE-75] a reload comes back veiled: as its tab remembers, for as long as was left, or as the room says', async () => {
  const before = await inMinute();
  before.do({ type: 'veil pressed' });
  const own = new Testbed({}, {}, { additions: ['veil'] });
  own.rememberedVeil = before.rememberedVeil && { ...before.rememberedVeil, at: own.clock.now() - 10_000 };
  resume(own);
  await own.settle();
  expect([own.state, own.has('the veil is down'), own.pictures]).toEqual(['connected', true, []]);
  expect(own.context.veiledAt).toBe(own.clock.now() - 10_000);
  own.clock.advance(durations.veilLimit - 10_000);
  expect([own.state, own.context.endReason]).toEqual(['disconnected', 'manual_self']);

  const said = new Testbed({}, {}, { additions: ['veil'] });
  resume(said, copy(3, 1, [true, false]));
  await said.settle();
  expect([said.has('the veil is down'), said.pictures]).toEqual([true, []]);
  said.do({ type: 'lift pressed' });
  expect([said.has('the veil is down'), isSending(said)]).toEqual([false, true]);

  const none = new Testbed({}, {}, { additions: ['veil'] });
  // Of another room.
  none.rememberedVeil = { roomID: 'another', veil: copy(1, 2), at: 0 };
  resume(none);
  await none.settle();
  expect([none.has('the veil is down'), isSending(none)]).toEqual([false, true]);
});

test('[SIDE-75] a reloaded page sends nothing under its veil while the room has not answered yet', async () => {
  const bed = new Testbed({}, {}, { additions: ['veil'] });
  bed.rememberedVeil = { roomID: 'room', veil: copy(1, 2), at: bed.clock.now() };
  bed.answering = false;
  resume(bed);
  await bed.settle();
  expect([bed.state, bed.has('the veil is down'), bed.pictures]).toEqual(['connected', true, []]);
});

test('[SIDE-75] what the partner sends while this page loads is covered, too: a new connection and a new camera send nothing', async () => {
  const bed = await inMinute();
  hear(bed, copy(1, 1));
  bed.loseCamera();
  await bed.settle();
  bed.message('ready', { payload: { again: true } });
  await bed.settle();
  bed.message('sdp', { payload: { type: 'offer', sdp: 'again', from: 'another' } });
  await bed.settle();
  expect(isSending(bed)).toBe(false);
  bed.do({ type: 'lift pressed' });
  hear(bed, copy(1, 1, [true, false]));
  expect(isSending(bed)).toBe(true);
});

test('[SIDE-73] the end of the room ends the veil', async () => {
  const bed = await inMinute();
  bed.do({ type: 'veil pressed' });
  bed.do({ type: 'end pressed' });
  expect([bed.state, bed.context.endReason, bed.rememberedVeil]).toEqual(['disconnected', 'manual_self', undefined]);
});
