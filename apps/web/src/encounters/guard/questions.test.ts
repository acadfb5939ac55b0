import { expect, test } from 'vitest';
import { Questions } from './questions.ts';

test('[WEB-241] the guard asks one question at a time, twice in all, and never again about what was answered', () => {
  const questions = new Questions();
  expect([questions.ask('frozen'), questions.ask('frozen'), questions.ask('loop')]).toEqual([true, false, false]);
  questions.answer();
  expect([questions.ask('frozen'), questions.ask('loop')]).toEqual([false, true]);
  questions.answer();
  expect([questions.ask('cuts'), questions.ask('nothing')]).toEqual([false, false]);
});

test('[WEB-241] what the veil has covered may be asked once more', () => {
  const questions = new Questions();
  questions.ask('frozen');
  questions.withdraw();
  expect(questions.ask('frozen')).toBe(true);
  questions.withdraw();
  expect(questions.ask('frozen')).toBe(false);
});
