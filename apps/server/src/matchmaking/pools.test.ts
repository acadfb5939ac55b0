import { expect, test } from 'vitest';
import { MemoryMatchmakingState } from './memory-state.ts';
import { avoidedUntil, isKnownPool, mayPair } from './rules.ts';
import type { WaitingEntry } from './state.ts';

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const entry = (accountId: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...{ accountId, connectionId: `socket of ${accountId}`, node: '', clickID: `press of ${accountId}` },
  ...{ pool, since: 0, askedAt: 0, noRepeat: false, avoid: {}, ...more },
});

test('there are the pools of the experience, and spaces of their own for those who come by an invitation', () => {
  const known = (more: object) => isKnownPool({ ...pool, ...more } as never);
  expect([known({}), known({ poolType: 'myCircle' }), known({ poolType: 'personalInvite' })]).toEqual([true, true, true]);
  expect(known({ poolType: 'personalInvite', groupSpace: 'a code' })).toBe(true);
  expect([known({ groupSpace: 'a code' }), known({ poolType: 'myCircle', groupSpace: 'a code' })]).toEqual([false, false]);
  expect([known({ experienceType: 'an hour' }), known({ experienceType: 'an hour', poolType: 'personalInvite' })]).toEqual([
    false,
    false,
  ]);
});

test('[MAT-2] [MAT-4] two may be paired if they are two, of one pool, and neither avoids or leaves out the other', () => {
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

test('[MAT-4] the hour in which two avoid each other runs from when they met', () => {
  expect(avoidedUntil(5_000, 3_600_000)).toBe(3_605_000);
});

const room = { roomID: 'a room', node: '' };

test('[MAT-6] of those whom somebody wants to meet, whoever has waited longest is met; of two who came at once, the first', async () => {
  const among = async (waiting: [string, number][], only: string[]) => {
    const places = new MemoryMatchmakingState();
    const avoid = Object.fromEntries(waiting.map(([name]) => [name, Number.POSITIVE_INFINITY]));
    for (const [name, since] of waiting) await places.enter(entry(name, { since, avoid }), 'press', room, 0);
    expect(
      places
        .all()
        .map(({ accountId }) => accountId)
        .sort(),
    ).toEqual(waiting.map(([name]) => name).sort());
    const entered = await places.enter(entry('zoe', { since: 100, only }), 'press', room, 0);
    return entered.became === 'paired' ? entered.first.accountId : entered.became;
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

test('whoever wants certain people meets none of them who waits elsewhere or wants others', async () => {
  const places = new MemoryMatchmakingState();
  await places.enter(entry('ann', { pool: { ...pool, poolType: 'myCircle' } }), 'press', room, 0);
  await places.enter(entry('ben', { only: ['cay'] }), 'press', room, 0);
  expect((await places.enter(entry('zoe', { only: ['ann', 'ben'] }), 'press', room, 0)).became).toBe('waiting');
});

test('of a hundred thousand strangers the one who was there longest ago is forgotten, and nobody who waits or is in a room', async () => {
  const places = new MemoryMatchmakingState();
  const press = (accountId: string) => places.enter(entry(accountId), 'press', room, 0);
  await press('waits');
  const paired = { ...pool, groupSpace: 'paired' };
  for (const each of ['meets', 'met']) await places.enter(entry(each, { pool: paired }), 'press', room, 0);
  const gone = (i: number) => places.end(`gone ${i}`, 'a press');
  // Beside those three there is room for so many.
  for (let i = 0; i < 99_997; i++) await gone(i);
  const known = async (i: number) =>
    (await places.enter(entry(`gone ${i}`, { clickID: 'a press', only: [] }), 'again', room, 0)).became;
  expect(await known(0)).toBe('ended');
  await gone(99_997);
  expect([await known(0), await known(1), await known(99_997)]).toEqual(['nothing', 'ended', 'ended']);
  expect((await places.find('waits')).waiting?.accountId).toBe('waits');
  expect((await places.find('met')).room?.roomID).toBe('a room');
  // Whoever comes again is not the one who was there longest ago any more.
  await gone(1);
  await gone(99_998);
  expect([await known(1), await known(2)]).toEqual(['ended', 'nothing']);
});

test('a request that is over keeps no place, while that of another is kept', async () => {
  const places = new MemoryMatchmakingState();
  const ann = entry('ann', { since: 5 });
  await places.enter(ann, 'press', room, 0);
  await places.leave('ann', ann.connectionId, 1_000);
  await places.end('ann', 'another request');
  expect(await places.find('ann')).toEqual({ kept: { clickID: ann.clickID, since: 5, until: 1_000 } });
  await places.end('ann', ann.clickID);
  expect(await places.find('ann')).toEqual({});
});

test('[MAT-20] a place is returned to as often as its socket is lost', async () => {
  const places = new MemoryMatchmakingState();
  const ann = entry('ann', { since: 5 });
  await places.enter(ann, 'press', room, 0);
  for (const connectionId of ['a second page', 'a third page', 'a fourth page']) {
    const { waiting } = await places.find('ann');
    await places.leave('ann', waiting?.connectionId ?? '', 1_000);
    const returning = { ...ann, since: 9, connectionId };
    const returned = { became: 'waiting', entry: { ...returning, since: 5 } };
    expect(await places.enter(returning, 'press', room, 999)).toEqual(returned);
  }
});

test('the end of one request leaves another as it is, whether it waits or has led to a room', async () => {
  const places = new MemoryMatchmakingState();
  const ann = entry('ann');
  await places.enter(ann, 'press', room, 0);
  expect(await places.end('ann', 'another')).toEqual({});
  expect(places.all()).toEqual([ann]);
  await places.enter(entry('ben'), 'press', room, 0);
  expect(await places.end('ann', 'yet another')).toEqual({});
  expect((await places.find('ann')).room?.clickID).toBe(ann.clickID);
});

test('no place is kept for somebody nobody knows', async () => {
  const places = new MemoryMatchmakingState();
  await places.keep('nobody', 'a press', 1_000);
  expect(await places.find('nobody')).toEqual({});
});
