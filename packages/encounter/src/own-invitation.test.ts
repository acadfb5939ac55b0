import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { EndReason } from '@unspoken/contract/encounters';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { invitationStands } from './rules.ts';
import { Testbed } from './testbed.ts';

const own = { type: 'connect pressed', poolType: 'personalInvite', noRepeat: false } as const;
const requests = (bed: Testbed) => bed.emitted.filter(({ event }) => event === 'connectClick').map(({ payload }) => payload);

/** The inviter in a confirmed room with the guest. */
async function met(bed: Testbed, invitation = { code: 'a code', own: true }): Promise<void> {
  bed.do({ ...own, invitation });
  bed.hear({
    type: 'matchmaker event arrived',
    event: { type: matchmakerEvents.connectReceived, roomID: 'room', position: 1, partnerIsGuest: true },
  });
  bed.message('hello');
  await bed.settle();
}

test('[SIDE-44] when the guest leaves before the minute, the inviter waits under the same code, by a new request', async () => {
  const bed = new Testbed();
  await met(bed);
  expect(bed.context.room).toEqual({ roomID: 'room', position: 1, partnerIsGuest: true });
  bed.message('close', { endReason: 'cancel_other' });
  expect(bed.state).toBe('disconnected');
  bed.do({ type: 'move on pressed' });
  expect([bed.state, bed.context.room]).toEqual(['waiting', undefined]);
  const [first, second] = requests(bed);
  expect(second).toMatchObject({ poolType: 'personalInvite', groupSpace: 'a code' });
  expect(second?.clickID).not.toBe(first?.clickID);
  expect(bed.context.clickedAt).toBe(bed.clock.now());
});

test('[SIDE-44] an inviter who does not leave the last screen continues to wait as well', async () => {
  const bed = new Testbed();
  await met(bed);
  bed.message('close', { endReason: 'cancel_other' });
  bed.clock.advance(durations.afterConnectionDuration);
  expect(bed.state).toBe('waiting');
});

test('[SIDE-44] waiting under an invitation ends when the invitation expires, after any number of attempts', async () => {
  const bed = new Testbed();
  await met(bed);
  bed.message('close', { endReason: 'cancel_other' });
  bed.do({ type: 'move on pressed' });
  bed.clock.advance(durations.personalInviteTimeout - 1);
  expect(bed.state).toBe('waiting');
  bed.clock.advance(1);
  expect([bed.state, bed.context.notice]).toEqual(['present', 'pairing_timeout']);
});

test('[SIDE-44] waiting under an invitation made earlier lasts until that invitation expires', () => {
  const bed = new Testbed();
  bed.do({ ...own, invitation: { code: 'a code', own: true, until: bed.clock.now() + 5_000 } });
  bed.clock.advance(4_999);
  expect(bed.state).toBe('waiting');
  bed.clock.advance(1);
  expect(bed.state).toBe('present');
});

test('[SIDE-45] a connect request made before the socket is connected is sent once it is', () => {
  const bed = new Testbed();
  bed.connected = false;
  bed.do({ type: 'connect pressed', poolType: 'anyone', noRepeat: true });
  bed.clock.advance(durations.matchmakerAnswer - 1);
  expect([bed.state, requests(bed)]).toEqual(['waiting', []]);
  bed.connected = true;
  bed.hear({ type: 'socket connected' });
  expect([bed.state, requests(bed), bed.context.notice]).toEqual(['waiting', [expect.anything()], undefined]);
});

test('[SIDE-45] a connect request made while the socket is down is kept for another try', () => {
  const bed = new Testbed();
  bed.do({ ...own, invitation: { code: 'a code', own: true } });
  bed.do({ type: 'cancel pressed' });
  bed.hear({ type: 'socket disconnected' });
  bed.do({ type: 'connect pressed', poolType: 'myCircle', noRepeat: true });
  expect(bed.context).toMatchObject({ notice: 'circle_empty', pool: { poolType: 'personalInvite' } });
  bed.do({ type: 'connect pressed', poolType: 'anyone', noRepeat: true });
  bed.clock.advance(durations.matchmakerAnswer - 1);
  expect(bed.context.notice).toBeUndefined();
  bed.clock.advance(1);
  expect(bed.context).toMatchObject({ notice: 'matchmaker_failed', noRepeat: true, ownInvitationUntil: undefined });
  expect([bed.state, bed.context.pool]).toEqual([
    'present',
    { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' },
  ]);
});

test.each(['cancel pressed', 'end pressed'] as const)(
  '[SIDE-44] an inviter who ends the encounter (%s) does not continue to wait',
  async (type) => {
    const bed = new Testbed();
    await met(bed);
    bed.do({ type });
    bed.do({ type: 'move on pressed' });
    expect([bed.state, requests(bed)]).toEqual(['present', [expect.anything()]]);
  },
);

test('[SIDE-44] a guest returns to the lobby', async () => {
  const bed = new Testbed();
  await met(bed, { code: 'a code', own: false });
  bed.message('close', { endReason: 'cancel_other' });
  bed.do({ type: 'move on pressed' });
  expect(bed.state).toBe('present');
});

const stands = (endReason: EndReason, more: object = {}) =>
  invitationStands({ ownInvitationUntil: 1_000, startsAt: undefined, endReason, ...more }, 999);

test('[SIDE-44] an invitation stands until it expires, unless a minute has begun or the inviter ended the encounter', () => {
  const all = ['unknown', 'natural', 'manual_self', 'manual_other', 'cancel_self'] as const;
  const others = ['cancel_other', 'timeout_self', 'timeout_other', 'ice_failure'] as const;
  expect([...all, ...others].filter((reason) => stands(reason))).toEqual([
    ...(['unknown', 'natural', 'manual_other', 'cancel_other', 'timeout_other', 'ice_failure'] as const),
  ]);
  expect(stands('cancel_other', { startsAt: 5 })).toBe(false);
  expect(stands('cancel_other', { ownInvitationUntil: undefined })).toBe(false);
  expect(stands('cancel_other', { ownInvitationUntil: 999 })).toBe(false);
});
