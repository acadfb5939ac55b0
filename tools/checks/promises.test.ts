import { expect, test } from 'vitest';
import { unmatched } from './promises.ts';

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
