import { expect, test } from 'vitest';
import type { MatchmakingState, WaitingEntry } from './state.ts';

const anyone = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'a group' } as const;
const now = 1_000_000;

const entry = (accountId: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...{ accountId, connectionId: `socket of ${accountId}`, node: 'here', clickID: `click of ${accountId}`, pool: anyone },
  ...{ queuedAt: 1, askedAt: 1, noRepeat: false, avoid: {}, ...more },
});
const standIn = (accountId: string, more: Partial<WaitingEntry> = {}) =>
  entry(accountId, { standsIn: true, aloneFrom: 1, ...more });

/** What every implementation of the matchmaking state must do in gatherings. */
export function standInContract(name: string, create: () => Promise<MatchmakingState>): void {
  let rooms = 0;
  const room = () => ({ roomID: `room ${++rooms}`, node: 'here' });
  /** The account that the second is paired with, who joins the first at this instant. */
  const meets = async (first: WaitingEntry, second: WaitingEntry, at: number) => {
    const matchmakingState = await create();
    await matchmakingState.join(first, room(), at);
    const joined = await matchmakingState.join(second, room(), at);
    return joined.outcome === 'paired' ? joined.first.accountId : joined.outcome;
  };

  test.each([
    [now - 1, 'waiting'],
    [now, 'ann'],
    [now + 1, 'ann'],
  ])(
    `${name}: [MAT-33] a stand-in is paired with somebody who has been alone, to the millisecond: at %i`,
    async (at, partner) => {
      const ann = entry('ann', { aloneFrom: now });
      expect(await meets(ann, standIn('sue'), at)).toBe(partner);
      expect(await meets(standIn('sue'), ann, at)).toBe(partner === 'ann' ? 'sue' : partner);
    },
  );

  test(`${name}: [MAT-33] two stand-ins are never paired, nor one with somebody outside a gathering`, async () => {
    for (const other of [standIn('ann'), standIn('ann', { aloneFrom: now }), entry('ann')]) {
      expect(await meets(other, standIn('sue'), now * 1_000)).toBe('waiting');
      expect(await meets(standIn('sue'), other, now * 1_000)).toBe('waiting');
    }
  });

  test(`${name}: [MAT-33] a person who waits meets the stand-in when they have been alone, and is found again where they were`, async () => {
    const matchmakingState = await create();
    const [sue, ann] = [standIn('sue', { queuedAt: 1 }), entry('ann', { queuedAt: 5, aloneFrom: now })];
    await matchmakingState.join(sue, room(), now - 1);
    expect(await matchmakingState.join(ann, room(), now - 1)).toEqual({ outcome: 'waiting', entry: ann });
    expect(await matchmakingState.refresh(ann, room(), now - 1)).toEqual({ outcome: 'waiting', entry: ann });
    expect(await matchmakingState.refresh(ann, room(), now)).toEqual({ outcome: 'paired', first: sue, second: ann });
  });

  test(`${name}: [MAT-33] somebody new is paired with the one who waits, not with the stand-in who has waited longer`, async () => {
    const matchmakingState = await create();
    await matchmakingState.join(standIn('sue', { queuedAt: 1 }), room(), now - 1);
    await matchmakingState.join(entry('ann', { queuedAt: 5, aloneFrom: now }), room(), now - 1);
    const joined = await matchmakingState.join(entry('ben', { queuedAt: 9, aloneFrom: now + 9 }), room(), now);
    expect(joined).toMatchObject({ outcome: 'paired', first: { accountId: 'ann' } });
  });

  test(`${name}: [MAT-33] somebody who stands in no longer is paired like everybody else`, async () => {
    const matchmakingState = await create();
    await matchmakingState.join(standIn('sue'), room(), now);
    await matchmakingState.refresh(entry('sue'), room(), now);
    expect(await matchmakingState.join(entry('ann'), room(), now)).toMatchObject({ outcome: 'paired' });
  });

  test(`${name}: [MAT-31] [MAT-33] an announced request finds nobody whom it could not be paired with`, async () => {
    const matchmakingState = await create();
    await matchmakingState.join(standIn('sue'), room(), now);
    const announce = (who: WaitingEntry) => matchmakingState.announce(who, now + 15_000, now);
    expect(await announce(entry('ann', { aloneFrom: now + 1 }))).toEqual({ outcome: 'announced' });
    expect(await announce(standIn('tom'))).toEqual({ outcome: 'announced' });
    expect(await announce(entry('ben', { aloneFrom: now }))).toMatchObject({ first: { accountId: 'sue' } });
  });

  test(`${name}: the entries of a pool are listed, the one that has waited longest first`, async () => {
    const matchmakingState = await create();
    const [sue, tom] = [standIn('sue', { queuedAt: 7 }), standIn('tom', { queuedAt: 3 })];
    for (const each of [sue, tom]) await matchmakingState.join(each, room(), now);
    await matchmakingState.join(entry('ann', { pool: { ...anyone, groupSpace: 'another' } }), room(), now);
    expect(await matchmakingState.waitingIn('oneminute:anyone:a group')).toEqual([tom, sue]);
    expect(await matchmakingState.waitingIn('oneminute:anyone:open')).toEqual([]);
  });
}
