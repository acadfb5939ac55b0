import { expect, test } from 'vitest';
import { endedRequestsKept, type Joined, type MatchmakingState, type WaitingEntry } from './state.ts';

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
  const join = (places: MatchmakingState, who: WaitingEntry, { at = now } = {}): Promise<Joined> => places.join(who, room(), at);
  const refresh = (places: MatchmakingState, who: WaitingEntry) => places.refresh(who, room(), now);
  const requeue = (places: MatchmakingState, who: WaitingEntry) => places.requeue(who, room(), now);
  /** The account that a joining person is paired with, or undefined if they wait; anything else is a failure. */
  const meets = async (places: MatchmakingState, who: WaitingEntry, at = now): Promise<string | undefined> => {
    const joined = await join(places, who, { at });
    if (joined.outcome === 'waiting') return undefined;
    if (joined.outcome !== 'paired') throw new Error(`${who.accountId} is ${joined.outcome}`);
    expect(joined.second.accountId).toBe(who.accountId);
    return joined.first.accountId;
  };

  test(`${name}: [MAT-6] the person who has waited longest is paired first`, async () => {
    const places = await create();
    // They avoid each other, so that they wait side by side.
    await join(places, entry('ann', 20, { avoid: { ben: now + 1 } }));
    await join(places, entry('ben', 10));
    expect(await meets(places, entry('cay', 30))).toBe('ben');
    expect(await meets(places, entry('dan', 40))).toBe('ann');
    expect([...(await places.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-1] a pair is in the room, both from the same instant, and waits no longer`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    const ben = entry('ben', 2, { node: 'there' });
    expect(await join(places, ann)).toEqual({ outcome: 'waiting', entry: ann });
    expect(await places.find('ann')).toEqual({ waiting: ann });
    const room = { roomID: 'the room', node: 'there' };
    expect(await places.join(ben, room, now)).toEqual({ outcome: 'paired', first: ann, second: ben });
    expect(await places.find('ann')).toEqual({ room: { ...room, clickID: 'click of ann' } });
    expect(await places.find('ben')).toEqual({ room: { ...room, clickID: 'click of ben' } });
    expect([...(await places.counts())]).toEqual([]);
    const again = await join(places, entry('ann', 3, { clickID: 'another' }));
    expect(again).toEqual({ outcome: 'in room', room: { ...room, clickID: 'click of ann' } });
    await places.release('some other room', { accountId: 'ann' });
    expect(await places.find('ann')).toEqual({ room: { ...room, clickID: 'click of ann' } });
    await places.release('the room', { accountId: 'ann' });
    expect(await places.find('ann')).toEqual({});
    expect(await meets(places, entry('ann', 4, { clickID: 'another' }))).toBeUndefined();
  });

  test(`${name}: [MAT-3] a later request takes over the position of an earlier one, which ends`, async () => {
    const places = await create();
    const first = entry('ann', 1);
    await join(places, first);
    const later = entry('ann', 5, { clickID: 'later', connectionId: 'another tab' });
    expect(await join(places, later)).toEqual({ outcome: 'waiting', entry: { ...later, queuedAt: 1 }, replaced: first });
    expect([...(await places.counts())]).toEqual([['oneminute:anyone:open', 1]]);
    expect(await join(places, first)).toEqual({ outcome: 'ended' });
    // The same request on another socket is not another request.
    const moved = { ...later, connectionId: 'a third tab', queuedAt: 1 };
    expect(await join(places, moved)).toEqual({ outcome: 'waiting', entry: moved });
    expect(await meets(places, entry('ben', 6))).toBe('ann');
  });

  test(`${name}: [MAT-2] nobody is paired with themselves, in one pool or two`, async () => {
    const places = await create();
    await join(places, entry('ann', 1));
    expect(await meets(places, entry('ann', 2, { pool: { ...anyone, poolType: 'myCircle' } }))).toBeUndefined();
    expect([...(await places.counts())]).toEqual([['oneminute:myCircle:open', 1]]);
  });

  test(`${name}: people in different pools do not meet`, async () => {
    const places = await create();
    expect(await meets(places, entry('ann', 1))).toBeUndefined();
    expect(await meets(places, entry('ben', 2, { pool: { ...anyone, groupSpace: 'g1' } }))).toBeUndefined();
    expect(await meets(places, entry('cay', 3, { pool: { ...anyone, experienceType: 'longer' } }))).toBeUndefined();
    expect(new Map(await places.counts())).toEqual(
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
      const places = await create();
      await join(places, entry('ann', 1, { avoid: annAvoids }), { at });
      expect(await meets(places, entry('ben', 2, { avoid: benAvoids }), at)).toBe(paired ? 'ann' : undefined);
    }
  });

  test(`${name}: avoiding can be permanent, and start while a person waits: they are refreshed, at their position`, async () => {
    const places = await create();
    await join(places, entry('ann', 1));
    const avoiding = entry('ann', 9, { avoid: { ben: Number.POSITIVE_INFINITY } });
    expect(await refresh(places, avoiding)).toEqual({ outcome: 'waiting', entry: { ...avoiding, queuedAt: 1 } });
    expect(await places.find('ann')).toEqual({ waiting: { ...avoiding, queuedAt: 1 } });
    expect(await meets(places, entry('ben', 2), now * 1_000)).toBeUndefined();
    expect(await meets(places, entry('cay', 3))).toBe('ann');
  });

  test(`${name}: a refresh is superseded unless the same request waits on the same socket`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    const again = (who: WaitingEntry) => refresh(places, who);
    expect(await again(ann)).toEqual({ outcome: 'superseded' });
    await join(places, ann);
    expect(await again({ ...ann, clickID: 'another' })).toEqual({ outcome: 'superseded' });
    expect(await again({ ...ann, connectionId: 'another' })).toEqual({ outcome: 'superseded' });
    await join(places, entry('ben', 2));
    expect(await again(ann)).toEqual({ outcome: 'superseded' });
    expect([...(await places.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-7] a person requeued from a room has their position, unless they wait or are in a room by now`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await join(places, ann);
    const paired = await places.join(entry('ben', 2), { roomID: 'r', node: 'here' }, now);
    expect(paired.outcome).toBe('paired');
    expect(await requeue(places, ann)).toEqual({ outcome: 'superseded' });
    await places.release('r', { accountId: 'ann' });
    await join(places, entry('cay', 0, { avoid: { ann: now + 1 } }));
    expect(await requeue(places, { ...ann, queuedAt: 7 })).toEqual({ outcome: 'waiting', entry: ann });
    expect(await requeue(places, ann)).toEqual({ outcome: 'superseded' });
    // The request keeps its position while it does not wait, until it ends.
    await places.leave('ann', ann.connectionId, now + kept);
    expect(await join(places, { ...ann, queuedAt: 8 })).toEqual({ outcome: 'waiting', entry: ann });
    await places.end('ann', ann.clickID);
    const next = entry('ann', 9, { clickID: 'next' });
    expect(await join(places, next)).toEqual({ outcome: 'waiting', entry: next });
  });

  test(`${name}: [MAT-5] an ended request never leads to a room, whatever it had led to`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    expect(await places.end('ann', ann.clickID)).toEqual({});
    expect(await join(places, ann)).toEqual({ outcome: 'ended' });
    expect(await requeue(places, ann)).toEqual({ outcome: 'ended' });
    expect(await refresh(places, ann)).toEqual({ outcome: 'superseded' });
    const second = { ...ann, clickID: 'second' };
    await join(places, second);
    expect(await places.end('ann', 'yet another')).toEqual({});
    expect(await places.end('ann', 'second')).toEqual({ waiting: second });
    expect(await places.find('ann')).toEqual({});
    await join(places, { ...ann, clickID: 'third' });
    await places.join(entry('ben', 2), { roomID: 'r', node: 'n' }, now);
    const room = { roomID: 'r', node: 'n', clickID: 'third' };
    expect(await places.end('ann', 'third')).toEqual({ room });
    expect(await places.find('ann')).toEqual({ room });
    expect(await places.release('r', { accountId: 'ann' }, { accountId: 'ben' })).toEqual(['ann']);
    expect(await requeue(places, { ...ann, clickID: 'third' })).toEqual({ outcome: 'ended' });
  });

  test(`${name}: [MAT-5] a request that is finished with a room ends, and nobody else's does`, async () => {
    const places = await create();
    const [ann, ben] = [entry('ann', 1), entry('ben', 2)];
    await join(places, ann);
    await places.join(ben, { roomID: 'r', node: 'n' }, now);
    expect(await places.release('r', { accountId: 'ann', finishes: ann.clickID }, { accountId: 'ben' })).toEqual(['ann']);
    expect([await places.find('ann'), await places.find('ben')]).toEqual([{}, {}]);
    expect(await requeue(places, ann)).toEqual({ outcome: 'ended' });
    expect(await requeue(places, ben)).toEqual({ outcome: 'waiting', entry: ben });
    expect(await places.release('r', { accountId: 'ann' })).toEqual([]);
  });

  test(`${name}: [MAT-5] of requests with any ids, exactly the ended ones are known as ended, the last ${endedRequestsKept} of them`, async () => {
    const places = await create();
    const odd = ['"', ',', 'x,', '",', '","', '["a"]', 'x"a', 'a', 'a","b', 'b\\', '\\"', ',"a"', 'é', '\n', '/', '%w+', ' '];
    const isOver = async (clickID: string) => {
      const { outcome } = await join(places, entry('ann', 1, { clickID }));
      await places.leave('ann', entry('ann', 1).connectionId, now);
      return outcome === 'ended';
    };
    for (const [i, clickID] of odd.entries()) {
      expect(await isOver(clickID), clickID).toBe(false);
      await places.end('ann', clickID);
      for (const [other, each] of odd.entries()) expect(await isOver(each), `${each} after ${clickID}`).toBe(other <= i);
    }
    for (let i = odd.length; i < endedRequestsKept; i++) await places.end('ann', `press ${i}`);
    expect([await isOver('"'), await isOver('","')]).toEqual([true, true]);
    await places.end('ann', 'one more');
    expect([await isOver('"'), await isOver('","'), await isOver('one more')]).toEqual([false, true, true]);
  });

  test(`${name}: requests without an id never end`, async () => {
    const places = await create();
    const nameless = entry('ann', 1, { clickID: '' });
    await join(places, nameless);
    expect(await places.end('ann', '')).toEqual({ waiting: nameless });
    expect(await join(places, nameless)).toEqual({ outcome: 'waiting', entry: nameless });
  });

  test(`${name}: [CIR-4] a person with a list of wanted people meets only them, and only if they want it too`, async () => {
    const places = await create();
    await join(places, entry('ann', 1, { only: ['ben'] }));
    expect(await meets(places, entry('cay', 2))).toBeUndefined();
    expect(await meets(places, entry('ben', 3, { only: ['cay'] }))).toBe('cay');
    const ben = entry('ben', 4, { only: ['dan', 'ann'], clickID: 'second' });
    await places.release((await places.find('ben')).room?.roomID ?? '', { accountId: 'ben' });
    expect(await meets(places, ben)).toBe('ann');
  });

  test(`${name}: of the wanted people, the one who has waited longest is paired`, async () => {
    const places = await create();
    const apart = { avoid: { ann: now * 2, ben: now * 2, cay: now * 2 } };
    await join(places, entry('ann', 3, { ...apart }));
    await join(places, entry('ben', 1, { ...apart }));
    await join(places, entry('cay', 2, { ...apart }));
    expect(await meets(places, entry('dan', 4, { only: ['ann', 'cay', 'eve'] }))).toBe('cay');
  });

  test(`${name}: [MAT-8] an entry whose socket is lost does not wait, and one on another socket does`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await join(places, ann);
    expect(await places.leave('ann', 'another socket', now)).toBe(false);
    expect([await places.leave('ann', ann.connectionId, now), await places.leave('ann', ann.connectionId, now)]).toEqual([
      true,
      false,
    ]);
    expect(await meets(places, entry('ben', 2))).toBeUndefined();
  });

  test(`${name}: [MAT-20] a lost socket reserves the position of its request, to the millisecond, and nobody is paired with it`, async () => {
    for (const [at, queuedAt] of [
      [now + kept - 1, 1],
      [now + kept, 9],
    ] as const) {
      const places = await create();
      const ann = entry('ann', 1);
      await join(places, ann);
      await places.leave('ann', ann.connectionId, now + kept);
      expect(await places.find('ann')).toEqual({ reserved: { clickID: ann.clickID, queuedAt: 1, until: now + kept } });
      expect([...(await places.counts())]).toEqual([]);
      expect(await meets(places, entry('ben', 5))).toBeUndefined();
      // Avoids Ben, so that her position can be seen.
      const returning = entry('ann', 9, { connectionId: 'the next page', avoid: { ben: now * 2 } });
      expect(await join(places, returning, { at })).toEqual({ outcome: 'waiting', entry: { ...returning, queuedAt } });
      expect(await places.find('ann')).toEqual({ waiting: { ...returning, queuedAt } });
      expect(await meets(places, entry('cay', 10), at)).toBe(queuedAt === 1 ? 'ann' : 'ben');
    }
  });

  test(`${name}: [MAT-20] a reservation is ended by a later request or a cancel, and made for nobody who waits or is in a room`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await join(places, ann);
    await places.reserve('ann', ann.clickID, now + kept);
    expect(await places.find('ann')).toEqual({ waiting: ann });
    await places.leave('ann', ann.connectionId, now + kept);
    const later = entry('ann', 7, { clickID: 'later' });
    expect(await join(places, later)).toEqual({ outcome: 'waiting', entry: later });
    expect(await join(places, ann)).toEqual({ outcome: 'ended' });
    await places.leave('ann', later.connectionId, now + kept);
    await places.end('ann', 'later');
    expect(await places.find('ann')).toEqual({});
    expect(await join(places, later)).toEqual({ outcome: 'ended' });
  });

  test(`${name}: [MAT-20] a person whose room is dissolved while they are away finds their position too`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await join(places, ann);
    await places.join(entry('ben', 2), { roomID: 'r', node: 'here' }, now);
    await places.reserve('ann', ann.clickID, now + kept);
    expect(await places.find('ann')).toEqual({ room: { roomID: 'r', node: 'here', clickID: ann.clickID } });
    await places.release('r', { accountId: 'ann' }, { accountId: 'ben' });
    await places.reserve('ann', 'another request', now + kept);
    expect(await places.find('ann')).toEqual({});
    await places.reserve('ann', ann.clickID, now + kept);
    expect(await places.find('ann')).toEqual({ reserved: { clickID: ann.clickID, queuedAt: 1, until: now + kept } });
    expect(await join(places, { ...ann, queuedAt: 9 }, { at: now + 1 })).toEqual({ outcome: 'waiting', entry: ann });
  });

  test(`${name}: of a hundred concurrent requests, each is paired exactly once`, async () => {
    const places = await create();
    const partners = await Promise.all(Array.from({ length: 100 }, (_, i) => meets(places, entry(`person ${i}`, i))));
    const names = partners.flatMap((partner, i) => (partner ? [partner, `person ${i}`] : []));
    expect(new Set(names).size).toBe(100);
    expect(names).toHaveLength(100);
  });

  test(`${name}: of a hundred cancelled requests of one person, none waits`, async () => {
    const places = await create();
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const press = entry('ann', i, { clickID: `press ${i}` });
        await Promise.all([join(places, press), places.end('ann', press.clickID)]);
        await places.end('ann', press.clickID);
      }),
    );
    expect([await places.find('ann'), [...(await places.counts())]]).toEqual([{}, []]);
  });
}
