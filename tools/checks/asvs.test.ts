import { expect, test } from 'vitest';
import { asvsRowsIn, countsOf, levels, wrongAsvs } from './asvs.ts';

const tests = {
  named: (name: string) => ['a/one.test.ts'].filter((path) => `/${path}`.endsWith(`/${name}`)),
  cites: (path: string, promise: string) => path === 'a/one.test.ts' && promise === 'ABC-1',
};
const expected = new Map([
  ['1.1.1', 1],
  ['1.1.2', 2],
]);
const head = (met: number, open: number, exceptions: number, inapplicable: number) =>
  `Of these ${met} are met, ${open} are open, ${exceptions} are exceptions, and ${inapplicable} are not applicable.`;
const found = (first: string, ...rows: readonly string[]) => wrongAsvs([first, ...rows].join('\n'), expected, tests);
const met = (number: string, level = 1) => `| ${number} | ${level} | a subject | \`one.test.ts\` ABC-1 |`;
const inapplicable = '| 1.1.2 | 2 | another | n/a: not used |';

test('the standard has 70 requirements of level 1, 183 of level 2, and the others are not asked for', () => {
  const ofLevel = (level: number) => [...levels].filter(([, each]) => each === level).length;
  expect([ofLevel(1), ofLevel(2), levels.size]).toEqual([70, 183, 253]);
  expect([levels.get('1.2.4'), levels.get('6.3.3'), levels.get('1.2.10'), levels.get('17.3.2')]).toEqual([1, 2, undefined, 2]);
});

test('a row is proved by tests, open, an exception with a date, or not applicable', () => {
  expect(found(head(1, 0, 0, 1), met('1.1.1'), inapplicable)).toEqual([]);
  const cells = ['open: all', '`one.test.ts`; open: a half', 'exception 2026-11-29: why', 'n/a: none', 'by inspection: `a/b.ts`'];
  const rows = asvsRowsIn(cells.map((cell) => `| 1.1.1 | 1 | a | ${cell} |`).join('\n'));
  expect(countsOf(rows)).toEqual({ met: 1, open: 2, exception: 1, 'not applicable': 1 });
});

test('a requirement without a row, one with two, and one of another level are found', () => {
  expect(found(head(2, 0, 0, 0), met('1.1.1'), met('1.1.1'))).toEqual(['1.1.2 has no row', 'line 3: 1.1.1 stands twice']);
  expect(found(head(2, 0, 0, 1), met('1.1.1', 2), inapplicable, met('1.1.3'))).toEqual([
    'line 4: 1.1.3 is not a requirement',
    'line 2: 1.1.1 has level 1',
  ]);
});

test('a test that is not there, a promise that it does not cite, and a cell without a proof are found', () => {
  const wrong = (cell: string) => found(head(1, 0, 0, 1), `| 1.1.1 | 1 | a subject | ${cell} |`, inapplicable);
  expect(wrong('`two.test.ts`')).toEqual(['line 2: two.test.ts is not a test']);
  expect(wrong('`one.test.ts` ABC-2')).toEqual(['line 2: ABC-2 is cited by none of one.test.ts']);
  const none = 'line 2: it names no test, and does not say "open:", "by inspection:" or "by measurement:"';
  for (const cell of ['', 'n/a', 'n/a:', 'exception: why', 'exception 2026-11-29:', 'exception 2026-13-29: why', 'open:'])
    expect(wrong(cell)).toEqual([none]);
});

test('an exception may name a test, which has to be there', () => {
  const wrong = (name: string) =>
    found(head(0, 0, 1, 1), `| 1.1.1 | 1 | a | exception 2026-11-29: proved for some (\`${name}\` ABC-1) |`, inapplicable);
  expect(wrong('one.test.ts')).toEqual([]);
  expect(wrong('two.test.ts')).toContain('line 2: two.test.ts is not a test');
});

test('three exceptions are allowed, and not four', () => {
  const exceptions = (count: number) =>
    Array.from({ length: count }, (_, i) => `| 2.1.${i + 1} | 1 | a | exception 2026-11-29: why |`);
  const of = (count: number) => {
    const numbers = new Map(Array.from({ length: count }, (_, i) => [`2.1.${i + 1}`, 1]));
    return wrongAsvs([head(0, 0, count, 0), ...exceptions(count)].join('\n'), numbers, tests);
  };
  expect(of(3)).toEqual([]);
  expect(of(4)).toEqual(['there are 4 exceptions, 3 at most']);
});

test('the head says how many there are of each', () => {
  expect(found(head(2, 0, 0, 0), met('1.1.1'), inapplicable)).toEqual([
    '1 are met, and the head says 2',
    '1 are not applicable, and the head says 0',
  ]);
  expect(found('No counts.', met('1.1.1'), inapplicable)).toHaveLength(4);
});
