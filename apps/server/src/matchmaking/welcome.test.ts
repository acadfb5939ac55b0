import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { Pool } from '@unspoken/contract/matchmaking';
import { linkedBuses } from '@unspoken/testing/linked-buses';
import { MeetingBed, roomOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { Welcoming } from './state.ts';
import { Welcome } from './welcome.ts';

const { welcomeWait: orderAfter, welcomersAbout } = durations;
const open: Pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' };
const arePaired = (one: TestSocket, other: TestSocket) => roomOf(one) !== undefined && roomOf(one) === roomOf(other);

/** Two processes of one installation, in which these accounts have these parts. */
function processes(parts: Readonly<Record<string, Welcoming>>) {
  const clock = new StandingClock();
  const asked: string[] = [];
  const partOf = async (accountId: string) => {
    asked.push(accountId);
    return parts[accountId];
  };
  const [here, there] = linkedBuses(2).buses.map((bus) => new Welcome({ clock, durations, bus, partOf })) as [Welcome, Welcome];
  return { clock, here, there, asked };
}

test('[MAT-41] welcomers are preferred for two minutes after one has connected at any process, to the millisecond', async () => {
  const { clock, here, there } = processes({ nia: { isNew: true }, ann: {}, wes: { welcomes: true } });
  const all = (at: Welcome) => Promise.all(['nia', 'ann', 'wes', 'somebody'].map((each) => at.of(each, open)));
  const order = [{ isNew: true }, {}, { welcomes: true }, undefined];
  for (const each of [here, there]) expect(await all(each)).toEqual(order);
  here.connected();
  await clock.advance(welcomersAbout - 1);
  const preferred = [{ isNew: true, orderAfter }, { orderAfter }, { welcomes: true }, undefined];
  for (const each of [here, there]) expect(await all(each)).toEqual(preferred);
  await clock.advance(1);
  for (const each of [here, there]) expect(await all(each)).toEqual(order);
});

test('[MAT-41] nobody is welcomed but in the minute among strangers', async () => {
  const { here, asked } = processes({ nia: { isNew: true } });
  const others: Partial<Pool>[] = [
    { experienceType: 'questions' },
    { poolType: 'myCircle' },
    { poolType: 'personalInvite' },
    { groupSpace: 'a group' },
  ];
  for (const other of others) expect(await here.of('nia', { ...open, ...other })).toBeUndefined();
  expect(asked).toEqual([]);
});

/** A lobby in which a welcomer has just connected. */
function lobby() {
  const bed = new MeetingBed();
  bed.welcoming.set('nia', { isNew: true, orderAfter });
  bed.welcoming.set('wes', { welcomes: true });
  for (const each of ['ann', 'ben']) bed.welcoming.set(each, { orderAfter });
  const [ann, nia, wes] = [bed.socket('ann'), bed.socket('nia'), bed.socket('wes')];
  return { bed, ann, nia, wes };
}

test('[MAT-41] [MAT-6] a newcomer for whom no welcomer comes is paired when either has waited 5 s', async () => {
  for (const [first, then] of [
    ['ann', 'nia'],
    ['nia', 'ann'],
  ] as const) {
    const { bed, ...sockets } = lobby();
    await bed.connect(sockets[first]);
    await bed.clock.advance(3_000);
    await bed.connect(sockets[then]);
    await bed.clock.advance(orderAfter - 3_000 - 1);
    expect(arePaired(sockets.ann, sockets.nia)).toBe(false);
    await bed.clock.advance(1);
    expect(arePaired(sockets.ann, sockets.nia)).toBe(true);
    expect(bed.faults).toEqual([]);
  }
});

test('[MAT-41] [MAT-20] a lost socket does not restart the wait for a welcomer', async () => {
  const { bed, ann, nia } = lobby();
  const clickID = await bed.connect(nia);
  await bed.clock.advance(2_000);
  bed.lose(nia);
  await bed.clock.advance(1_000);
  const again = bed.socket('nia');
  await bed.connect(again, { clickID });
  await bed.connect(ann);
  await bed.clock.advance(2_000 - 1);
  expect(arePaired(ann, again)).toBe(false);
  await bed.clock.advance(1);
  expect(arePaired(ann, again)).toBe(true);
});

test('[MAT-41] a welcomer who comes in time meets the newcomer, though others wait', async () => {
  const { bed, ann, nia, wes } = lobby();
  await bed.connect(ann);
  await bed.connect(nia);
  await bed.clock.advance(orderAfter - 1);
  await bed.connect(wes);
  expect(arePaired(nia, wes)).toBe(true);
  expect(roomOf(ann)).toBeUndefined();
});

test('[MAT-41] a pair that the state has made stands, although a welcomer has connected since one of the two was queued', async () => {
  const { bed, ann, nia } = lobby();
  bed.welcoming.set('ann', {});
  await bed.connect(ann);
  bed.welcoming.set('ann', { orderAfter });
  await bed.connect(nia);
  expect(arePaired(ann, nia)).toBe(true);
  expect(bed.faults).toEqual([]);
});

test('[MAT-39] [MAT-41] a newcomer who waits for a welcomer could meet anybody', async () => {
  const { bed, nia, ann } = lobby();
  await bed.connect(nia);
  expect(await bed.matchmaking.couldMeet('ann', open)).toBe(true);
  await bed.connect(ann);
  expect(await bed.matchmaking.couldMeet('ben', open)).toBe(true);
});

test('[MAT-42] what a welcomer is sent does not depend on whether the partner is new', async () => {
  const heard = await Promise.all(
    ([{ isNew: true, orderAfter }, { orderAfter }] as const).map(async (part) => {
      const { bed, nia, wes } = lobby();
      bed.welcoming.set('nia', part);
      await bed.connect(wes, { clickID: 'a request' });
      await bed.connect(nia);
      return [wes, nia].map((each) => JSON.stringify(each.heard));
    }),
  );
  expect(heard[0]).toEqual(heard[1]);
  expect(heard[0]?.[0]).toContain('"roomID"');
});

test('[MAT-40] a length can be wished in the minute among strangers only', async () => {
  const { bed, ann } = lobby();
  bed.circles.set('ann', new Set(['ben']));
  for (const pool of [
    { poolType: 'myCircle' },
    { groupSpace: 'a group' },
    { poolType: 'personalInvite', groupSpace: 'a code' },
  ] as const)
    for (const wish of [{ length: 'short' }, { orShorter: true }] as const)
      await expect(bed.connect(ann, { ...pool, ...wish })).rejects.toThrow(expect.objectContaining({ code: 'bad_request' }));
  expect(await bed.matchmakingState.find('ann')).toEqual({});
  await bed.connect(ann, { length: 'medium', orShorter: true });
  expect((await bed.matchmakingState.find('ann')).waiting).toMatchObject({ length: 'medium', orShorter: true });
});
