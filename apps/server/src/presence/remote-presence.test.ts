import { linkedBuses } from '@unspoken/testing/linked-buses';
import { expect, test } from 'vitest';
import { RemotePresence } from './remote-presence.ts';

/** Processes whose messages to each other can be lost. */
function processes(count: number) {
  const at = { now: 0 };
  const { buses, unreachable } = linkedBuses(count);
  const all = buses.map((bus) => new RemotePresence(bus, { now: () => at.now, after: () => () => {} }));
  const [one, two, three] = all as [RemotePresence, RemotePresence, RemotePresence];
  return { at, unreachable, one, two, three };
}

const here = (...people: string[]) => new Set(people);
const everybody = ['ann', 'ben', 'cay'];

test('[PRE-5] a person connected to another process counts, and only once', () => {
  const { one, two, three } = processes(3);
  two.publish(here('ann', 'ben'), everybody);
  three.publish(here('ben'), everybody);
  expect(one.with(here('cay', 'ann'))).toBe(3);
  expect([one.has('ann'), one.has('ben'), one.has('cay')]).toEqual([true, true, false]);
  three.publish(here(), everybody);
  expect(one.with(here())).toBe(2);
  two.publish(here('ann'), everybody);
  expect([one.has('ben'), one.with(here())]).toEqual([false, 1]);
  two.leave();
  expect([one.has('ann'), one.with(here())]).toEqual([false, 0]);
});

test('[PRE-5] a process that has missed an update catches up with the next one', () => {
  const { at, unreachable, one, two } = processes(2);
  two.publish(here('ann'), everybody);
  unreachable.add('node 0');
  two.publish(here('ann', 'ben'), everybody);
  two.publish(here('cay'), everybody);
  unreachable.clear();
  expect([one.has('ann'), one.has('cay')]).toEqual([true, false]);
  at.now += 2_000;
  two.publish(here('cay'), everybody);
  expect([one.has('ann'), one.has('cay'), one.with(here())]).toEqual([false, true, 1]);
});

test('[PRE-5] a process silent for eight seconds is gone with all its people, and back with its next update', () => {
  const { at, one, two } = processes(2);
  two.publish(here('ann'), everybody);
  at.now += 8_000;
  one.publish(here(), everybody);
  expect(one.has('ann')).toBe(true);
  at.now += 1;
  one.publish(here(), everybody);
  expect(one.has('ann')).toBe(false);
  two.publish(here('ann'), everybody);
  expect(one.has('ann')).toBe(true);
});
