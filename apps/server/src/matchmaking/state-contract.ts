import { expect, test } from 'vitest';
import { type Joined, type MatchmakingState, maxEndedRequests, type WaitingEntry } from './state.ts';

const anyone = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const now = 1_000_000;
const kept = 15_000;

const entry = (accountId: string, queuedAt: number, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  accountId,
  connectionId: `socket of ${accountId}`,
  node: 'here',
  clickID: `click of ${accountId}`,
  pool: anyone,
  queuedAt,
  askedAt: queuedAt,
  noRepeat: false,
  avoid: {},
  ...more,
});

/** What every implementation of the matchmaking state must do. */
export function matchmakingStateContract(name: string, create: () => Promise<MatchmakingState>): void {
  let rooms = 0;
  const room = () => ({ roomID: `room ${++rooms}`, node: 'here' });
  const join = (matchmakingState: MatchmakingState, who: WaitingEntry, { at = now } = {}): Promise<Joined> =>
    matchmakingState.join(who, room(), at);
  const refresh = (matchmakingState: MatchmakingState, who: WaitingEntry) => matchmakingState.refresh(who, room(), now);
  const requeue = (matchmakingState: MatchmakingState, who: WaitingEntry) => matchmakingState.requeue(who, room(), now);
  /** The account that a joining person is paired with, or undefined if they wait; anything else is a failure. */
  const meets = async (matchmakingState: MatchmakingState, who: WaitingEntry, at = now): Promise<string | undefined> => {
    const joined = await join(matchmakingState, who, { at });
    if (joined.outcome === 'waiting') return undefined;
    if (joined.outcome !== 'paired') throw new Error(`${who.accountId} is ${joined.outcome}`);
    expect(joined.second.accountId).toBe(who.accountId);
    return joined.first.accountId;
  };

  test(`${name}: [MAT-6] the person who has waited longest is paired first`, async () => {
    const matchmakingState = await create();
    // They avoid each other, so that they wait side by side.
    await join(matchmakingState, entry('ann', 20, { avoid: { ben: now + 1 } }));
    await join(matchmakingState, entry('ben', 10));
    expect(await meets(matchmakingState, entry('cay', 30))).toBe('ben');
    expect(await meets(matchmakingState, entry('dan', 40))).toBe('ann');
    expect([...(await matchmakingState.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-1] a pair is in the room, both from the same instant, and waits no longer`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    const ben = entry('ben', 2, { node: 'there' });
    expect(await join(matchmakingState, ann)).toEqual({ outcome: 'waiting', entry: ann });
    expect(await matchmakingState.find('ann')).toEqual({ waiting: ann });
    const room = { roomID: 'the room', node: 'there' };
    expect(await matchmakingState.join(ben, room, now)).toEqual({ outcome: 'paired', first: ann, second: ben });
    expect(await matchmakingState.find('ann')).toEqual({ room: { ...room, clickID: 'click of ann' } });
    expect(await matchmakingState.find('ben')).toEqual({ room: { ...room, clickID: 'click of ben' } });
    expect([...(await matchmakingState.counts())]).toEqual([]);
    const again = await join(matchmakingState, entry('ann', 3, { clickID: 'another' }));
    expect(again).toEqual({ outcome: 'in room', room: { ...room, clickID: 'click of ann' } });
    await matchmakingState.release('some other room', { accountId: 'ann' });
    expect(await matchmakingState.find('ann')).toEqual({ room: { ...room, clickID: 'click of ann' } });
    await matchmakingState.release('the room', { accountId: 'ann' });
    expect(await matchmakingState.find('ann')).toEqual({});
    expect(await meets(matchmakingState, entry('ann', 4, { clickID: 'another' }))).toBeUndefined();
  });

  test(`${name}: [MAT-3] a later request takes over the position of an earlier one, which ends`, async () => {
    const matchmakingState = await create();
    const first = entry('ann', 1);
    await join(matchmakingState, first);
    const later = entry('ann', 5, { clickID: 'later', connectionId: 'another tab' });
    expect(await join(matchmakingState, later)).toEqual({
      outcome: 'waiting',
      entry: { ...later, queuedAt: 1 },
      replaced: first,
    });
    expect([...(await matchmakingState.counts())]).toEqual([['oneminute:anyone:open', 1]]);
    expect(await join(matchmakingState, first)).toEqual({ outcome: 'ended' });
    // The same request on another socket is not another request.
    const moved = { ...later, connectionId: 'a third tab', queuedAt: 1 };
    expect(await join(matchmakingState, moved)).toEqual({ outcome: 'waiting', entry: moved });
    expect(await meets(matchmakingState, entry('ben', 6))).toBe('ann');
  });

  test(`${name}: [MAT-2] nobody is paired with themselves, in one pool or two`, async () => {
    const matchmakingState = await create();
    await join(matchmakingState, entry('ann', 1));
    expect(await meets(matchmakingState, entry('ann', 2, { pool: { ...anyone, poolType: 'myCircle' } }))).toBeUndefined();
    expect([...(await matchmakingState.counts())]).toEqual([['oneminute:myCircle:open', 1]]);
  });

  test(`${name}: people in different pools do not meet`, async () => {
    const matchmakingState = await create();
    expect(await meets(matchmakingState, entry('ann', 1))).toBeUndefined();
    expect(await meets(matchmakingState, entry('ben', 2, { pool: { ...anyone, groupSpace: 'g1' } }))).toBeUndefined();
    expect(await meets(matchmakingState, entry('cay', 3, { pool: { ...anyone, experienceType: 'longer' } }))).toBeUndefined();
    expect(new Map(await matchmakingState.counts())).toEqual(
      new Map([
        ['oneminute:anyone:open', 1],
        ['oneminute:anyone:g1', 1],
        ['longer:anyone:open', 1],
      ]),
    );
  });

  test.each([
    ['the waiting person', { ben: now }, {}],
    ['the joining person', {}, { ann: now }],
  ])(`${name}: [MAT-4] avoiding by %s holds to the millisecond`, async (_, annAvoids, benAvoids) => {
    for (const [at, paired] of [
      [now - 1, false],
      [now, true],
      [now + 1, true],
    ] as const) {
      const matchmakingState = await create();
      await join(matchmakingState, entry('ann', 1, { avoid: annAvoids }), { at });
      expect(await meets(matchmakingState, entry('ben', 2, { avoid: benAvoids }), at)).toBe(paired ? 'ann' : undefined);
    }
  });

  test(`${name}: avoiding can be permanent, and start while a person waits: they are refreshed, at their position`, async () => {
    const matchmakingState = await create();
    await join(matchmakingState, entry('ann', 1));
    const avoiding = entry('ann', 9, { avoid: { ben: Number.POSITIVE_INFINITY } });
    expect(await refresh(matchmakingState, avoiding)).toEqual({ outcome: 'waiting', entry: { ...avoiding, queuedAt: 1 } });
    expect(await matchmakingState.find('ann')).toEqual({ waiting: { ...avoiding, queuedAt: 1 } });
    expect(await meets(matchmakingState, entry('ben', 2), now * 1_000)).toBeUndefined();
    expect(await meets(matchmakingState, entry('cay', 3))).toBe('ann');
  });

  test(`${name}: a refresh is superseded unless the same request waits on the same socket`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    const again = (who: WaitingEntry) => refresh(matchmakingState, who);
    expect(await again(ann)).toEqual({ outcome: 'superseded' });
    await join(matchmakingState, ann);
    expect(await again({ ...ann, clickID: 'another' })).toEqual({ outcome: 'superseded' });
    expect(await again({ ...ann, connectionId: 'another' })).toEqual({ outcome: 'superseded' });
    await join(matchmakingState, entry('ben', 2));
    expect(await again(ann)).toEqual({ outcome: 'superseded' });
    expect([...(await matchmakingState.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-7] a person requeued from a room has their position, unless they wait or are in a room by now`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    await join(matchmakingState, ann);
    const paired = await matchmakingState.join(entry('ben', 2), { roomID: 'r', node: 'here' }, now);
    expect(paired.outcome).toBe('paired');
    expect(await requeue(matchmakingState, ann)).toEqual({ outcome: 'superseded' });
    await matchmakingState.release('r', { accountId: 'ann' });
    await join(matchmakingState, entry('cay', 0, { avoid: { ann: now + 1 } }));
    expect(await requeue(matchmakingState, { ...ann, queuedAt: 7 })).toEqual({ outcome: 'waiting', entry: ann });
    expect(await requeue(matchmakingState, ann)).toEqual({ outcome: 'superseded' });
    // The request keeps its position while it does not wait, until it ends.
    await matchmakingState.leave('ann', ann.connectionId, now + kept);
    expect(await join(matchmakingState, { ...ann, queuedAt: 8 })).toEqual({ outcome: 'waiting', entry: ann });
    await matchmakingState.end('ann', ann.clickID);
    const next = entry('ann', 9, { clickID: 'next' });
    expect(await join(matchmakingState, next)).toEqual({ outcome: 'waiting', entry: next });
  });

  test(`${name}: [MAT-5] an ended request never leads to a room, whatever it had led to`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    expect(await matchmakingState.end('ann', ann.clickID)).toEqual({});
    expect(await join(matchmakingState, ann)).toEqual({ outcome: 'ended' });
    expect(await requeue(matchmakingState, ann)).toEqual({ outcome: 'ended' });
    expect(await refresh(matchmakingState, ann)).toEqual({ outcome: 'superseded' });
    const second = { ...ann, clickID: 'second' };
    await join(matchmakingState, second);
    expect(await matchmakingState.end('ann', 'yet another')).toEqual({});
    expect(await matchmakingState.end('ann', 'second')).toEqual({ waiting: second });
    expect(await matchmakingState.find('ann')).toEqual({});
    await join(matchmakingState, { ...ann, clickID: 'third' });
    await matchmakingState.join(entry('ben', 2), { roomID: 'r', node: 'n' }, now);
    const room = { roomID: 'r', node: 'n', clickID: 'third' };
    expect(await matchmakingState.end('ann', 'third')).toEqual({ room });
    expect(await matchmakingState.find('ann')).toEqual({ room });
    expect(await matchmakingState.release('r', { accountId: 'ann' }, { accountId: 'ben' })).toEqual(['ann']);
    expect(await requeue(matchmakingState, { ...ann, clickID: 'third' })).toEqual({ outcome: 'ended' });
  });

  test(`${name}: [MAT-5] a request that is finished with a room ends, and nobody else's does`, async () => {
    const matchmakingState = await create();
    const [ann, ben] = [entry('ann', 1), entry('ben', 2)];
    await join(matchmakingState, ann);
    await matchmakingState.join(ben, { roomID: 'r', node: 'n' }, now);
    expect(await matchmakingState.release('r', { accountId: 'ann', finishes: ann.clickID }, { accountId: 'ben' })).toEqual([
      'ann',
    ]);
    expect([await matchmakingState.find('ann'), await matchmakingState.find('ben')]).toEqual([{}, {}]);
    expect(await requeue(matchmakingState, ann)).toEqual({ outcome: 'ended' });
    expect(await requeue(matchmakingState, ben)).toEqual({ outcome: 'waiting', entry: ben });
    expect(await matchmakingState.release('r', { accountId: 'ann' })).toEqual([]);
  });

  test(`${name}: [MAT-5] of requests with any ids, exactly the ended ones are known as ended, the last ${maxEndedRequests} of them`, async () => {
    const matchmakingState = await create();
    const odd = ['"', ',', 'x,', '",', '","', '["a"]', 'x"a', 'a', 'a","b', 'b\\', '\\"', ',"a"', 'é', '\n', '/', '%w+', ' '];
    const isOver = async (clickID: string) => {
      const { outcome } = await join(matchmakingState, entry('ann', 1, { clickID }));
      await matchmakingState.leave('ann', entry('ann', 1).connectionId, now);
      return outcome === 'ended';
    };
    for (const [i, clickID] of odd.entries()) {
      expect(await isOver(clickID), clickID).toBe(false);
      await matchmakingState.end('ann', clickID);
      for (const [other, each] of odd.entries()) expect(await isOver(each), `${each} after ${clickID}`).toBe(other <= i);
    }
    for (let i = odd.length; i < maxEndedRequests; i++) await matchmakingState.end('ann', `press ${i}`);
    expect([await isOver('"'), await isOver('","')]).toEqual([true, true]);
    await matchmakingState.end('ann', 'one more');
    expect([await isOver('"'), await isOver('","'), await isOver('one more')]).toEqual([false, true, true]);
  });

  test(`${name}: requests without an id never end`, async () => {
    const matchmakingState = await create();
    const nameless = entry('ann', 1, { clickID: '' });
    await join(matchmakingState, nameless);
    expect(await matchmakingState.end('ann', '')).toEqual({ waiting: nameless });
    expect(await join(matchmakingState, nameless)).toEqual({ outcome: 'waiting', entry: nameless });
  });

  test(`${name}: [CIR-4] a person with a list of wanted people meets only them, and only if they want it too`, async () => {
    const matchmakingState = await create();
    await join(matchmakingState, entry('ann', 1, { only: ['ben'] }));
    expect(await meets(matchmakingState, entry('cay', 2))).toBeUndefined();
    expect(await meets(matchmakingState, entry('ben', 3, { only: ['cay'] }))).toBe('cay');
    const ben = entry('ben', 4, { only: ['dan', 'ann'], clickID: 'second' });
    await matchmakingState.release((await matchmakingState.find('ben')).room?.roomID ?? '', { accountId: 'ben' });
    expect(await meets(matchmakingState, ben)).toBe('ann');
  });

  test(`${name}: of the wanted people, the one who has waited longest is paired`, async () => {
    const matchmakingState = await create();
    const apart = { avoid: { ann: now * 2, ben: now * 2, cay: now * 2 } };
    await join(matchmakingState, entry('ann', 3, { ...apart }));
    await join(matchmakingState, entry('ben', 1, { ...apart }));
    await join(matchmakingState, entry('cay', 2, { ...apart }));
    expect(await meets(matchmakingState, entry('dan', 4, { only: ['ann', 'cay', 'eve'] }))).toBe('cay');
  });

  test(`${name}: [MAT-8] an entry whose socket is lost does not wait, and one on another socket does`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    await join(matchmakingState, ann);
    expect(await matchmakingState.leave('ann', 'another socket', now)).toBeUndefined();
    expect([
      await matchmakingState.leave('ann', ann.connectionId, now),
      await matchmakingState.leave('ann', ann.connectionId, now),
    ]).toEqual([ann, undefined]);
    expect(await meets(matchmakingState, entry('ben', 2))).toBeUndefined();
  });

  test(`${name}: [MAT-20] a lost socket reserves the position of its request, to the millisecond, and nobody is paired with it`, async () => {
    for (const [at, queuedAt] of [
      [now + kept - 1, 1],
      [now + kept, 9],
    ] as const) {
      const matchmakingState = await create();
      const ann = entry('ann', 1);
      await join(matchmakingState, ann);
      await matchmakingState.leave('ann', ann.connectionId, now + kept);
      expect(await matchmakingState.find('ann')).toEqual({ reserved: { clickID: ann.clickID, queuedAt: 1, until: now + kept } });
      expect([...(await matchmakingState.counts())]).toEqual([]);
      expect(await meets(matchmakingState, entry('ben', 5))).toBeUndefined();
      // Avoids Ben, so that her position can be seen.
      const returning = entry('ann', 9, { connectionId: 'the next page', avoid: { ben: now * 2 } });
      expect(await join(matchmakingState, returning, { at })).toEqual({ outcome: 'waiting', entry: { ...returning, queuedAt } });
      expect(await matchmakingState.find('ann')).toEqual({ waiting: { ...returning, queuedAt } });
      expect(await meets(matchmakingState, entry('cay', 10), at)).toBe(queuedAt === 1 ? 'ann' : 'ben');
    }
  });

  test(`${name}: [MAT-20] a reservation is ended by a later request or a cancel, and made for nobody who waits or is in a room`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    await join(matchmakingState, ann);
    await matchmakingState.reserve('ann', ann.clickID, now + kept);
    expect(await matchmakingState.find('ann')).toEqual({ waiting: ann });
    await matchmakingState.leave('ann', ann.connectionId, now + kept);
    const later = entry('ann', 7, { clickID: 'later' });
    expect(await join(matchmakingState, later)).toEqual({ outcome: 'waiting', entry: later });
    expect(await join(matchmakingState, ann)).toEqual({ outcome: 'ended' });
    await matchmakingState.leave('ann', later.connectionId, now + kept);
    const reserved = { clickID: 'later', queuedAt: 7, until: now + kept };
    expect(await matchmakingState.end('ann', 'later')).toEqual({ reserved });
    expect(await matchmakingState.find('ann')).toEqual({});
    expect(await join(matchmakingState, later)).toEqual({ outcome: 'ended' });
  });

  test(`${name}: [MAT-20] a person whose room is dissolved while they are away finds their position too`, async () => {
    const matchmakingState = await create();
    const ann = entry('ann', 1);
    await join(matchmakingState, ann);
    await matchmakingState.join(entry('ben', 2), { roomID: 'r', node: 'here' }, now);
    await matchmakingState.reserve('ann', ann.clickID, now + kept);
    expect(await matchmakingState.find('ann')).toEqual({ room: { roomID: 'r', node: 'here', clickID: ann.clickID } });
    await matchmakingState.release('r', { accountId: 'ann' }, { accountId: 'ben' });
    await matchmakingState.reserve('ann', 'another request', now + kept);
    expect(await matchmakingState.find('ann')).toEqual({});
    await matchmakingState.reserve('ann', ann.clickID, now + kept);
    expect(await matchmakingState.find('ann')).toEqual({ reserved: { clickID: ann.clickID, queuedAt: 1, until: now + kept } });
    expect(await join(matchmakingState, { ...ann, queuedAt: 9 }, { at: now + 1 })).toEqual({ outcome: 'waiting', entry: ann });
  });

  test(`${name}: of a hundred concurrent requests, each is paired exactly once`, async () => {
    const matchmakingState = await create();
    const partners = await Promise.all(Array.from({ length: 100 }, (_, i) => meets(matchmakingState, entry(`person ${i}`, i))));
    const names = partners.flatMap((partner, i) => (partner ? [partner, `person ${i}`] : []));
    expect(new Set(names).size).toBe(100);
    expect(names).toHaveLength(100);
  });

  test(`${name}: of a hundred cancelled requests of one person, none waits`, async () => {
    const matchmakingState = await create();
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const press = entry('ann', i, { clickID: `press ${i}` });
        await Promise.all([join(matchmakingState, press), matchmakingState.end('ann', press.clickID)]);
        await matchmakingState.end('ann', press.clickID);
      }),
    );
    expect([await matchmakingState.find('ann'), [...(await matchmakingState.counts())]]).toEqual([{}, []]);
  });

  test(`${name}: [MAT-31] an announced request has its position from the first announcement on, and is paired with nobody`, async () => {
    const matchmakingState = await create();
    const announce = (who: WaitingEntry, at: number) => matchmakingState.announce(who, at + kept, at);
    expect(await announce(entry('ann', now), now)).toEqual({ outcome: 'announced' });
    expect(await announce(entry('ann', now + 5), now + 5)).toEqual({ outcome: 'announced' });
    const reserved = { clickID: 'click of ann', queuedAt: now, until: now + 5 + kept };
    expect(await matchmakingState.find('ann')).toEqual({ reserved });
    expect([...(await matchmakingState.counts())]).toEqual([]);
    expect(await meets(matchmakingState, entry('ben', now + 6), now + 6)).toBeUndefined();
    expect(await announce(entry('ann', now + 7), now + 7)).toEqual({ outcome: 'announced', first: entry('ben', now + 6) });
    expect(await matchmakingState.find('ben')).toEqual({ waiting: entry('ben', now + 6) });
    await matchmakingState.end('ben', 'click of ben');
    const joined = await join(matchmakingState, entry('ann', now + 9), { at: now + 9 });
    expect(joined).toEqual({ outcome: 'waiting', entry: entry('ann', now, { askedAt: now + 9 }) });
  });

  test(`${name}: [MAT-31] an announced position is given up when no announcement follows in time`, async () => {
    for (const [later, queuedAt] of [
      [kept - 1, now],
      [kept, now + kept],
    ] as const) {
      const matchmakingState = await create();
      await matchmakingState.announce(entry('ann', now), now + kept, now);
      await matchmakingState.announce(entry('ann', now + later), now + later + kept, now + later);
      expect((await matchmakingState.find('ann')).reserved?.queuedAt).toBe(queuedAt);
    }
  });

  test(`${name}: [MAT-31] only whom the announced request may meet is found`, async () => {
    const matchmakingState = await create();
    await join(matchmakingState, entry('ben', 1, { avoid: { ann: Number.POSITIVE_INFINITY } }));
    await join(matchmakingState, entry('cay', 2, { avoid: { ben: now + 1 } }));
    await join(matchmakingState, entry('dan', 3, { avoid: { ben: now + 1, cay: now + 1 } }));
    const found = async (more: Partial<WaitingEntry>) => {
      const announced = await matchmakingState.announce(entry('ann', now, more), now + kept, now);
      return announced.outcome === 'announced' && announced.first?.accountId;
    };
    expect(await found({})).toBe('cay');
    expect(await found({ avoid: { cay: now + 1 } })).toBe('dan');
    expect(await found({ avoid: { cay: Number.POSITIVE_INFINITY, dan: now + 1 } })).toBeUndefined();
    expect(await found({ only: ['dan'] })).toBe('dan');
  });

  test(`${name}: [MAT-31] an announcement changes nothing for somebody who waits, is in a room, or has ended the request`, async () => {
    const matchmakingState = await create();
    const other = (who: string) => entry(who, 9, { clickID: 'other' });
    await join(matchmakingState, entry('ann', 1));
    expect(await matchmakingState.announce(other('ann'), now + kept, now)).toEqual({ outcome: 'superseded' });
    expect(await matchmakingState.find('ann')).toEqual({ waiting: entry('ann', 1) });
    await join(matchmakingState, entry('ben', 2));
    expect(await matchmakingState.announce(other('ben'), now + kept, now)).toEqual({ outcome: 'superseded' });
    await matchmakingState.end('cay', 'click of cay');
    expect(await matchmakingState.announce(entry('cay', 3), now + kept, now)).toEqual({ outcome: 'ended' });
    expect(await matchmakingState.find('cay')).toEqual({});
  });

  test(`${name}: [MAT-31] [MAT-3] an announcement ends another request whose position was reserved`, async () => {
    const matchmakingState = await create();
    await join(matchmakingState, entry('ann', 1));
    await matchmakingState.leave('ann', 'socket of ann', now + kept);
    await matchmakingState.announce(entry('ann', now, { clickID: 'later' }), now + kept, now);
    expect(await join(matchmakingState, entry('ann', 1))).toEqual({ outcome: 'ended' });
    expect((await matchmakingState.find('ann')).reserved).toEqual({ clickID: 'later', queuedAt: now, until: now + kept });
  });
}
