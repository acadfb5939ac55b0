import { expect, test } from 'vitest';
import { MemoryMatchmakingState } from './memory-state.ts';
import { avoidedUntil, isKnownPool, mayPair } from './rules.ts';
import type { WaitingEntry } from './state.ts';

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const entry = (accountId: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...{ accountId, connectionId: `socket of ${accountId}`, node: '', clickID: `request of ${accountId}` },
  ...{ pool, queuedAt: 0, askedAt: 0, noRepeat: false, avoid: {}, ...more },
});

test('[MAT-35] each personal invitation has a space of its own; in any other space anyone meets anyone', () => {
  const known = (more: object) => isKnownPool({ ...pool, ...more } as never);
  expect([known({}), known({ poolType: 'myCircle' }), known({ poolType: 'personalInvite' })]).toEqual([true, true, true]);
  expect(known({ poolType: 'personalInvite', groupSpace: 'a code' })).toBe(true);
  expect([known({ groupSpace: 'a code' }), known({ poolType: 'myCircle', groupSpace: 'a code' })]).toEqual([true, false]);
});

test('[MAT-2] [MAT-4] two different people of one pool may be paired if neither avoids or excludes the other', () => {
  const may = (a: WaitingEntry, b: WaitingEntry) => [mayPair(a, b, 10), mayPair(b, a, 10)];
  const [ann, ben] = [entry('ann'), entry('ben')];
  expect(may(ann, ben)).toEqual([true, true]);
  expect(may(ann, entry('ann', { clickID: 'another' }))).toEqual([false, false]);
  expect(may(ann, entry('ben', { pool: { ...pool, poolType: 'myCircle' } }))).toEqual([false, false]);
  expect(may(ann, entry('ben', { avoid: { ann: 11 } }))).toEqual([false, false]);
  expect(may(ann, entry('ben', { avoid: { ann: 10 } }))).toEqual([true, true]);
  expect(may(ann, entry('ben', { only: ['cay'] }))).toEqual([false, false]);
  expect(may(ann, entry('ben', { only: ['cay', 'ann'] }))).toEqual([true, true]);
});

test('[MAT-33] a stand-in may only be paired with somebody who does not stand in and has been alone', () => {
  const may = (a: WaitingEntry, b: WaitingEntry, now: number) => [mayPair(a, b, now), mayPair(b, a, now)];
  const [sue, ann] = [entry('sue', { standsIn: true, aloneFrom: 5 }), entry('ann', { aloneFrom: 10 })];
  expect([9, 10].map((now) => may(sue, ann, now))).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(may(sue, entry('ann'), 10)).toEqual([false, false]);
  expect(may(sue, entry('tom', { standsIn: true, aloneFrom: 5 }), 10)).toEqual([false, false]);
});

test('[MAT-4] the hour in which two avoid each other runs from when they met', () => {
  expect(avoidedUntil(5_000, 3_600_000)).toBe(3_605_000);
});

const room = { roomID: 'a room', node: '' };

test('[MAT-6] with a list of wanted people, the one who has waited longest is paired; of two with the same time, the first', async () => {
  const among = async (waiting: [string, number][], only: string[]) => {
    const matchmakingState = new MemoryMatchmakingState();
    const avoid = Object.fromEntries(waiting.map(([name]) => [name, Number.POSITIVE_INFINITY]));
    for (const [name, queuedAt] of waiting) await matchmakingState.join(entry(name, { queuedAt, avoid }), room, 0);
    expect(
      matchmakingState
        .all()
        .map(({ accountId }) => accountId)
        .sort(),
    ).toEqual(waiting.map(([name]) => name).sort());
    const entered = await matchmakingState.join(entry('zoe', { queuedAt: 100, only }), room, 0);
    return entered.outcome === 'paired' ? entered.first.accountId : entered.outcome;
  };
  const all: [string, number][] = [
    ['ann', 3],
    ['ben', 1],
    ['cay', 2],
  ];
  expect(await among(all, ['ann', 'ben', 'cay'])).toBe('ben');
  expect(await among(all, ['cay', 'ann'])).toBe('cay');
  expect(await among(all, ['nobody'])).toBe('waiting');
  const atOnce: [string, number][] = [
    ['ann', 1],
    ['ben', 1],
    ['cay', 1],
  ];
  expect(await among(atOnce, ['cay', 'ben', 'ann'])).toBe('ann');
  expect(await among(atOnce, ['ben', 'cay'])).toBe('ben');
});

