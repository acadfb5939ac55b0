import { randomUUID } from 'node:crypto';
import { onEachDatabase } from '@unspoken/testing/databases';
import { expect, test } from 'vitest';
import { afterRing } from './ring-times.ts';
import { type BellRow, type Candidate, notificationStore } from './store.ts';

const now = new Date('2026-06-10T12:00:00Z');
const hour = 3_600_000;
const longAgo = new Date(now.getTime() - hour);
const ago = (ms: number) => new Date(now.getTime() - ms);

onEachDatabase((name, database) => {
  const store = () => notificationStore(database().db);
  const run = (text: string, values: unknown[] = []) => database().pool.query(text, values);

  /** A member who has asked to be called for a type, which only this test has. */
  async function subscriber(type: string, changed: Partial<BellRow> = {}): Promise<string> {
    const id = randomUUID();
    await run(`insert into account (id, email, email_key, name, created_at) values ($1, $2, $2, 'A', now())`, [id, id]);
    const usual = { accountId: id, quietFrom: 22, quietTo: 8, dailyCap: 3 };
    await store().transaction(async (tx) => {
      await store().set(tx, usual, changed);
      if (changed.callType === undefined) await store().setRequests(tx, id, [type], now);
    });
    return id;
  }

  const found = async (type: string, changed: { only?: string[]; except?: string[]; limit?: number } = {}) =>
    (await store().candidates(type, { now, longAgo, except: [], limit: 50, ...changed })).map(({ accountId }) => accountId);

  /** Claims a candidate as a call at this instant does. */
  const claim = (type: string, candidate: Candidate | undefined, ringId = randomUUID()) => {
    if (!candidate) throw new Error('nobody to claim');
    const { notBefore, ...stamped } = afterRing(candidate, now.getTime());
    return store().claim(type, candidate, { ringId, now, ...stamped, notBefore: new Date(notBefore) });
  };

  test(`${name}: [NOT-4] [NOT-5] a member who has chosen other hours or another cap since they were read is not claimed`, async () => {
    for (const changed of [{ quietFrom: 12 }, { quietTo: 9 }, { dailyCap: 1 }, { unanswered: 1 }]) {
      const type = `type-${randomUUID().slice(0, 8)}`;
      const ann = await subscriber(type);
      const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 1 });
      await store().transaction((tx) => store().set(tx, { accountId: ann, quietFrom: 22, quietTo: 8, dailyCap: 3 }, changed));
      expect(await claim(type, candidate), JSON.stringify(changed)).toBe(false);
      const [again] = await store().candidates(type, { now, longAgo, except: [], limit: 1 });
      expect(await claim(type, again)).toBe(true);
    }
  });

  test(`${name}: [NOT-14] a member out of reach is no candidate, not even for a single call, until they are in reach`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const [ann, ben] = [
      await subscriber(type),
      await subscriber(type, { callType: type, callUntil: new Date(now.getTime() + 1) }),
    ];
    await store().reachable([ann, ben], false);
    expect(await found(type)).toEqual([]);
    await store().reachable([ann], true);
    expect(await found(type)).toEqual([ann]);
    await store().reachable([ben], true);
    expect(await found(type)).toEqual([ben, ann]);
  });

  test(`${name}: [NOT-12] a call by push counts as one, and a call that reached nobody is not one without an answer`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const ann = await subscriber(type, { unanswered: 2 });
    const unanswered = async () => (await store().setting(ann))?.unanswered;
    for (const [channel, counted] of [
      ['push', 3],
      ['none', 2],
    ] as const) {
      const ringId = randomUUID();
      await run('update bell_setting set last_rung_at = null, not_before = null, unanswered = 2 where account_id = $1', [ann]);
      const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 1 });
      await claim(type, candidate, ringId);
      await store().recordChannel(ringId, channel);
      expect([await unanswered(), (await store().rings(ann)).find(({ id }) => id === ringId)?.channel]).toEqual([
        counted,
        channel,
      ]);
    }
  });

  test(`${name}: [NOT-16] nobody is called within 60 s of another notification, not even by the single call that they asked for`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const members = [
      await subscriber(type),
      await subscriber(type, { callType: type, callUntil: new Date(now.getTime() + hour) }),
    ];
    const candidates = await store().candidates(type, { now, longAgo, except: [], limit: 50 });
    for (const [before, isCalled] of [
      [59_999, false],
      [60_000, true],
    ] as const) {
      for (const each of members) {
        await run('update bell_setting set notified_at = null where account_id = $1', [each]);
        expect(await store().takeTurn(each, ago(before))).toBe(true);
      }
      expect((await found(type)).length, `${before} ms`).toBe(isCalled ? 2 : 0);
      // Also if they were read before.
      for (const each of candidates) expect(await claim(type, each), `${before} ms`).toBe(isCalled);
    }
  });

  test(`${name}: [NOT-16] a turn to notify a member is taken once in 60 s, also by members with no settings, and not after a call`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const id = randomUUID();
    await run(`insert into account (id, email, email_key, name, created_at) values ($1, $2, $2, 'A', now())`, [id, id]);
    const turns = await Promise.all(Array.from({ length: 5 }, () => store().takeTurn(id, now)));
    expect(turns.filter(Boolean)).toHaveLength(1);
    const later = (ms: number) => new Date(now.getTime() + ms);
    expect(await store().takeTurn(id, later(59_999))).toBe(false);
    expect(await store().takeTurn(id, later(60_000))).toBe(true);
    // Given back by whoever has it, and by nobody else.
    await store().giveBackTurn(id, now);
    expect(await store().takeTurn(id, later(60_001))).toBe(false);
    await store().giveBackTurn(id, later(60_000));
    expect(await store().takeTurn(id, later(60_001))).toBe(true);
    const called = await subscriber(type, { lastRungAt: now });
    expect(await store().takeTurn(called, later(59_999))).toBe(false);
    expect(await store().takeTurn(called, later(60_000))).toBe(true);
  });

  test(`${name}: [NOT-7] a single call that reached nobody is still owed, until it would have lapsed; one by push is not`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const until = new Date(now.getTime() + 3_600_000);
    const ann = await subscriber(type, { callType: type, callUntil: until });
    const owed = async () => {
      const { callType = null, callUntil = null } = (await store().setting(ann)) ?? {};
      return [callType, callUntil];
    };
    for (const [channel, left] of [
      ['none', [type, until]],
      ['push', [null, null]],
    ] as const) {
      const ringId = randomUUID();
      await run('update bell_setting set last_rung_at = null, not_before = null where account_id = $1', [ann]);
      const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 1 });
      expect(candidate).toMatchObject({ hasAsked: true, askedUntil: until.getTime() });
      await claim(type, candidate, ringId);
      expect(await owed()).toEqual([null, null]);
      await store().recordChannel(ringId, channel, { type, until: until.getTime() });
      expect(await owed()).toEqual(left);
    }
    // Taken back while it is on its way.
    const usual = { accountId: ann, quietFrom: 22, quietTo: 8, dailyCap: 3 };
    await store().transaction((tx) => store().set(tx, usual, { callType: type, callUntil: until }));
    await run('update bell_setting set last_rung_at = null where account_id = $1', [ann]);
    const [last] = await store().candidates(type, { now, longAgo, except: [], limit: 1 });
    const ringId = randomUUID();
    await claim(type, last, ringId);
    await store().transaction((tx) => store().set(tx, usual, { callType: null, callUntil: now }));
    await store().recordChannel(ringId, 'none', { type, until: until.getTime() });
    await run('update bell_setting set last_rung_at = null where account_id = $1', [ann]);
    expect(await found(type)).toEqual([]);
  });

  test(`${name}: [NOT-2] a single call first, then who was called longest ago; nobody before they may be`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const never = await subscriber(type);
    const lately = await subscriber(type, { lastRungAt: ago(2 * hour), notBefore: ago(hour) });
    const longer = await subscriber(type, { lastRungAt: ago(9 * hour), notBefore: now });
    await subscriber(type, { notBefore: new Date(now.getTime() + 1) });
    await subscriber(`${type}:myCircle`);
    const once = await subscriber(type, {
      callType: type,
      callUntil: new Date(now.getTime() + 1),
      notBefore: new Date(now.getTime() + hour),
    });
    await subscriber(type, { callType: type, callUntil: now });
    await subscriber(type, { callType: type, callUntil: new Date(now.getTime() + hour), lastRungAt: ago(hour - 1) });
    expect(await found(type)).toEqual([once, never, longer, lately]);
    expect(await found(type, { only: [lately, once] })).toEqual([once, lately]);
    expect(await found(type, { except: [never, once] })).toEqual([longer, lately]);
    await store().defer(new Map([[longer, now.getTime() + 1]]));
    // What puts somebody off for longer stays.
    await store().defer(new Map([[longer, now.getTime() - 1]]));
    expect(await found(type)).toEqual([once, never, lately]);
  });

  test(`${name}: [NOT-9] of many processes that call one member at once, one does`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const id = await subscriber(type);
    const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 50 });
    const ringId = randomUUID();
    const claims = await Promise.all([
      claim(type, candidate, ringId),
      ...Array.from({ length: 19 }, () => claim(type, candidate)),
    ]);
    expect(claims.filter((each) => each).length).toBe(1);
    const { rows } = await run('select account_id, channel, answered_at from ring where account_id = $1', [id]);
    expect(rows).toEqual([{ account_id: id, channel: 'page', answered_at: null }]);
    expect(await store().setting(id)).toMatchObject({
      ...{ lastRungAt: now, rungOn: '2026-06-10', rungCount: 1, unanswered: 1, notBefore: new Date(now.getTime() + hour) },
    });
    expect(await found(type)).toEqual([]);
  });

  test(`${name}: [NOT-7] a single call is used up by being made, and leaves a switch as it is`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const id = await subscriber(type, { callType: type, callUntil: new Date(now.getTime() + hour) });
    const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 50 });
    expect(candidate).toMatchObject({ accountId: id, hasAsked: true });
    expect(await claim(type, candidate)).toBe(true);
    expect(await store().setting(id)).toMatchObject({ callType: null, callUntil: null });
  });

  test(`${name}: [NOT-9] a member who has changed their mind since they were read is not called`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const [off, quiet, back] = [
      await subscriber(type),
      await subscriber(type),
      await subscriber(type, { callType: type, callUntil: new Date(now.getTime() + hour) }),
    ];
    const read = new Map(
      (await store().candidates(type, { now, longAgo, except: [], limit: 50 })).map((each) => [each.accountId, each]),
    );
    const usual = (accountId: string) => ({ accountId, quietFrom: 22, quietTo: 8, dailyCap: 3 });
    await store().transaction(async (tx) => {
      await store().setRequests(tx, off, [], now);
      await store().set(tx, usual(quiet), { notBefore: new Date(now.getTime() + 1) });
      await store().set(tx, usual(back), { callType: null, callUntil: null });
    });
    for (const id of [off, quiet, back]) expect(await claim(type, read.get(id)), id).toBe(false);
    expect((await run('select 1 from ring where account_id = any($1)', [[off, quiet, back]])).rows).toEqual([]);
  });

  test(`${name}: [NOT-6] after the fifth call without an answer the next one is a day later, unless it is answered after all`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const id = await subscriber(type, { unanswered: 4 });
    const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 50 });
    const ringId = randomUUID();
    await claim(type, candidate, ringId);
    expect((await store().setting(id))?.notBefore).toEqual(new Date(now.getTime() + 24 * hour));
    await store().answer(ringId, id, now);
    expect((await store().setting(id))?.notBefore).toEqual(new Date(now.getTime() + hour));
  });

  test(`${name}: [NOT-6] an answer counts once, and only by the one who was called`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const [id, other] = [await subscriber(type, { unanswered: 4 }), await subscriber('another', { unanswered: 2 })];
    const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 50 });
    const ringId = randomUUID();
    await claim(type, candidate, ringId);
    expect(await store().answer(ringId, other, now)).toBe(false);
    expect(await store().answer(randomUUID(), id, now)).toBe(false);
    expect(await store().answer(ringId, id, now)).toBe(true);
    expect(await store().answer(ringId, id, now)).toBe(false);
    expect([(await store().setting(id))?.unanswered, (await store().setting(other))?.unanswered]).toEqual([0, 2]);
  });

  test(`${name}: [NOT-4] a zone that nobody knows is taken for UTC`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const [tokyo, unknown] = [await subscriber(type), await subscriber(type)];
    for (const [id, zone] of [
      [tokyo, 'Asia/Tokyo'],
      [unknown, 'Mars/Olympus'],
    ])
      await run('insert into session (id, account_id, created_at, last_used_at, time_zone) values ($1, $2, $3, $3, $4)', [
        randomUUID(),
        id,
        now,
        zone,
      ]);
    const zones = (await store().candidates(type, { now, longAgo, except: [], limit: 50 })).map(({ accountId, zone }) => [
      accountId,
      zone,
    ]);
    expect(new Map(zones as [string, string][])).toEqual(
      new Map([
        [tokyo, 'Asia/Tokyo'],
        [unknown, 'UTC'],
      ]),
    );
  });

  test(`${name}: [NOT-11] calls are erased after a while`, async () => {
    const type = `type-${randomUUID().slice(0, 8)}`;
    const id = await subscriber(type);
    const [candidate] = await store().candidates(type, { now, longAgo, except: [], limit: 50 });
    await claim(type, candidate);
    await store().forget(now);
    expect((await store().rings(id)).length).toBe(1);
    await store().forget(new Date(now.getTime() + 1));
    expect(await store().rings(id)).toEqual([]);
  });
});
