import { shippedDurations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { expect, test } from 'vitest';
import { LocalBus } from '../platform/local-bus.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { MemoryMatchmakingState } from './memory-state.ts';
import { Matchmaking, type WaitingEntry } from './service.ts';

/** Matchmaking alone, with records that a test can change without anybody being told. */
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
  const places = new MemoryMatchmakingState();
  const matchmaking = new Matchmaking({
    clock: { now: () => 1_000, after: (_, run) => later.push(run) as unknown as () => void },
    durations: shippedDurations,
    places,
    bus: new LocalBus(),
    isSignedIn: async () => true,
    objection: async () => undefined,
    standing: async (accountId) => standing.get(accountId),
    metSince: async () => new Map(),
    separatedFrom: async (accountId) => (apart.has(accountId) ? [...apart].filter((each) => each !== accountId) : []),
    named: (pool) => pool,
    invited: async () => ({}),
    matched: async () => new Set(),
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
      tellAgain: async () => {},
      cancel: ({ roomID }, accountId) => cancel(roomID, accountId),
    });
  serve(async () => {});
  const press = (accountId: string) => {
    const events: unknown[] = [];
    heard[accountId] = events;
    const connection: Connection = {
      ...{ id: `socket of ${accountId}`, accountId, sessionId: '', tab: '' },
      send: (_, payload) => void events.push(payload),
      close: () => {},
    };
    sockets.set(accountId, connection);
    const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
    return matchmaking.connect(connection, { pool, noRepeat: false, clickID: `press of ${accountId}` });
  };
  const pass = async () => {
    for (const run of later.splice(0)) run();
    await new Promise((resume) => setTimeout(resume));
  };
  return { matchmaking, places, serve, press, pass, heard, opened, standing, apart, sockets };
}

const nobody = (accountId: string): Connection => ({
  id: '',
  accountId,
  sessionId: '',
  tab: '',
  send: () => {},
  close: () => {},
});

test('[MAT-6] whoever is to wait on, and whose place a later press of theirs has taken, is told so', async () => {
  const { matchmaking, places, press, heard } = bed();
  await press('ann');
  const { waiting } = await places.find('ann');
  const earlier = { ...(waiting as WaitingEntry), clickID: 'an earlier press' };
  await matchmaking.requeue(earlier);
  expect(heard.ann).toEqual([
    { type: 'connectRecieved', clickID: 'press of ann' },
    { type: 'connectRecievedError', error: 'open_elsewhere', clickID: 'an earlier press' },
  ]);
  await matchmaking.requeue(waiting as WaitingEntry);
  expect(heard.ann).toHaveLength(2);
});

test('[MAT-29] somebody whose press is over, and who was not told, is told once their process looks', async () => {
  const { matchmaking, places, press, heard } = bed();
  await press('ann');
  const { waiting } = await places.find('ann');
  await places.end('ann', 'press of ann');
  await matchmaking.requeue(waiting as WaitingEntry);
  expect(heard.ann?.at(-1)).toEqual({ type: 'connectRecievedError', error: 'matchmaker_failed', clickID: 'press of ann' });
});

test('[MAT-22] whoever is to go back to their place while the book cannot be asked is put back once it can be', async () => {
  const { matchmaking, places, press, pass, heard } = bed(() => {});
  await press('ann');
  const { waiting } = await places.find('ann');
  await places.leave('ann', 'socket of ann', 0);
  const { requeue, end } = places;
  const away = () => Promise.reject(new AppError('unavailable'));
  Object.assign(places, { requeue: away, end: away });
  const back = matchmaking.requeue(waiting as WaitingEntry);
  await pass();
  expect((await places.find('ann')).waiting).toBeUndefined();
  Object.assign(places, { requeue, end });
  await pass();
  await back;
  expect((await places.find('ann')).waiting).toEqual(waiting);
  expect(heard.ann?.at(-1)).toEqual({ type: 'connectRecieved', clickID: 'press of ann' });
});

test('[MAT-22] a book that came back from before a socket did gives the place to the socket that is there', async () => {
  const { matchmaking, places, press } = bed();
  await press('ann');
  const { waiting } = await places.find('ann');
  const entry = { ...(waiting as WaitingEntry), connectionId: 'the new socket of ann', askedAt: (waiting?.askedAt ?? 0) + 1 };
  await matchmaking.requeue(entry);
  expect((await places.find('ann')).waiting).toEqual(entry);
});

test('[MAT-22] a socket that asked for the place later keeps it, whoever is put back by an earlier one', async () => {
  const { matchmaking, places, press } = bed();
  await press('ann');
  const { waiting } = await places.find('ann');
  const earlier = { ...(waiting as WaitingEntry), connectionId: 'the lost socket of ann', askedAt: (waiting?.askedAt ?? 0) - 1 };
  await matchmaking.requeue(earlier);
  expect((await places.find('ann')).waiting).toEqual(waiting);
  // Two of one instant: neither is known to be the later, and what stands in the book stays.
  await matchmaking.requeue({ ...earlier, askedAt: waiting?.askedAt ?? 0 });
  expect((await places.find('ann')).waiting).toEqual(waiting);
});