test('people wanted who wait in another pool, or want others, are not paired', async () => {
  const matchmakingState = new MemoryMatchmakingState();
  await matchmakingState.join(entry('ann', { pool: { ...pool, poolType: 'myCircle' } }), room, 0);
  await matchmakingState.join(entry('ben', { only: ['cay'] }), room, 0);
  expect((await matchmakingState.join(entry('zoe', { only: ['ann', 'ben'] }), room, 0)).outcome).toBe('waiting');
});

test('of a hundred thousand people the one used longest ago is forgotten, and nobody who waits or is in a room', async () => {
  /** A state that knows one person who waits, two in a room, and as many others as it may remember. */
  const full = async () => {
    const matchmakingState = new MemoryMatchmakingState();
    await matchmakingState.join(entry('waits'), room, 0);
    const paired = { ...pool, groupSpace: 'paired' };
    for (const each of ['meets', 'met']) await matchmakingState.join(entry(each, { pool: paired }), room, 0);
    const gone = (i: number) => matchmakingState.end(`gone ${i}`, 'a request');
    for (let i = 0; i < 100_000; i++) await gone(i);
    const joined = async (i: number) =>
      (await matchmakingState.join(entry(`gone ${i}`, { clickID: 'a request', only: [] }), room, 0)).outcome;
    return { matchmakingState, gone, joined };
  };
  expect(await (await full()).joined(0)).toBe('ended');
  const one = await full();
  await one.gone(100_000);
  expect([await one.joined(1), await one.joined(100_000), await one.joined(0)]).toEqual(['ended', 'ended', 'waiting']);
  expect((await one.matchmakingState.find('waits')).waiting?.accountId).toBe('waits');
  expect((await one.matchmakingState.find('met')).room?.roomID).toBe('a room');
  // A person who is used again is the last to be forgotten.
  const other = await full();
  for (const i of [100_000, 1, 100_001]) await other.gone(i);
  expect([await other.joined(1), await other.joined(2)]).toEqual(['ended', 'waiting']);
});

test('an ended request keeps no position, while that of another request is kept', async () => {
  const matchmakingState = new MemoryMatchmakingState();
  const ann = entry('ann', { queuedAt: 5 });
  await matchmakingState.join(ann, room, 0);
  await matchmakingState.leave('ann', ann.connectionId, 1_000);
  await matchmakingState.end('ann', 'another request');
  expect(await matchmakingState.find('ann')).toEqual({ reserved: { clickID: ann.clickID, queuedAt: 5, until: 1_000 } });
  await matchmakingState.end('ann', ann.clickID);
  expect(await matchmakingState.find('ann')).toEqual({});
});

test('[MAT-20] a position is kept however often its socket is lost', async () => {
  const matchmakingState = new MemoryMatchmakingState();
  const ann = entry('ann', { queuedAt: 5 });
  await matchmakingState.join(ann, room, 0);
  for (const connectionId of ['a second page', 'a third page', 'a fourth page']) {
    const { waiting } = await matchmakingState.find('ann');
    await matchmakingState.leave('ann', waiting?.connectionId ?? '', 1_000);
    const returning = { ...ann, queuedAt: 9, connectionId };
    const returned = { outcome: 'waiting', entry: { ...returning, queuedAt: 5 } };
    expect(await matchmakingState.join(returning, room, 999)).toEqual(returned);
  }
});

test('ending one request leaves another as it is, whether it waits or has led to a room', async () => {
  const matchmakingState = new MemoryMatchmakingState();
  const ann = entry('ann');
  await matchmakingState.join(ann, room, 0);
  expect(await matchmakingState.end('ann', 'another')).toEqual({});
  expect(matchmakingState.all()).toEqual([ann]);
  await matchmakingState.join(entry('ben'), room, 0);
  expect(await matchmakingState.end('ann', 'yet another')).toEqual({});
  expect((await matchmakingState.find('ann')).room?.clickID).toBe(ann.clickID);
});

test('no position is reserved for an unknown person', async () => {
  const matchmakingState = new MemoryMatchmakingState();
  await matchmakingState.reserve('nobody', 'a request', 1_000);
  expect(await matchmakingState.find('nobody')).toEqual({});
});
