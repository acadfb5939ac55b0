import { shippedDurations as durations } from '@unspoken/contract/durations';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const groupSpace = '0123456789abcdef0123456789abcdef';
const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false, groupSpace } as const;
const room = { type: matchmakerEvents.connectReceived, roomID: 'room', position: 1 } as const;
const next = { type: matchmakerEvents.connectReceived, isNext: true } as const;

const lastRequest = (bed: Testbed) => bed.emitted.findLast(({ event }) => event === 'connectClick')?.payload;

test('[SIDE-60] a request in a group space names it, also when waiting goes on after the time-out', () => {
  const bed = new Testbed();
  bed.do(connect);
  expect(lastRequest(bed)).toMatchObject({ experienceType: 'oneminute', poolType: 'anyone', groupSpace });
  bed.clock.advance(durations.pairingTimeout + durations.keepWaiting);
  expect([bed.state, lastRequest(bed)?.groupSpace]).toEqual(['waiting', groupSpace]);
  bed.do({ type: 'cancel pressed' });
  bed.do({ type: 'connect pressed', poolType: 'anyone', noRepeat: false });
  expect(lastRequest(bed)?.groupSpace).toBe('open');
});

test('[SIDE-60] a minute that was reloaded leads to somebody else in the same group space', async () => {
  const before = new Testbed();
  before.connecting = { groupSpace };
  await before.begin();
  expect([before.rememberedRoom, before.rememberedGroup]).toEqual(['room', groupSpace]);
  const bed = new Testbed();
  bed.rememberedRoom = before.rememberedRoom;
  bed.rememberedGroup = before.rememberedGroup;
  const now = bed.clock.now();
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'connected', roomID: 'room', position: 2, startsAt: now, now } });
  expect([bed.state, bed.context.pool.groupSpace]).toEqual(['connected', groupSpace]);
  bed.do({ type: 'end pressed' });
  bed.do({ type: 'meet another pressed' });
  expect([bed.state, lastRequest(bed)?.groupSpace]).toEqual(['waiting', groupSpace]);
});

test('[SIDE-60] the code of an invitation is not remembered as a group space', async () => {
  const bed = new Testbed();
  bed.connecting = { poolType: 'personalInvite', invitation: { code: 'abc', own: false } };
  await bed.begin();
  expect([bed.rememberedRoom, bed.rememberedGroup]).toEqual(['room', undefined]);
});

test('[SIDE-61] a user who stands in waits until the given instant, also after a reload, and then times out as usual', () => {
  const before = new Testbed();
  const patientUntil = before.clock.now() + 10 * durations.pairingTimeout;
  before.do({ ...connect, patientUntil });
  before.clock.advance(5 * durations.pairingTimeout);
  expect(before.state).toBe('waiting');
  const bed = new Testbed();
  bed.clock.advance(5 * durations.pairingTimeout);
  bed.rememberedRequest = before.rememberedRequest;
  bed.hear({ type: 'snapshot arrived', snapshot: { userState: 'present', clickID: 'click-1', now: bed.clock.now() } });
  expect(bed.state).toBe('waiting');
  bed.clock.advance(patientUntil - bed.clock.now() - 1);
  expect(bed.state).toBe('waiting');
  bed.clock.advance(1);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'pairing_timeout']);
  bed.do({ type: 'keep waiting pressed' });
  bed.clock.advance(durations.pairingTimeout - 1);
  expect(bed.state).toBe('waiting');
});

test('[SIDE-61] a user who is next is shown that until they have met somebody, and only for this request', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.hear({ type: 'matchmaker event arrived', event: { ...next, clickID: 'click-0' } });
  expect(bed.context.isNext).toBe(false);
  bed.hear({ type: 'matchmaker event arrived', event: { ...next, clickID: 'click-1' } });
  expect([bed.state, bed.context.isNext]).toEqual(['waiting', true]);
  bed.do({ type: 'cancel pressed' });
  bed.do(connect);
  expect(bed.context.isNext).toBe(false);
});

test('[SIDE-61] the message that a user is next does not end a greeting', () => {
  const bed = new Testbed();
  bed.do(connect);
  bed.hear({ type: 'matchmaker event arrived', event: room });
  bed.hear({ type: 'matchmaker event arrived', event: { ...next, clickID: bed.context.clickID } });
  expect([bed.has('partner found'), bed.context.room?.roomID]).toEqual([true, 'room']);
});

test('[SIDE-62] presence names the group space while its page is shown', () => {
  const bed = new Testbed();
  const reported = () => bed.emitted.filter(({ event }) => event === 'presence').map(({ payload }) => payload);
  const count = reported().length;
  bed.do({ type: 'group space shown', groupSpace });
  expect(reported().slice(count)).toEqual([{ state: 'present', groupSpace }]);
  bed.clock.advance(durations.presenceEmission);
  expect(reported().at(-1)).toEqual({ state: 'present', groupSpace });
  bed.do({ type: 'page hidden' });
  expect(reported().at(-1)).toEqual({ state: 'absent', groupSpace });
  bed.do({ type: 'group space shown', groupSpace: undefined });
  expect(reported().at(-1)).toEqual({ state: 'absent' });
});
