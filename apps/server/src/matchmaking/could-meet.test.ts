import { shippedDurations as durations } from '@unspoken/contract/durations';
import { MeetingBed } from '@unspoken/testing/meeting-bed';
import { expect, test } from 'vitest';

const open = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;

test('[MAT-39] a member could meet anyone waiting in the pool, but not themselves', async () => {
  const bed = new MeetingBed();
  const could = (who: string) => bed.matchmaking.couldMeet(who, open);
  expect(await could('ben')).toBe(false);
  await bed.connect(bed.socket('ann'));
  expect([await could('ben'), await could('ann')]).toEqual([true, false]);
  expect(await bed.matchmaking.couldMeet('ben', { ...open, experienceType: 'another' })).toBe(false);
});

test('[MAT-39] nobody could meet whom they are separated from, or have met within the hour', async () => {
  const bed = new MeetingBed();
  bed.separated.set('ben', ['ann']);
  bed.met.set('ann cay', bed.clock.now() - durations.avoidRepeatWindow + 1_000);
  await bed.connect(bed.socket('ann'));
  const could = (who: string) => bed.matchmaking.couldMeet(who, open);
  expect([await could('ben'), await could('cay'), await could('dee')]).toEqual([false, false, true]);
  await bed.clock.advance(1_000);
  expect([await could('ben'), await could('cay')]).toEqual([false, true]);
});

test('[MAT-39] in a circle only a match counts', async () => {
  const bed = new MeetingBed();
  const circle = { ...open, poolType: 'myCircle' } as const;
  bed.circles.set('ann', new Set(['ben']));
  bed.circles.set('ben', new Set(['ann']));
  bed.circles.set('cay', new Set(['dee']));
  await bed.connect(bed.socket('ann'), circle);
  const could = (who: string) => bed.matchmaking.couldMeet(who, circle);
  expect([await could('ben'), await could('cay'), await could('eve')]).toEqual([true, false, false]);
});

test('[MAT-39] a member who may not connect could meet nobody', async () => {
  const bed = new MeetingBed();
  await bed.connect(bed.socket('ann'));
  bed.standing.set('ben', 'account_held');
  expect(await bed.matchmaking.couldMeet('ben', open)).toBe(false);
});
