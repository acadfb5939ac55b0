import { expect, test } from 'vitest';
import { type Change, changeOf, changes, dieFaces, type Feeling, feelings, randomised, truthShare } from './feelings.ts';

test('[FEEL-1] a change is worse, the same or better, by the order of the two feelings', () => {
  const all = feelings.flatMap((before) => feelings.map((after): [Feeling, Feeling] => [before, after]));
  const counted = Map.groupBy(all, ([before, after]) => changeOf(before, after));
  expect(changes.map((change) => counted.get(change)?.length)).toEqual([10, 5, 10]);
  expect([changeOf(2, 1), changeOf(3, 3), changeOf(4, 5)]).toEqual(['worse', 'same', 'better']);
});

test('[FEEL-1] three faces of the die send the truth, and each of the others one answer whatever is true', () => {
  const sent = (truth: Change) => Array.from({ length: dieFaces }, (_, i) => randomised(truth, () => i + 1));
  for (const truth of changes) expect(sent(truth)).toEqual([truth, truth, truth, 'worse', 'same', 'better']);
  expect(truthShare).toBe(1 / 2);
});

test('[FEEL-1] no answer is more than four times as likely for one truth than for another, and the die is thrown once', () => {
  const faces = Array.from({ length: dieFaces }, (_, i) => i + 1);
  for (const answer of changes) {
    const likely = changes.map((truth) => faces.filter((face) => randomised(truth, () => face) === answer).length);
    expect(Math.max(...likely) / Math.min(...likely)).toBe(4);
  }
  let throws = 0;
  randomised('better', () => ++throws);
  expect(throws).toBe(1);
});
