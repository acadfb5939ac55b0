import { describe, expect, test } from 'vitest';
import type { Item } from './document.ts';
import { itemsShown } from './items-shown.ts';

const item = (id: string, time: number, word = id): Item => ({
  id,
  kind: 'text',
  phase: 'connection',
  time,
  words: [{ en: word }, null],
});
const [a, b, c] = [item('a', 0), item('b', 5_000), item('c', 10_000)];
const [laterB, laterC] = [
  { ...b, time: 6_000 },
  { ...c, time: 11_000 },
];

describe('the lines of the table', () => {
  test('are those of the document once it is drawn', () => {
    const items = [a, b, c];
    expect(itemsShown(items, items, undefined)).toBe(items);
  });

  test('show the item that is moved by hand at once; those that move with it keep the very state that is drawn', () => {
    const shown = itemsShown([a, laterB, laterC], [a, b, c], 'b');
    expect(shown).toEqual([a, laterB, c]);
    expect(shown[2]).toBe(c);
  });

  test('keep the drawn order until the new one is drawn', () => {
    const before = { ...c, time: 1_000 };
    expect(itemsShown([a, before, b], [a, b, c], 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('show what is typed at once, also in a line whose time is not drawn yet', () => {
    const typed = { ...laterC, words: [{ en: 'c and more' }, null] } as Item;
    expect(itemsShown([a, laterB, typed], [a, b, c], 'b')[2]).toEqual({ ...typed, time: 10_000 });
    expect(itemsShown([a, b, item('c', 10_000, 'more')], [a, b, c], undefined)[2]).toEqual(item('c', 10_000, 'more'));
  });

  test('are those of the document where something was added, removed or replaced', () => {
    expect(itemsShown([a, b], [a, b, c], undefined)).toEqual([a, b]);
    expect(itemsShown([a, b, c, item('d', 15_000)], [a, b, c], undefined)).toHaveLength(4);
    const other = [a, b, item('d', 10_000)];
    expect(itemsShown(other, [a, b, c], undefined)).toBe(other);
  });
});