test('[MAT-10] somebody who may not connect any more, and whom nobody has told, is not met; the other waits on', async () => {
  const { places, press, pass, heard, opened, standing } = bed();
  await press('ann');
  standing.set('ann', 'account_suspended');
  await press('ben');
  expect(opened).toEqual([]);
  await pass();
  expect(heard.ann).toEqual([
    { type: 'connectRecieved', clickID: 'press of ann' },
    { type: 'connectRecievedError', error: 'account_suspended', clickID: 'press of ann' },
  ]);
  expect(heard.ben).toEqual([{ type: 'connectRecieved', clickID: 'press of ben' }]);
  expect([await places.find('ann'), (await places.find('ben')).waiting?.clickID]).toEqual([{}, 'press of ben']);
  await press('cay');
  expect(opened).toEqual([['ben', 'cay']]);
});

test('[MAT-10] two whom a report keeps apart from now on are not put together by a book that does not know of it', async () => {
  const { places, press, pass, opened, apart } = bed();
  await press('ann');
  // Ben's own look at the records came just before the report, the book's decision just after it.
  const join = places.join.bind(places);
  places.join = async (...of) => {
    apart.add('ann').add('ben');
    return join(...of);
  };
  await press('ben');
  expect(opened).toEqual([]);
  await pass();
  expect([(await places.find('ann')).waiting?.clickID, (await places.find('ben')).waiting?.clickID]).toEqual([
    'press of ann',
    'press of ben',
  ]);
  await press('cay');
  expect(opened).toEqual([['ann', 'cay']]);
});

test('[MAT-5] a press taken back while the records are asked is answered when there is a room to be left', async () => {
  const { matchmaking, serve, press, opened } = bed();
  await press('ann');
  const left: string[] = [];
  let cancelled: Promise<void> | undefined;
  const leave = async (roomID: string, accountId: string) => {
    await matchmaking.roomOpened(roomID);
    left.push(`${accountId} left ${roomID} when ${opened.length} was open`);
  };
  serve(leave, () => {
    cancelled = matchmaking.cancel(nobody('ann'), 'press of ann');
  });
  await press('ben');
  await cancelled;
  expect(left).toEqual(['ann left a room when 1 was open']);
});

test('[MAT-21] a press that was taken back leads nowhere, even by a book that has come back from before it was', async () => {
  const { matchmaking, places, press, pass, heard, opened } = bed();
  await press('ann');
  const { waiting } = await places.find('ann');
  const end = places.end.bind(places);
  places.end = async () => ({});
  await matchmaking.cancel(nobody('ann'), 'press of ann');
  places.end = end;
  expect((await places.find('ann')).waiting).toEqual(waiting);
  await press('ben');
  await pass();
  expect(opened).toEqual([]);
  expect([await places.find('ann'), (await places.find('ben')).waiting?.clickID]).toEqual([{}, 'press of ben']);
  // Nor is it taken anew, whoever repeats it.
  await expect(press('ann')).rejects.toMatchObject({ code: 'click_ended' });
  expect(heard.ann?.at(-1)).toMatchObject({ error: 'click_ended' });
});

test('[MAT-21] somebody who waits by the book, and whose process has no socket of theirs, is not met', async () => {
  const { places, press, pass, opened, sockets } = bed();
  await press('ann');
  sockets.delete('ann');
  await press('ben');
  await pass();
  expect(opened).toEqual([]);
  // Her place is kept for a while, in which nobody is paired with her. (MAT-20)
  const [ann, ben] = [await places.find('ann'), await places.find('ben')];
  expect([ann.waiting, ann.reserved?.clickID, ben.waiting?.clickID]).toEqual([undefined, 'press of ann', 'press of ben']);
});

test('[MAT-9] whoever may not connect any more, and whose room comes to nothing, is told why', async () => {
  const { matchmaking, places, press, heard, standing } = bed();
  await press('ann');
  const { waiting } = await places.find('ann');
  await press('ben');
  standing.set('ann', 'account_held');
  await matchmaking.withdraw('ann', 'account_held');
  expect(heard.ann).toEqual([{ type: 'connectRecieved', clickID: 'press of ann' }]);
  expect(await matchmaking.release('a room', { accountId: 'ann' }, { accountId: 'ben' })).toEqual([]);
  await matchmaking.requeue(waiting as WaitingEntry);
  expect(heard.ann?.slice(1)).toEqual([{ type: 'connectRecievedError', error: 'account_held', clickID: 'press of ann' }]);
  expect(await places.find('ann')).toEqual({});
});
