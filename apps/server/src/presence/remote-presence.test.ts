import { expect, test } from 'vitest';
import type { Bus } from '../platform/bus.ts';
import { RemotePresence } from './remote-presence.ts';

/** Processes whose words to each other can be lost. */
function processes(count: number) {
  const at = { now: 0 };
  const served = new Map<string, Map<string, (word: never, from: string) => unknown>>();
  const deaf = new Set<string>();
  const nodes = Array.from({ length: count }, (_, i) => `node ${i}`);
  const say = (from: string, to: string, topic: string, word: unknown) => {
    if (!deaf.has(to)) served.get(to)?.get(topic)?.(JSON.parse(JSON.stringify(word)) as never, from);
  };
  const all = nodes.map((node) => {
    served.set(node, new Map());
    const bus: Bus = {
      node,
      serve: (topic, answer) => void served.get(node)?.set(topic, answer),
      ask: () => Promise.reject(new Error('nobody asks here')),
      tell: (to, topic, word) => say(node, to, topic, word),
      whenHearing: () => {},
      tellOthers: (topic, word) => {
        for (const to of nodes) if (to !== node) say(node, to, topic, word);
      },
    };
    return new RemotePresence(bus, { now: () => at.now, after: () => () => {} });
  });
  const [one, two, three] = all as [RemotePresence, RemotePresence, RemotePresence];
  return { at, deaf, one, two, three };
}

const here = (...people: string[]) => new Set(people);
const everybody = ['ann', 'ben', 'cay'];

test('[PRE-5] whoever is with another process counts, and only once', () => {
  const { one, two, three } = processes(3);
  two.tell(here('ann', 'ben'), everybody);
  three.tell(here('ben'), everybody);
  expect(one.with(here('cay', 'ann'))).toBe(3);
  expect([one.has('ann'), one.has('ben'), one.has('cay')]).toEqual([true, true, false]);
  three.tell(here(), everybody);
  expect(one.with(here())).toBe(2);
  two.tell(here('ann'), everybody);
  expect([one.has('ben'), one.with(here())]).toEqual([false, 1]);
  two.leave();
  expect([one.has('ann'), one.with(here())]).toEqual([false, 0]);
});

test('[PRE-5] whoever has missed a word learns all of it with the next', () => {
  const { at, deaf, one, two } = processes(2);
  two.tell(here('ann'), everybody);
  deaf.add('node 0');
  two.tell(here('ann', 'ben'), everybody);
  two.tell(here('cay'), everybody);
  deaf.clear();
  expect([one.has('ann'), one.has('cay')]).toEqual([true, false]);
  at.now += 2_000;
  two.tell(here('cay'), everybody);
  expect([one.has('ann'), one.has('cay'), one.with(here())]).toEqual([false, true, 1]);
});

test('[PRE-5] who says nothing for eight seconds is gone with all its people, and back with its next word', () => {
  const { at, one, two } = processes(2);
  two.tell(here('ann'), everybody);
  at.now += 8_000;
  one.tell(here(), everybody);
  expect(one.has('ann')).toBe(true);
  at.now += 1;
  one.tell(here(), everybody);
  expect(one.has('ann')).toBe(false);
  two.tell(here('ann'), everybody);
  expect(one.has('ann')).toBe(true);
});
