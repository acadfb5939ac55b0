import { expect, test } from 'vitest';
import { type Coming, type Entered, endedRequestsKept, type MatchmakingState, type WaitingEntry } from './state.ts';

const anyone = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const now = 1_000_000;
const kept = 15_000;

const entry = (accountId: string, since: number, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  accountId,
  connectionId: `socket of ${accountId}`,
  node: 'here',
  clickID: `click of ${accountId}`,
  pool: anyone,
  since,
  askedAt: since,
  noRepeat: false,
  avoid: {},
  ...more,
});

/** What every book of places must do, whatever it is made of. */
export function matchmakingStateContract(name: string, create: () => Promise<MatchmakingState>): void {
  let rooms = 0;
  const enter = (places: MatchmakingState, who: WaitingEntry, { at = now, coming = 'press' as Coming } = {}): Promise<Entered> =>
    places.enter(who, coming, { roomID: `room ${++rooms}`, node: 'here' }, at);
  /** Whom somebody meets on coming, or undefined if they wait; anything else is a failure. */
  const meets = async (places: MatchmakingState, who: WaitingEntry, at = now): Promise<string | undefined> => {
    const entered = await enter(places, who, { at });
    if (entered.became === 'waiting') return undefined;
    if (entered.became !== 'paired') throw new Error(`${who.accountId} became ${entered.became}`);
    expect(entered.second.accountId).toBe(who.accountId);
    return entered.first.accountId;
  };

  test(`${name}: [MAT-6] the one who has waited longest is served first`, async () => {
    const places = await create();
    // Kept apart from each other, so that they wait side by side.
    await enter(places, entry('ann', 20, { avoid: { ben: now + 1 } }));
    await enter(places, entry('ben', 10));
    expect(await meets(places, entry('cay', 30))).toBe('ben');
    expect(await meets(places, entry('dan', 40))).toBe('ann');
    expect([...(await places.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-1] whoever is paired is in the room, both from one instant, and waits no more`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    const ben = entry('ben', 2, { node: 'there' });
    expect(await enter(places, ann)).toEqual({ became: 'waiting', entry: ann });
    expect(await places.find('ann')).toEqual({ waiting: ann });
    const room = { roomID: 'the room', node: 'there' };
    expect(await places.enter(ben, 'press', room, now)).toEqual({ became: 'paired', first: ann, second: ben });
    expect(await places.find('ann')).toEqual({ room: { ...room, clickID: 'click of ann' } });
    expect(await places.find('ben')).toEqual({ room: { ...room, clickID: 'click of ben' } });
    expect([...(await places.counts())]).toEqual([]);
    const again = await enter(places, entry('ann', 3, { clickID: 'another' }));
    expect(again).toEqual({ became: 'in room', room: { ...room, clickID: 'click of ann' } });
    await places.release('some other room', { accountId: 'ann' });
    expect(await places.find('ann')).toEqual({ room: { ...room, clickID: 'click of ann' } });
    await places.release('the room', { accountId: 'ann' });
    expect(await places.find('ann')).toEqual({});
    expect(await meets(places, entry('ann', 4, { clickID: 'another' }))).toBeUndefined();
  });

  test(`${name}: [MAT-3] a later press takes over the place of an earlier one, which is over`, async () => {
    const places = await create();
    const first = entry('ann', 1);
    await enter(places, first);
    const later = entry('ann', 5, { clickID: 'later', connectionId: 'another tab' });
    expect(await enter(places, later)).toEqual({ became: 'waiting', entry: { ...later, since: 1 }, insteadOf: first });
    expect([...(await places.counts())]).toEqual([['oneminute:anyone:open', 1]]);
    expect(await enter(places, first)).toEqual({ became: 'ended' });
    // The same press on another socket is no other press.
    const moved = { ...later, connectionId: 'a third tab', since: 1 };
    expect(await enter(places, moved)).toEqual({ became: 'waiting', entry: moved });
    expect(await meets(places, entry('ben', 6))).toBe('ann');
  });

  test(`${name}: [MAT-2] nobody is paired with themselves, in one pool or two`, async () => {
    const places = await create();
    await enter(places, entry('ann', 1));
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
    ['the one who waits', { ben: now }, {}],
    ['the one who comes', {}, { ann: now }],
  ])(`${name}: [MAT-4] avoiding by %s holds to the millisecond`, async (_, annAvoids, benAvoids) => {
    for (const [at, paired] of [
      [now - 1, false],
      [now, true],
      [now + 1, true],
    ] as const) {
      const places = await create();
      await enter(places, entry('ann', 1, { avoid: annAvoids }), { at });
      expect(await meets(places, entry('ben', 2, { avoid: benAvoids }), at)).toBe(paired ? 'ann' : undefined);
    }
  });

  test(`${name}: avoiding can be for ever, and begin while somebody waits: they come again, in their place`, async () => {
    const places = await create();
    await enter(places, entry('ann', 1));
    const avoiding = entry('ann', 9, { avoid: { ben: Number.POSITIVE_INFINITY } });
    expect(await enter(places, avoiding, { coming: 'again' })).toEqual({ became: 'waiting', entry: { ...avoiding, since: 1 } });
    expect(await places.find('ann')).toEqual({ waiting: { ...avoiding, since: 1 } });
    expect(await meets(places, entry('ben', 2), now * 1_000)).toBeUndefined();
    expect(await meets(places, entry('cay', 3))).toBe('ann');
  });

  test(`${name}: coming again is nothing unless the same press waits on the same socket`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    const again = (who: WaitingEntry) => enter(places, who, { coming: 'again' });
    expect(await again(ann)).toEqual({ became: 'nothing' });
    await enter(places, ann);
    expect(await again({ ...ann, clickID: 'another' })).toEqual({ became: 'nothing' });
    expect(await again({ ...ann, connectionId: 'another' })).toEqual({ became: 'nothing' });
    await enter(places, entry('ben', 2));
    expect(await again(ann)).toEqual({ became: 'nothing' });
    expect([...(await places.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-7] whoever comes back from a room has their old place, unless they are somewhere else by now`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await enter(places, ann);
    const paired = await places.enter(entry('ben', 2), 'press', { roomID: 'r', node: 'here' }, now);
    expect(paired.became).toBe('paired');
    expect(await enter(places, ann, { coming: 'back' })).toEqual({ became: 'nothing' });
    await places.release('r', { accountId: 'ann' });
    await enter(places, entry('cay', 0, { avoid: { ann: now + 1 } }));
    expect(await enter(places, { ...ann, since: 7 }, { coming: 'back' })).toEqual({ became: 'waiting', entry: ann });
    expect(await enter(places, ann, { coming: 'back' })).toEqual({ became: 'nothing' });
    // The press keeps its place also while it stands nowhere, until it is over.
    await places.leave('ann', ann.connectionId, now + kept);
    expect(await enter(places, { ...ann, since: 8 })).toEqual({ became: 'waiting', entry: ann });
    await places.end('ann', ann.clickID);
    const next = entry('ann', 9, { clickID: 'next' });
    expect(await enter(places, next)).toEqual({ became: 'waiting', entry: next });
  });

  test(`${name}: [MAT-5] a press that has ended leads nowhere, whatever it had led to`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    expect(await places.end('ann', ann.clickID)).toEqual({});
    for (const coming of ['press', 'again', 'back'] as const)
      expect(await enter(places, ann, { coming })).toEqual({ became: 'ended' });
    const second = { ...ann, clickID: 'second' };
    await enter(places, second);
    expect(await places.end('ann', 'yet another')).toEqual({});
    expect(await places.end('ann', 'second')).toEqual({ waiting: second });
    expect(await places.find('ann')).toEqual({});
    await enter(places, { ...ann, clickID: 'third' });
    await places.enter(entry('ben', 2), 'press', { roomID: 'r', node: 'n' }, now);
    const room = { roomID: 'r', node: 'n', clickID: 'third' };
    expect(await places.end('ann', 'third')).toEqual({ room });
    expect(await places.find('ann')).toEqual({ room });
    expect(await places.release('r', { accountId: 'ann' }, { accountId: 'ben' })).toEqual(['ann']);
    expect(await enter(places, { ...ann, clickID: 'third' }, { coming: 'back' })).toEqual({ became: 'ended' });
  });

  test(`${name}: [MAT-5] the press that is finished with a room is over with it, and nobody else's is`, async () => {
    const places = await create();
    const [ann, ben] = [entry('ann', 1), entry('ben', 2)];
    await enter(places, ann);
    await places.enter(ben, 'press', { roomID: 'r', node: 'n' }, now);
    expect(await places.release('r', { accountId: 'ann', finishes: ann.clickID }, { accountId: 'ben' })).toEqual(['ann']);
    expect([await places.find('ann'), await places.find('ben')]).toEqual([{}, {}]);
    expect(await enter(places, ann, { coming: 'back' })).toEqual({ became: 'ended' });
    expect(await enter(places, ben, { coming: 'back' })).toEqual({ became: 'waiting', entry: ben });
    expect(await places.release('r', { accountId: 'ann' })).toEqual([]);
  });

  test(`${name}: [MAT-5] of presses with any names exactly those are over that were ended, the last ${endedRequestsKept} of them`, async () => {
    const places = await create();
    const odd = ['"', ',', 'x,', '",', '","', '["a"]', 'x"a', 'a', 'a","b', 'b\\', '\\"', ',"a"', 'é', '\n', '/', '%w+', ' '];
    const isOver = async (clickID: string) => {
      const { became } = await enter(places, entry('ann', 1, { clickID }));
      await places.leave('ann', entry('ann', 1).connectionId, now);
      return became === 'ended';
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

  test(`${name}: presses without a name are never over`, async () => {
    const places = await create();
    const nameless = entry('ann', 1, { clickID: '' });
    await enter(places, nameless);
    expect(await places.end('ann', '')).toEqual({ waiting: nameless });
    expect(await enter(places, nameless)).toEqual({ became: 'waiting', entry: nameless });
  });

  test(`${name}: [CIR-4] who wants to meet certain people meets only them, and only if they want it too`, async () => {
    const places = await create();
    await enter(places, entry('ann', 1, { only: ['ben'] }));
    expect(await meets(places, entry('cay', 2))).toBeUndefined();
    expect(await meets(places, entry('ben', 3, { only: ['cay'] }))).toBe('cay');
    const ben = entry('ben', 4, { only: ['dan', 'ann'], clickID: 'second' });
    await places.release((await places.find('ben')).room?.roomID ?? '', { accountId: 'ben' });
    expect(await meets(places, ben)).toBe('ann');
  });

  test(`${name}: of those whom somebody wants to meet the one who has waited longest is met`, async () => {
    const places = await create();
    const apart = { avoid: { ann: now * 2, ben: now * 2, cay: now * 2 } };
    await enter(places, entry('ann', 3, { ...apart }));
    await enter(places, entry('ben', 1, { ...apart }));
    await enter(places, entry('cay', 2, { ...apart }));
    expect(await meets(places, entry('dan', 4, { only: ['ann', 'cay', 'eve'] }))).toBe('cay');
  });

  test(`${name}: [MAT-8] whose socket is gone does not wait, and another socket of theirs does`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await enter(places, ann);
    expect(await places.leave('ann', 'another socket', now)).toBe(false);
    expect([await places.leave('ann', ann.connectionId, now), await places.leave('ann', ann.connectionId, now)]).toEqual([
      true,
      false,
    ]);
    expect(await meets(places, entry('ben', 2))).toBeUndefined();
  });

  test(`${name}: [MAT-20] a lost socket keeps the place of its request, to the millisecond, and nobody is paired with it`, async () => {
    for (const [at, since] of [
      [now + kept - 1, 1],
      [now + kept, 9],
    ] as const) {
      const places = await create();
      const ann = entry('ann', 1);
      await enter(places, ann);
      await places.leave('ann', ann.connectionId, now + kept);
      expect(await places.find('ann')).toEqual({ kept: { clickID: ann.clickID, since: 1, until: now + kept } });
      expect([...(await places.counts())]).toEqual([]);
      expect(await meets(places, entry('ben', 5))).toBeUndefined();
      // Kept apart from Ben, so that her place can be seen.
      const returning = entry('ann', 9, { connectionId: 'the next page', avoid: { ben: now * 2 } });
      expect(await enter(places, returning, { at })).toEqual({ became: 'waiting', entry: { ...returning, since } });
      expect(await places.find('ann')).toEqual({ waiting: { ...returning, since } });
      expect(await meets(places, entry('cay', 10), at)).toBe(since === 1 ? 'ann' : 'ben');
    }
  });

  test(`${name}: [MAT-20] a kept place is given up by a later request, by a cancel, and for nobody who waits or is in a room`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await enter(places, ann);
    await places.keep('ann', ann.clickID, now + kept);
    expect(await places.find('ann')).toEqual({ waiting: ann });
    await places.leave('ann', ann.connectionId, now + kept);
    const later = entry('ann', 7, { clickID: 'later' });
    expect(await enter(places, later)).toEqual({ became: 'waiting', entry: later });
    expect(await enter(places, ann)).toEqual({ became: 'ended' });
    await places.leave('ann', later.connectionId, now + kept);
    await places.end('ann', 'later');
    expect(await places.find('ann')).toEqual({});
    expect(await enter(places, later)).toEqual({ became: 'ended' });
  });

  test(`${name}: [MAT-20] whose room is dissolved while they are away finds their place as well`, async () => {
    const places = await create();
    const ann = entry('ann', 1);
    await enter(places, ann);
    await places.enter(entry('ben', 2), 'press', { roomID: 'r', node: 'here' }, now);
    await places.keep('ann', ann.clickID, now + kept);
    expect(await places.find('ann')).toEqual({ room: { roomID: 'r', node: 'here', clickID: ann.clickID } });
    await places.release('r', { accountId: 'ann' }, { accountId: 'ben' });
    await places.keep('ann', 'another request', now + kept);
    expect(await places.find('ann')).toEqual({});
    await places.keep('ann', ann.clickID, now + kept);
    expect(await places.find('ann')).toEqual({ kept: { clickID: ann.clickID, since: 1, until: now + kept } });
    expect(await enter(places, { ...ann, since: 9 }, { at: now + 1 })).toEqual({ became: 'waiting', entry: ann });
  });

  test(`${name}: of a hundred who come at once everybody is paired exactly once`, async () => {
    const places = await create();
    const partners = await Promise.all(Array.from({ length: 100 }, (_, i) => meets(places, entry(`person ${i}`, i))));
    const names = partners.flatMap((partner, i) => (partner ? [partner, `person ${i}`] : []));
    expect(new Set(names).size).toBe(100);
    expect(names).toHaveLength(100);
  });

  test(`${name}: of a hundred presses of one person, each taken back, none waits`, async () => {
    const places = await create();
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const press = entry('ann', i, { clickID: `press ${i}` });
        await Promise.all([enter(places, press), places.end('ann', press.clickID)]);
        await places.end('ann', press.clickID);
      }),
    );
    expect([await places.find('ann'), [...(await places.counts())]]).toEqual([{}, []]);
  });
}
