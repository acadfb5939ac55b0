import { expect, test } from 'vitest';
import { change, historyOf, redo, undo } from './history.ts';

test('steps are undone and done again in order; a new change ends what could be done again', () => {
  let history = change(change(historyOf('a'), 'b'), 'c');
  history = undo(history);
  expect(history.present).toBe('b');
  history = undo(history);
  expect([history.present, history.past.length]).toEqual(['a', 0]);
  expect(undo(history)).toBe(history);
  history = redo(redo(history));
  expect(history.present).toBe('c');
  expect(redo(history)).toBe(history);
  expect(redo(change(undo(history), 'd')).present).toBe('d');
});

test('consecutive changes of one group are one step; undoing ends the group', () => {
  let history = change(historyOf('a'), 'b', 'word');
  history = change(history, 'bc', 'word');
  expect(undo(history).present).toBe('a');
  history = change(undo(change(history, 'x')), 'bcd', 'word');
  expect(undo(history).present).toBe('bc');
  expect(undo(change(change(historyOf('a'), 'b'), 'c')).present).toBe('b');
});

test('a change that changes nothing is no step, and 500 steps are kept', () => {
  const history = historyOf('a');
  expect(change(history, 'a', 'word')).toBe(history);
  const long = Array.from({ length: 501 }, (_, i) => i + 1).reduce((all, each) => change(all, each), historyOf(0));
  expect([long.past.length, long.past[0]]).toEqual([500, 1]);
});
