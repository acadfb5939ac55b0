import { expect, test } from 'vitest';
import { citedIn, unmatched } from './promises.ts';

test('a promise that no test cites and a citation of an unknown promise are both found', () => {
  const made = new Map([
    ['ABC-1', 'RULES.md'],
    ['ABC-2', 'RULES.md'],
  ]);
  const cited = new Map([
    ['ABC-2', 'a.test.ts'],
    ['ABC-3', 'a.test.ts'],
  ]);
  expect(unmatched({ made, cited })).toEqual(['RULES.md: no test cites ABC-1', 'a.test.ts: cites ABC-3, which nobody promises']);
});

test.each([
  [`test('[ABC-1] [ABC-2] it holds', async () => {`, ['ABC-1', 'ABC-2']],
  ['story(`[ABC-1] on a phone`, longIf(size > 1), async () => {', ['ABC-1']],
  [`story('[ABC-1] it holds', long, async () => {`, []],
  [`story(\n  '[ABC-1] it holds',\n  long,\n  async () => {`, []],
  [`test('[ABC-1] it holds', { tags: ['long'], timeout: 5 }, () => {`, []],
])('of %s, these promises have a test in npm test', (text, promises) => {
  expect(citedIn(text)).toEqual(promises);
});
