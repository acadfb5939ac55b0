import { read } from './files.ts';
import { filesOfRows, missingFrom, proofsIn, type Row, type Tests, testsAmong, wrongRows } from './rows.ts';

const path = 'docs/requirements/asvs.md';
const mostExceptions = 3;

/** The levels of the requirements of each section of OWASP ASVS 5.0.0, in their order: 1.5.3 has level 3. */
const sections = [
  '1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123',
  '2.1:122 2.2:112 2.3:12223 2.4:23',
  '3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333',
  '4.1:12233 4.2:23333 4.3:22 4.4:1222',
  '5.1:2 5.2:112333 5.3:113 5.4:222',
  '6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222',
  '7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22',
  '8.1:1233 8.2:1123 8.3:133 8.4:23',
  '9.1:111 9.2:1222',
  '10.1:22 10.2:223 10.3:22223 10.4:1111122222233333 10.5:22222 10.6:22 10.7:222',
  '11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33',
  '12.1:12233 12.2:11 12.3:22223',
  '13.1:2333 13.2:222223 13.3:2233 13.4:1222233',
  '14.1:22 14.2:12223333 14.3:122',
  '15.1:12233 15.2:12233 15.3:1222222 15.4:3333',
  '16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223',
  '17.1:23 17.2:22223333 17.3:22',
];

/** The level of each requirement of levels 1 and 2, by its number. */
export const levels: ReadonlyMap<string, number> = new Map(
  sections
    .flatMap((chapter) => chapter.split(' '))
    .flatMap((each) => {
      const [section = '', ofSection = ''] = each.split(':');
      return [...ofSection].map((level, i) => [`${section}.${i + 1}`, Number(level)] as const);
    })
    .filter(([, level]) => level < 3),
);

type State = 'met' | 'open' | 'exception' | 'not applicable';

interface AsvsRow extends Row {
  readonly level: number;
  readonly state: State;
}

/** How often each state occurs. */
type Counts = Readonly<Record<State, number>>;

const isDate = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** What a cell says; undefined for a date that is none. */
function stateOf(cell: string): State | undefined {
  if (/^n\/a: \S/.test(cell)) return 'not applicable';
  const [, date] = /^exception (\d{4}-\d\d-\d\d): \S/.exec(cell) ?? [];
  if (date !== undefined) return isDate(date) ? 'exception' : undefined;
  return /(?:^|; )open: \S/.test(cell) ? 'open' : 'met';
}

/** The rows of the table. What does not apply, and an exception, need no test; those that they name are looked up all the same. */
export const asvsRowsIn = (text: string): readonly AsvsRow[] =>
  text.split('\n').flatMap((line, index) => {
    const [, number = '', level = '', , cell = ''] = line.split('|').map((each) => each.trim());
    if (!/^\d+\.\d+\.\d+$/.test(number)) return [];
    const state = stateOf(cell);
    const isExcused = state === 'not applicable' || state === 'exception';
    const proofs = proofsIn(cell).map((proof) => ({ ...proof, isInWords: proof.isInWords || isExcused }));
    return [{ line: index + 1, requirements: [number], level: Number(level), state: state ?? 'met', proofs }];
  });

export function countsOf(rows: readonly AsvsRow[]): Counts {
  const counts = { met: 0, open: 0, exception: 0, 'not applicable': 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

/** The counts that the head of the table states. */
const statedIn = (text: string): Counts | undefined => {
  const [, met, open, exception, inapplicable] =
    /(\d+) are met, (\d+) are open, (\d+) are exceptions, and (\d+) are not applicable/.exec(text) ?? [];
  if (inapplicable === undefined) return undefined;
  return { met: Number(met), open: Number(open), exception: Number(exception), 'not applicable': Number(inapplicable) };
};

/** What is wrong with the table: numbers, levels, tests and promises, the number of exceptions, and what its head says of it. */
export function wrongAsvs(text: string, expected: ReadonlyMap<string, number>, tests: Tests): string[] {
  const rows = asvsRowsIn(text);
  const findings = wrongRows([...expected.keys()], rows, tests);
  const seen = new Set<string>();
  for (const { line, level, requirements } of rows) {
    const number = requirements[0] ?? '';
    if (seen.has(number)) findings.push(`line ${line}: ${number} stands twice`);
    seen.add(number);
    const right = expected.get(number);
    if (right !== undefined && right !== level) findings.push(`line ${line}: ${number} has level ${right}`);
  }
  const counts = countsOf(rows);
  if (counts.exception > mostExceptions) findings.push(`there are ${counts.exception} exceptions, ${mostExceptions} at most`);
  const stated = statedIn(text);
  for (const [state, count] of Object.entries(counts))
    if (stated?.[state as State] !== count)
      findings.push(`${count} are ${state}, and the head says ${stated?.[state as State] ?? 'nothing'}`);
  return findings;
}

/** The table against the standard, the tests and the files that it names. Prints how many requirements are open. */
export function checkAsvs(): string[] {
  const all = filesOfRows();
  const text = read(path);
  const rows = asvsRowsIn(text);
  process.stdout.write(`asvs: of ${rows.length} requirements ${countsOf(rows).open} are open\n`);
  return [...wrongAsvs(text, levels, testsAmong(all)), ...missingFrom(all, rows)].map((each) => `${path}: ${each}`);
}
