import { shippedDurations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { LocalBus } from '../platform/local-bus.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { MemoryMatchmakingState } from './memory-state.ts';
import { Matchmaking, type WaitingEntry } from './service.ts';

/** Matchmaking alone, with records that a test can change without notifying anybody. */
function bed(
  fault: (error: unknown) => void = (error) => {
    throw error;
  },
) {
  const later: (() => void)[] = [];
  const heard: Record<string, unknown[]> = {};
  const opened: [string, string][] = [];
  const standing = new Map<string, ErrorCode>();
  const apart = new Set<string>();
  const sockets = new Map<string, Connection>();
  const matchmakingState = new MemoryMatchmakingState();
  const matchmaking = new Matchmaking({
    clock: { now: () => 1_000, after: (_, run) => later.push(run) as unknown as () => void },
    durations: shippedDurations,
    matchmakingState,
    bus: new LocalBus(),
    isSignedIn: async () => true,
    denialReason: async () => undefined,
    connectDenialReason: async (accountId) => standing.get(accountId),
    metSince: async () => new Map(),
    separatedFrom: async (accountId) => (apart.has(accountId) ? [...apart].filter((each) => each !== accountId) : []),
    named: (pool) => pool,
    invitationEligibility: async () => ({}),
    matched: async () => new Set(),
    circumstances: async () => undefined,
    welcoming: async () => undefined,
    hasLengths: true,
    reach: ({ accountId }: WaitingEntry) => sockets.get(accountId),
    fault,
  });
  const serve = (cancel: (roomID: string, accountId: string) => Promise<void>, opening = () => {}) =>
    matchmaking.serve({
      nameRoom: () => 'a room',
      open: async (_, first, second, mayMeet) => {
        opening();
        if (!(await mayMeet())) return false;
        opened.push([first.accountId, second.accountId]);
        return true;
      },
      sendAgain: async () => {},
      left: async () => false,
      cancel: ({ roomID }, accountId) => cancel(roomID, accountId),
    });
  serve(async () => {});
  const connect = (accountId: string) => {
    const events: unknown[] = [];
    heard[accountId] = events;
    const connection: Connection = {
      ...{ id: `socket of ${accountId}`, accountId, sessionId: '', tab: '' },
      send: (_, payload) => void events.push(payload),
      close: () => {},
    };
    sockets.set(accountId, connection);
    const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
    return matchmaking.connect(connection, { pool, noRepeat: false, clickID: `request of ${accountId}` });
  };
  const pass = async () => {
    for (const run of later.splice(0)) run();
    await new Promise((resume) => setTimeout(resume));
  };
  return { matchmaking, matchmakingState, serve, connect, pass, heard, opened, standing, apart, sockets };
}

const nobody = (accountId: string): Connection => ({
  id: '',
  accountId,
  sessionId: '',
  tab: '',
  send: () => {},
  close: () => {},
});

test('[MAT-6] a member to be requeued whose position a later request has taken is notified', async () => {
  const { matchmaking, matchmakingState, connect, heard } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  const earlier = { ...(waiting as WaitingEntry), clickID: 'an earlier request' };
  await matchmaking.requeue(earlier);
  expect(heard.ann).toEqual([
    { type: matchmakerEvents.connectReceived, clickID: 'request of ann' },
    { type: matchmakerEvents.connectFailed, error: 'open_elsewhere', clickID: 'an earlier request' },
  ]);
  await matchmaking.requeue(waiting as WaitingEntry);
  expect(heard.ann).toHaveLength(2);
});

test('[MAT-29] a member whose request has ended without notice is notified when their process checks', async () => {
  const { matchmaking, matchmakingState, connect, heard } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  await matchmakingState.end('ann', 'request of ann');
  await matchmaking.requeue(waiting as WaitingEntry);
  expect(heard.ann?.at(-1)).toEqual({
    type: matchmakerEvents.connectFailed,
    error: 'matchmaker_failed',
    clickID: 'request of ann',
  });
});

test('[MAT-22] a member to be requeued while the state cannot be reached is requeued once it can be', async () => {
  const { matchmaking, matchmakingState, connect, pass, heard } = bed(() => {});
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  await matchmakingState.leave('ann', 'socket of ann', 0);
  const { requeue, end } = matchmakingState;
  const away = () => Promise.reject(new AppError('unavailable'));
  Object.assign(matchmakingState, { requeue: away, end: away });
  const back = matchmaking.requeue(waiting as WaitingEntry);
  await pass();
  expect((await matchmakingState.find('ann')).waiting).toBeUndefined();
  Object.assign(matchmakingState, { requeue, end });
  await pass();
  await back;
  expect((await matchmakingState.find('ann')).waiting).toEqual(waiting);
  expect(heard.ann?.at(-1)).toEqual({ type: matchmakerEvents.connectReceived, clickID: 'request of ann' });
});

test('[MAT-22] state restored from before a reconnection gives the position to the socket that is open', async () => {
  const { matchmaking, matchmakingState, connect } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  const entry = { ...(waiting as WaitingEntry), connectionId: 'the new socket of ann', askedAt: (waiting?.askedAt ?? 0) + 1 };
  await matchmaking.requeue(entry);
  expect((await matchmakingState.find('ann')).waiting).toEqual(entry);
});

test('[MAT-22] a socket with a later request keeps the position, even if an earlier one is requeued', async () => {
  const { matchmaking, matchmakingState, connect } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  const earlier = { ...(waiting as WaitingEntry), connectionId: 'the lost socket of ann', askedAt: (waiting?.askedAt ?? 0) - 1 };
  await matchmaking.requeue(earlier);
  expect((await matchmakingState.find('ann')).waiting).toEqual(waiting);
  // Two of the same instant: neither is known to be the later, so the state is left as it is.
  await matchmaking.requeue({ ...earlier, askedAt: waiting?.askedAt ?? 0 });
  expect((await matchmakingState.find('ann')).waiting).toEqual(waiting);
});

test('[MAT-10] an account that may not connect any more is not paired, even without a notice; the partner keeps waiting', async () => {
  const { matchmakingState, connect, pass, heard, opened, standing } = bed();
  await connect('ann');
  standing.set('ann', 'account_suspended');
  await connect('ben');
  expect(opened).toEqual([]);
  await pass();
  expect(heard.ann).toEqual([
    { type: matchmakerEvents.connectReceived, clickID: 'request of ann' },
    { type: matchmakerEvents.connectFailed, error: 'account_suspended', clickID: 'request of ann' },
  ]);
  expect(heard.ben).toEqual([{ type: matchmakerEvents.connectReceived, clickID: 'request of ben' }]);
  expect([await matchmakingState.find('ann'), (await matchmakingState.find('ben')).waiting?.clickID]).toEqual([
    {},
    'request of ben',
  ]);
  await connect('cay');
  expect(opened).toEqual([['ben', 'cay']]);
});

test('[MAT-10] two people separated by a new report are not paired by state that does not know of it', async () => {
  const { matchmakingState, connect, pass, opened, apart } = bed();
  await connect('ann');
  // Ben's records were read just before the report, and the state decides just after it.
  const join = matchmakingState.join.bind(matchmakingState);
  matchmakingState.join = async (...of) => {
    apart.add('ann').add('ben');
    return join(...of);
  };
  await connect('ben');
  expect(opened).toEqual([]);
  await pass();
  expect([(await matchmakingState.find('ann')).waiting?.clickID, (await matchmakingState.find('ben')).waiting?.clickID]).toEqual([
    'request of ann',
    'request of ben',
  ]);
  await connect('cay');
  expect(opened).toEqual([['ann', 'cay']]);
});

test('[MAT-5] a cancel while the records are read is acknowledged once there is a room to leave', async () => {
  const { matchmaking, serve, connect, opened } = bed();
  await connect('ann');
  const left: string[] = [];
  let cancelled: Promise<void> | undefined;
  const leave = async (roomID: string, accountId: string) => {
    await matchmaking.roomOpened(roomID);
    left.push(`${accountId} left ${roomID} when ${opened.length} was open`);
  };
  serve(leave, () => {
    cancelled = matchmaking.cancel(nobody('ann'), 'request of ann');
  });
  await connect('ben');
  await cancelled;
  expect(left).toEqual(['ann left a room when 1 was open']);
});

test('[MAT-5] a cancel that fails is not acknowledged, and is reported as failed; repeated, it succeeds', async () => {
  const { matchmaking, matchmakingState, connect, heard, sockets } = bed();
  await connect('ann');
  const end = matchmakingState.end.bind(matchmakingState);
  matchmakingState.end = async () => {
    throw new AppError('unavailable');
  };
  const connection = sockets.get('ann') as Connection;
  const clickID = 'request of ann';
  await expect(matchmaking.cancel(connection, clickID)).rejects.toThrow(AppError);
  const failed = { type: 'cancelRecievedError', error: 'matchmaker_failed', clickID };
  expect(heard.ann?.slice(1)).toEqual([failed]);
  matchmakingState.end = end;
  await matchmaking.cancel(connection, clickID);
  expect(heard.ann?.slice(1)).toEqual([failed, { type: 'cancelRecieved', clickID }]);
});

test('[MAT-21] a cancelled request never leads to a room, even by state restored from before the cancel', async () => {
  const { matchmaking, matchmakingState, connect, pass, heard, opened } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  const end = matchmakingState.end.bind(matchmakingState);
  matchmakingState.end = async () => ({});
  await matchmaking.cancel(nobody('ann'), 'request of ann');
  matchmakingState.end = end;
  expect((await matchmakingState.find('ann')).waiting).toEqual(waiting);
  await connect('ben');
  await pass();
  expect(opened).toEqual([]);
  expect([await matchmakingState.find('ann'), (await matchmakingState.find('ben')).waiting?.clickID]).toEqual([
    {},
    'request of ben',
  ]);
  // Nor is it accepted again when it is repeated.
  await expect(connect('ann')).rejects.toMatchObject({ code: 'click_ended' });
  expect(heard.ann?.at(-1)).toMatchObject({ error: 'click_ended' });
});

test('[MAT-21] an entry without an open socket at its process is not paired', async () => {
  const { matchmakingState, connect, pass, opened, sockets } = bed();
  await connect('ann');
  sockets.delete('ann');
  await connect('ben');
  await pass();
  expect(opened).toEqual([]);
  // Her position is reserved for a while, in which nobody is paired with her. (MAT-20)
  const [ann, ben] = [await matchmakingState.find('ann'), await matchmakingState.find('ben')];
  expect([ann.waiting, ann.reserved?.clickID, ben.waiting?.clickID]).toEqual([undefined, 'request of ann', 'request of ben']);
});

test('[MAT-9] an account that may not connect any more is sent the reason when its room is dissolved', async () => {
  const { matchmaking, matchmakingState, connect, heard, standing } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  await connect('ben');
  standing.set('ann', 'account_held');
  await matchmaking.withdraw('ann', 'account_held');
  expect(heard.ann).toEqual([{ type: matchmakerEvents.connectReceived, clickID: 'request of ann' }]);
  expect(await matchmaking.release('a room', { accountId: 'ann' }, { accountId: 'ben' })).toEqual([]);
  await matchmaking.requeue(waiting as WaitingEntry);
  expect(heard.ann?.slice(1)).toEqual([
    { type: matchmakerEvents.connectFailed, error: 'account_held', clickID: 'request of ann' },
  ]);
  expect(await matchmakingState.find('ann')).toEqual({});
});

test('[MAT-30] a paused request waits no longer and keeps its position; sent again, it continues there', async () => {
  const { matchmaking, matchmakingState, connect, opened, sockets } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  const socket = sockets.get('ann') as Connection;
  await matchmaking.pause(socket, 'another request');
  await matchmaking.pause({ ...socket, id: 'another socket' }, 'request of ann');
  expect((await matchmakingState.find('ann')).waiting).toEqual(waiting);
  await matchmaking.pause(socket, 'request of ann');
  const until = 1_000 + shippedDurations.reservationLife;
  expect(await matchmakingState.find('ann')).toEqual({ reserved: { clickID: 'request of ann', queuedAt: 1_000, until } });
  await connect('ben');
  expect(opened).toEqual([]);
  await connect('ann');
  expect(opened).toEqual([['ben', 'ann']]);
});

test('[MAT-30] a pairing that is found or dissolved as its request is paused opens no room, and the position is reserved', async () => {
  const { matchmaking, matchmakingState, connect, pass, opened, sockets } = bed();
  await connect('ann');
  const { waiting } = await matchmakingState.find('ann');
  const leave = matchmakingState.leave.bind(matchmakingState);
  matchmakingState.leave = async () => undefined;
  await matchmaking.pause(sockets.get('ann') as Connection, 'request of ann');
  matchmakingState.leave = leave;
  await connect('ben');
  expect(opened).toEqual([]);
  await pass();
  const { reserved, waiting: queued } = await matchmakingState.find('ann');
  expect([queued, reserved?.queuedAt]).toEqual([undefined, waiting?.queuedAt]);
  await connect('ann');
  expect(opened).toEqual([['ben', 'ann']]);
});
