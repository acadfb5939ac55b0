import type { Change } from '@unspoken/contract/feelings';
import { StandingClock } from '@unspoken/encounter/standing-clock';
import { expect, test } from 'vitest';
import { Answers, retryAfter } from './answers.ts';

/** Answers of an account, with a server that can fail; `faces` are those of the die, one after another. */
function bed(...faces: number[]) {
  const kept = new Map<string, string>();
  const clock = new StandingClock();
  const it = {
    kept,
    clock,
    sent: [] as [string, Change][],
    faces,
    outcome: 'settled' as 'settled' | 'failed',
    isSignedIn: true,
    /** The same browser after a reload. */
    reloaded: () =>
      new Answers({
        clock,
        unsent: {
          all: () => [...kept],
          add: (roomID, change) => kept.set(roomID, change),
          remove: (roomID) => kept.delete(roomID),
        },
        async send(roomID, change) {
          // What is sent is kept already: a page that is left now loses nothing.
          expect(kept.get(roomID)).toBe(change);
          it.sent.push([roomID, change]);
          return it.outcome;
        },
        isSignedIn: () => it.isSignedIn,
        die: () => it.faces.shift() ?? Number.NaN,
      }),
  };
  return { it, answers: it.reloaded() };
}
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

test('[WEB-261] an answer is randomised once and kept, and every attempt sends the same', async () => {
  const { it, answers } = bed(4, 6, 6);
  it.outcome = 'failed';
  await answers.give('room', 2, 5);
  // The die made "worse" of "better".
  expect([it.sent, it.faces]).toEqual([[['room', 'worse']], [6, 6]]);
  for (let attempt = 2; attempt < 6; attempt++) {
    it.clock.advance(retryAfter - 1);
    await soon();
    expect(it.sent).toHaveLength(attempt - 1);
    it.clock.advance(1);
    await soon();
    expect(it.sent).toHaveLength(attempt);
  }
  await it.reloaded().deliver();
  expect([it.sent, it.faces]).toEqual([Array(6).fill(['room', 'worse']), [6, 6]]);
});

test('[WEB-261] with three faces of the die the true answer is sent', async () => {
  for (const face of [1, 2, 3]) {
    const { it, answers } = bed(face);
    await answers.give('room', 2, 5);
    expect(it.sent).toEqual([['room', 'better']]);
  }
});

test('[WEB-261] a second answer about a room is ignored while the first is kept', async () => {
  const { it, answers } = bed(1, 1);
  it.outcome = 'failed';
  await answers.give('room', 1, 2);
  await answers.give('room', 2, 1);
  expect([[...it.kept], it.faces]).toEqual([[['room', 'better']], [1]]);
});

test('[WEB-262] what is settled is forgotten, and nothing is sent again', async () => {
  const { it, answers } = bed(1, 1);
  await answers.give('one', 3, 3);
  await answers.give('other', 3, 4);
  it.clock.advance(10 * retryAfter);
  await answers.deliver();
  expect([it.sent, it.kept.size]).toEqual([
    [
      ['one', 'same'],
      ['other', 'better'],
    ],
    0,
  ]);
});

test('[WEB-262] a failed attempt delays no other room, and is repeated alone', async () => {
  const { it, answers } = bed(1, 1);
  it.outcome = 'failed';
  await answers.give('one', 3, 3);
  it.outcome = 'settled';
  it.kept.set('broken', 'much better');
  await answers.give('other', 3, 4);
  expect([it.sent.slice(1).map(([room]) => room), it.kept.size]).toEqual([['one', 'other'], 0]);
});

test('[WEB-262] nothing of an account is sent while another one is signed in', async () => {
  const { it, answers } = bed(1);
  it.outcome = 'failed';
  await answers.give('room', 3, 4);
  it.isSignedIn = false;
  it.clock.advance(10 * retryAfter);
  await soon();
  expect([it.sent.length, it.kept.size]).toEqual([1, 1]);
  it.isSignedIn = true;
  it.outcome = 'settled';
  await it.reloaded().deliver();
  expect(it.kept.size).toBe(0);
});
