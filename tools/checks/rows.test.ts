import { expect, test } from 'vitest';
import { requirementsIn } from './requirements.ts';
import { expanded, rowsIn, wrongRows } from './rows.ts';

const requirements = ['1.1', '1.2', '1.3', 'S1'];
const tests = {
  named: (name: string) => ['a/one.test.ts', 'a/two.test.ts', 'b/two.test.ts'].filter((path) => `/${path}`.endsWith(`/${name}`)),
  cites: (path: string, promise: string) => path === 'a/one.test.ts' && promise === 'ABC-1',
};
const table = (...rows: string[]) => ['| requirement | what | test |', '| --- | --- | --- |', ...rows].join('\n');
const found = (...rows: string[]) => wrongRows(requirements, rowsIn(table(...rows)), tests);
const all = (proof: string) => found(`| 1.1 to 1.3, S1 | all | ${proof} |`);

test('requirements stand in bold at the beginning of a line or of a row', () => {
  expect(requirementsIn('**1.1** One, not **1.2**.\n\n| **S1** | two |\n| **7.4a** | three |\nnot **1.3**\n')).toEqual([
    '1.1',
    'S1',
    '7.4a',
  ]);
});

test('numbers are expanded from the first to the last one', () => {
  expect(expanded('1.9 to 1.11, S1 to S3 and 2.1 (mails, too)')).toEqual(['1.9', '1.10', '1.11', 'S1', 'S2', 'S3', '2.1']);
  expect(expanded('1.3 to 2.1')).toEqual(['1.3', '2.1']);
});

test('a row has tests with promises, or says in words what is open, inspected or measured', () => {
  expect(all('`one.test.ts` ABC-1; `a/two.test.ts`; open: the rest (`b/two.test.ts`)')).toEqual([]);
  for (const words of ['open: being built', 'by inspection: `brand/x.md`', 'by measurement: `npm run bench`'])
    expect(all(words)).toEqual([]);
  for (const nothing of ['', 'open:', 'seen', 'somebody has looked'])
    expect(all(nothing)).toEqual(['line 3: it names no test, and does not say "open:", "by inspection:" or "by measurement:"']);
});

test('a requirement without a row, and a row without its requirement, are found', () => {
  expect(found('| 1.1, 1.4 | some | `one.test.ts` |')).toEqual([
    '1.2 has no row',
    '1.3 has no row',
    'S1 has no row',
    'line 3: 1.4 is not a requirement',
  ]);
});

test('a test that is not there, or is one of two, is found', () => {
  expect(all('`three.test.ts`')).toEqual(['line 3: three.test.ts is not a test']);
  expect(all('`two.test.ts`')).toEqual(['line 3: two.test.ts is one of a/two.test.ts and b/two.test.ts']);
});

test('a promise that none of the files beside it cites is found, also within a range', () => {
  expect(all('`one.test.ts`, `a/two.test.ts` ABC-1 to ABC-2')).toEqual([
    'line 3: ABC-2 is cited by none of one.test.ts, a/two.test.ts',
  ]);
  expect(all('`a/two.test.ts` ABC-1; `one.test.ts`')).toEqual(['line 3: ABC-1 is cited by none of a/two.test.ts']);
});

test('the files that a row names are read', () => {
  const [row] = rowsIn(table('| 1.1 | one | by inspection: `docs/a.md`, `npm run x`, `/media/x` and `a/one.test.ts` |'));
  expect(row?.proofs.map(({ paths, tests: named }) => [paths, named])).toEqual([[['docs/a.md'], ['a/one.test.ts']]]);
});
