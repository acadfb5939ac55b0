import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EncounterStore } from './store.ts';

/** The version of a script. */
const version = '00000000-0000-4000-8000-000000000001';
const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const natural = { reasonA: 'natural', reasonB: 'natural', completed: true, duration: 60_000 } as const;

/** The contract of every ledger. Accounts are new in each test, so that all tests can share a database. */
export function storeContract(name: string, store: () => EncounterStore): void {
  const newRoom = () => ({
    roomID: `oneminute:${randomUUID()}`,
    a: randomUUID(),
    b: randomUUID(),
    pool,
    pairedAt: 1_000,
    waited: 0,
  });

  test(`${name}: [ENC-4] a natural end counts one minute for each member, however often it is recorded`, async () => {
    const room = newRoom();
    await store().open(room);
    await store().confirmed(room.roomID, 2_000);
    await store().begun(room.roomID, 3_000);
    for (let i = 0; i < 3; i++) await store().ended(room.roomID, { endedAt: 63_000, ...natural });
    for (const person of [room.a, room.b])
      expect(await store().counters(person)).toEqual({ completedMinutes: 1, thanksReceived: 0, manualEnds: 0 });
    const unfinished = { ...newRoom(), b: room.b, a: randomUUID() };
    await store().open(unfinished);
    await store().ended(unfinished.roomID, { endedAt: 70_000, ...natural, completed: false });
    const counted = await store().completedMinutes([room.a, unfinished.a, room.b]);
    expect(Object.fromEntries(counted)).toEqual({ [room.a]: 1, [unfinished.a]: 0, [room.b]: 1 });
  });

  test(`${name}: [ENC-30] a room keeps the version with which it was opened; the minute has none`, async () => {
    const [scripted, minute] = [{ ...newRoom(), versionId: version }, newRoom()];
    await Promise.all([store().open(scripted), store().open(minute)]);
    const found = await store().unended([scripted.roomID, minute.roomID]);
    expect(found.map(({ roomID, versionId }) => [roomID, versionId]).sort()).toEqual(
      [
        [scripted.roomID, version],
        [minute.roomID, undefined],
      ].sort(),
    );
    for (const { roomID } of [scripted, minute]) await store().ended(roomID, { endedAt: 63_000, ...natural });
  });

  test(`${name}: [ENC-41] a room keeps the length that its members have agreed to`, async () => {
    const rooms = [{ ...newRoom(), length: 'short' as const }, { ...newRoom(), length: 'medium' as const }, newRoom()];
    await Promise.all(rooms.map((each) => store().open(each)));
    for (const { roomID, length } of rooms as { roomID: string; length?: string }[])
      expect((await store().unended([roomID])).map((found) => found.length)).toEqual([length]);
    for (const { roomID } of rooms) await store().ended(roomID, { endedAt: 63_000, ...natural });
  });

  test(`${name}: the first report of the connection path stands, and changes nothing else`, async () => {
    const room = newRoom();
    await store().open(room);
    await store().ended(room.roomID, { endedAt: 63_000, ...natural });
    const [before] = await store().history(room.a);
    expect([await store().went(room.roomID, 'relay_udp'), await store().went(room.roomID, 'direct')]).toEqual([true, false]);
    expect(await store().history(room.a)).toEqual([{ ...before, path: 'relay_udp' }]);
  });

  test(`${name}: [ENC-39] of veils it is known how many different people dropped them over somebody, until they are deleted`, async () => {
    const [ann, ben, cay] = [randomUUID(), randomUUID(), randomUUID()];
    const veil = (roomID: string, by: string, at: number) => store().veiled({ roomID, by, over: ann, at });
    const room = `oneminute:${randomUUID()}`;
    await veil(room, ben, 5_000);
    // Only the first one in a room is recorded.
    await veil(room, ben, 9_000);
    await veil(`oneminute:${randomUUID()}`, ben, 6_000);
    await store().veiled({ roomID: room, by: ann, over: ben, at: 5_500 });
    expect([await store().veiledBy(ann, 0), await store().veiledBy(ben, 0), await store().veiledBy(cay, 0)]).toEqual([1, 1, 0]);
    await veil(`oneminute:${randomUUID()}`, cay, 7_000);
    expect([await store().veiledBy(ann, 0), await store().veiledBy(ann, 7_000), await store().veiledBy(ann, 7_001)]).toEqual([
      2, 1, 0,
    ]);
    expect([await store().veilsOf(ben), await store().veilsOf(ann)]).toEqual([[5_000, 6_000], [5_500]]);
    await store().forgetVeils(6_000);
    expect([await store().veilsOf(ben), await store().veiledBy(ann, 0)]).toEqual([[6_000], 2]);
    await store().forgetVeils(8_000);
    expect(await store().veiledBy(ann, 0)).toBe(0);
  });

  test(`${name}: [ENC-12] rooms that have not ended are found, and can be closed one by one`, async () => {
    const [greeting, running, over] = [newRoom(), newRoom(), newRoom()];
    for (const room of [greeting, running, over]) await store().open(room);
    await store().confirmed(running.roomID, 2_000);
    await store().begun(running.roomID, 3_000);
    await store().ended(over.roomID, { endedAt: 63_000, ...natural });
    const rooms = [greeting, running, over].map(({ roomID }) => roomID);
    const open = ({ waited: _, ...room }: ReturnType<typeof newRoom>, connectedAt?: number) => ({ ...room, connectedAt });
    const byId = (one: { roomID: string }, other: { roomID: string }) => (one.roomID < other.roomID ? -1 : 1);
    const expected = [open(greeting), open(running, 3_000)].sort(byId);
    expect((await store().unended(rooms)).sort(byId)).toEqual(expected);
    expect(await store().unended()).toEqual(expect.arrayContaining(expected));
    expect(await store().closeOrphans(9_000, [greeting.roomID, over.roomID])).toBe(1);
    expect(await store().unended(rooms)).toEqual([open(running, 3_000)]);
    expect(await store().participation(greeting.roomID, greeting.a)).toMatchObject({ endReason: 'unknown', endedAt: 9_000 });
    expect(await store().participation(over.roomID, over.a)).toMatchObject({
      endReason: 'natural',
      endedAt: 63_000,
      completed: true,
      experienceType: 'oneminute',
    });
    // The members of the closed room are free again; those of the running room are not.
    await store().open({ ...newRoom(), a: greeting.a, b: greeting.b });
    await expect(store().open({ ...newRoom(), a: running.a, b: randomUUID() })).rejects.toThrow();
  });

  test(`${name}: the first end stands`, async () => {
    const room = newRoom();
    await store().open(room);
    await store().ended(room.roomID, {
      endedAt: 5,
      reasonA: 'manual_self',
      reasonB: 'manual_other',
      completed: false,
      duration: 2,
    });
    await store().ended(room.roomID, { endedAt: 9, ...natural });
    expect(await store().participation(room.roomID, room.a)).toMatchObject({
      position: 1,
      partner: room.b,
      endReason: 'manual_self',
      completed: false,
    });
    expect(await store().participation(room.roomID, room.b)).toMatchObject({
      position: 2,
      partner: room.a,
      endReason: 'manual_other',
    });
    expect((await store().counters(room.a)).manualEnds).toBe(1);
    expect((await store().counters(room.b)).manualEnds).toBe(0);
  });

  test(`${name}: [MAT-1] nobody is in two live rooms, and a refused pair leaves nothing behind`, async () => {
    const room = newRoom();
    await store().open(room);
    const crossing = { ...newRoom(), b: room.a };
    await expect(store().open(crossing)).rejects.toThrow();
    expect(await store().participation(crossing.roomID, crossing.a)).toBeUndefined();
    await store().ended(room.roomID, { endedAt: 9, ...natural });
    await store().open(crossing);
  });

  test(`${name}: [MAT-2] a room has two different people`, async () => {
    const room = newRoom();
    await expect(store().open({ ...room, b: room.a })).rejects.toThrow();
  });

  test(`${name}: [ENC-8] a thank counts once per room and giver`, async () => {
    const room = newRoom();
    await store().open(room);
    expect(await store().thank(room.roomID, room.a, room.b, 10)).toBe(true);
    expect(await store().thank(room.roomID, room.a, room.b, 11)).toBe(false);
    expect((await store().counters(room.b)).thanksReceived).toBe(1);
    expect((await store().counters(room.a)).thanksReceived).toBe(0);
  });

  test(`${name}: [ENC-2] a stranger is not a member`, async () => {
    const room = newRoom();
    await store().open(room);
    expect(await store().participation(room.roomID, randomUUID())).toBeUndefined();
    expect(await store().participation('oneminute:unknown', room.a)).toBeUndefined();
  });

  test(`${name}: [ENC-4] whether an account has completed a minute, on either side, stays known when the record is deleted`, async () => {
    const [over, left] = [newRoom(), newRoom()];
    for (const room of [over, left]) await store().open(room);
    const all = () => Promise.all([over.a, over.b, left.a, left.b].map((each) => store().hasCompletedMinute(each)));
    expect(await all()).toEqual([false, false, false, false]);
    await store().ended(over.roomID, { endedAt: 63_000, ...natural });
    const early = { reasonA: 'manual_self', reasonB: 'manual_other', completed: false, duration: 9_000 } as const;
    await store().ended(left.roomID, { endedAt: 12_000, ...early });
    expect(await all()).toEqual([true, true, false, false]);
    await store().forget(over.pairedAt + 1, () => 0);
    expect(await store().history(over.a)).toEqual([]);
    expect(await all()).toEqual([true, true, false, false]);
  });

  test(`${name}: [MAT-4] two people have met if their minute began, not if they were only paired`, async () => {
    const [met, missed] = [newRoom(), newRoom()];
    await store().open(met);
    await store().begun(met.roomID, 50_000);
    await store().ended(met.roomID, { endedAt: 60_000, ...natural });
    await store().open({ ...missed, a: met.a });
    await store().ended(missed.roomID, {
      endedAt: 70_000,
      reasonA: undefined,
      reasonB: undefined,
      completed: false,
      duration: 0,
    });
    expect([...(await store().metSince(met.a, 50_000))]).toEqual([[met.b, 50_000]]);
    expect([...(await store().metSince(met.b, 50_001))]).toEqual([]);
  });

  test(`${name}: [ENC-20] old records are deleted, and what they counted stays`, async () => {
    const [old, young] = [newRoom(), newRoom()];
    const again = { ...young, a: old.a, pairedAt: 80_000 };
    for (const room of [old, again]) {
      await store().open(room);
      await store().thank(room.roomID, room.b, room.a, 60_000);
      await store().ended(room.roomID, { endedAt: room.pairedAt + 60_000, ...natural });
    }
    const running = newRoom();
    await store().open(running);
    const before = await store().counters(old.a);
    expect(before).toEqual({ completedMinutes: 2, thanksReceived: 2, manualEnds: 0 });
    expect(await store().forget(80_000, () => 0)).toBeGreaterThanOrEqual(1);
    expect(await store().forget(80_000, () => 0)).toBe(0);
    expect(await store().counters(old.a)).toEqual(before);
    expect((await store().history(old.a)).map(({ roomID }) => roomID)).toEqual([again.roomID]);
    // A running room stays, however old it is.
    expect(await store().participation(running.roomID, running.a)).toBeDefined();
    expect(await store().forget(90_000, () => 0)).toBeGreaterThanOrEqual(1);
    expect(await store().counters(old.a)).toEqual(before);
    expect((await store().completedMinutes([old.a])).get(old.a)).toBe(2);
    expect(await store().history(old.a)).toEqual([]);
  });

  test(`${name}: an account's history shows its own side`, async () => {
    const room = newRoom();
    await store().open(room);
    await store().begun(room.roomID, 3_000);
    await store().thank(room.roomID, room.b, room.a, 60_000);
    const manual = { reasonA: 'manual_self', reasonB: 'manual_other', completed: false, duration: 60_000 } as const;
    await store().ended(room.roomID, { endedAt: 63_000, ...manual });
    const kind = { experienceType: 'oneminute', poolType: 'anyone' };
    const times = { pairedAt: 1_000, connectedAt: 3_000, endedAt: 63_000, duration: 60_000 };
    const common = { ...kind, ...times, roomID: room.roomID, confirmed: false, completed: false };
    const first = {
      ...common,
      partner: room.b,
      position: 1,
      endReason: 'manual_self',
      waited: 0,
      thanked: false,
      wasThanked: true,
    };
    const second = { ...common, partner: room.a, position: 2, endReason: 'manual_other', thanked: true, wasThanked: false };
    expect(await store().history(room.a)).toEqual([first]);
    expect(await store().history(room.b)).toEqual([second]);
    expect(await store().history(room.a, 63_000)).toEqual([first]);
    expect(await store().history(room.a, 63_001)).toEqual([]);
    expect(await store().history(randomUUID())).toEqual([]);
  });

  test(`${name}: [ENC-12] rooms that a stopped process left open are closed, and their members are free`, async () => {
    const room = newRoom();
    await store().open(room);
    expect(await store().closeOrphans(99_000)).toBeGreaterThanOrEqual(1);
    expect(await store().participation(room.roomID, room.a)).toMatchObject({ endReason: 'unknown', endedAt: 99_000 });
    await store().open({ ...newRoom(), a: room.a });
  });
}
