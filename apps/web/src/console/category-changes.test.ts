import { expect, test } from 'vitest';
import { edited, fresh, isChanged, moved, namesMissing, sent } from './category-changes.ts';

const [quiet, aloud] = [
  { categoryID: 'quiet', name: { en: 'Quiet', de: 'Leise' }, description: { en: 'Without words' } },
  { categoryID: 'aloud', name: { en: 'Aloud' }, description: {} },
];
const list = edited([quiet, aloud]);
const ids = (of: typeof list) => sent(of).map(({ categoryID }) => categoryID);

test('a category moves by one position, and stays at the ends of the list', () => {
  expect(ids(moved(list, 'quiet', 1))).toEqual(['aloud', 'quiet']);
  expect(ids(moved(list, 'aloud', -1))).toEqual(['aloud', 'quiet']);
  expect(moved(list, 'quiet', -1)).toBe(list);
  expect(moved(list, 'aloud', 1)).toBe(list);
  expect(moved(list, 'unknown', 1)).toBe(list);
});

test('what is sent has no blank texts, no removed category, and an id for each new one', () => {
  const changed = [
    { ...list[0], name: { en: ' Quiet ', de: '  ' } } as (typeof list)[number],
    { ...list[1], isRemoved: true } as (typeof list)[number],
    { ...fresh('1'), name: { en: 'Aloud' } },
    { ...fresh('2'), name: { en: 'Für Élise & du!' } },
    { ...fresh('3'), name: { en: '静' } },
    { ...fresh('4'), name: { en: '静か' } },
    { ...fresh('5'), name: { en: `${'long '.repeat(12)}` } },
  ];
  expect(sent(changed)[0]).toEqual({ ...quiet, name: { en: 'Quiet' } });
  expect(ids(changed)).toEqual([
    'quiet',
    'aloud-2',
    'fur-elise-du',
    'category',
    'category-2',
    'long-long-long-long-long-long-long-l',
  ]);
});

test('a change is one that saving would make', () => {
  expect(isChanged(list, [quiet, aloud])).toBe(false);
  expect(isChanged([...list, { ...fresh('1'), isRemoved: true }], [quiet, aloud])).toBe(false);
  expect(isChanged(moved(list, 'quiet', 1), [quiet, aloud])).toBe(true);
  expect(isChanged([...list, fresh('1')], [quiet, aloud])).toBe(true);
});

test('a name is needed in English, and in each language with a description', () => {
  expect(namesMissing(fresh('1'))).toEqual(['en']);
  expect(namesMissing({ ...fresh('1'), name: { en: 'Quiet', fr: ' ' }, description: { fr: 'Sans mots', it: ' ' } })).toEqual([
    'fr',
  ]);
  expect(namesMissing({ ...fresh('1'), isRemoved: true })).toEqual([]);
});
