import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { EndReason } from '@unspoken/contract/encounters';
import { connectClick, matchmakerEvents, type PoolType } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { reportsSession } from './rules.ts';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: true } as const;

test('[SIDE-41] a connect request carries what requirements/calls 5.5 lists', () => {
  const bed = new Testbed();
  bed.do(connect);
  const { payload } = bed.emitted.find(({ event }) => event === 'connectClick') ?? {};
  expect(payload).toEqual({
    experienceType: 'oneminute',
    poolType: 'anyone',
    groupSpace: 'open',
    noRepeat: true,
    clickID: 'click-1',
    clickTime: bed.clock.now(),
    timeZone: 'Europe/Lisbon',
    appName: 'Netscape',
    appCodeName: 'Mozilla',
    language: 'pt',
    userAgent: 'a test',
  });
  expect(connectClick.payload.safeParse(payload).success).toBe(true);
});

test('[SIDE-41] a user who answers a call names it in that request, and in no later one', () => {
  const bed = new Testbed();
  const rings = () =>
    bed.emitted.filter(({ event }) => event === 'connectClick').map(({ payload }) => (payload as { ringID?: string }).ringID);
  bed.do({ ...connect, ringID: 'ring-1' });
  expect(rings()).toEqual(['ring-1']);
  bed.do({ type: 'cancel pressed' });
  bed.do(connect);
  expect(rings().at(-1)).toBeUndefined();
});

test('[SIDE-41] a request in the pool of a call that the page has just shown names that call; one that answers another call names that', () => {
  const bed = new Testbed();
  const asked: unknown[] = [];
  bed.callFor = (pool) => {
    asked.push(pool);
    return 'just shown';
  };
  const ring = () => bed.emitted.findLast(({ event }) => event === 'connectClick')?.payload.ringID;
  bed.do({ ...connect, experienceType: 'questions' });
  expect([ring(), asked]).toEqual(['just shown', [{ experienceType: 'questions', poolType: 'anyone', groupSpace: 'open' }]]);
  bed.do({ type: 'cancel pressed' });
  bed.do({ ...connect, ringID: 'pressed' });
  expect(ring()).toBe('pressed');
  bed.do({ type: 'cancel pressed' });
  bed.do({ ...connect, poolType: 'personalInvite', invitation: { code: 'a code', own: false } });
  expect(asked.at(-1)).toMatchObject({ poolType: 'personalInvite', groupSpace: 'a code' });
});

test.each([1, 2] as const)('[SIDE-42] position %i waits for an answer to the hello for 5,000 ms', (position) => {
  const bed = new Testbed();
  bed.do(connect);
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position } });
  bed.clock.advance(4_999);
  expect([bed.state, bed.context.room?.roomID]).toEqual(['waiting', 'room']);
  bed.clock.advance(1);
  expect([bed.state, bed.context.room]).toEqual(['waiting', undefined]);
  expect(durations.peerNoAnswerTimeout).toBe(5_000);
});

const every: readonly EndReason[] = [
  ...(['unknown', 'natural', 'manual_self', 'manual_other', 'cancel_self'] as const),
  ...(['cancel_other', 'timeout_self', 'timeout_other', 'ice_failure'] as const),
];
const reported = (position: 1 | 2, poolType: PoolType) => every.filter((reason) => reportsSession(reason, position, poolType));

test('[SIDE-43] for an invitation the caller reports every end, and the callee none', () => {
  expect([reported(1, 'personalInvite'), reported(2, 'personalInvite')]).toEqual([every, []]);
});

test.each(['anyone', 'myCircle'] as const)(
  '[SIDE-43] in the pool %s the caller reports a natural end, and the side that was left reports the others',
  (pool) => {
    const left = ['manual_other', 'cancel_other', 'ice_failure'];
    expect([reported(1, pool), reported(2, pool)]).toEqual([['natural', ...left], left]);
  },
);

test.each([
  [1, ['natural']],
  [2, []],
] as const)('[SIDE-43] after the minute of an invitation position %i sends %j', async (position, sent) => {
  const bed = new Testbed();
  bed.do({ ...connect, poolType: 'personalInvite', invitation: { code: 'a code', own: position === 1 } });
  bed.hear({ type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived, roomID: 'room', position } });
  bed.message('hello');
  await bed.settle();
  bed.clock.advance(durations.enteringRoom);
  await bed.settle();
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.peer({ type: 'frame arrived' });
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now } });
  bed.watch(4_000 + durations.connectionDuration);
  expect(bed.state).toBe('disconnected');
  const reports = bed.emitted.filter(({ event }) => event === 'updatesessiondata');
  expect(reports.map(({ payload }) => payload.endReason)).toEqual(sent);
});
