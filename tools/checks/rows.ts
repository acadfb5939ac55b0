import { code, files, isTest, read } from './files.ts';
import { requirementsIn } from './requirements.ts';

const folder = 'docs/requirements/';

/** A row of docs/requirements/rows: which requirements, and what proves them. */
export interface Row {
  readonly line: number;
  readonly requirements: readonly string[];
  readonly proofs: readonly Proof[];
}

/** Test files with the promises that they cite between them, or words: what is open, or who has looked where. */
export interface Proof {
  readonly tests: readonly string[];
  readonly promises: readonly string[];
  /** Other files that it names. */
  readonly paths: readonly string[];
  readonly isInWords: boolean;
}

/** From the first to the last number, which differ in their last part only. */
function numbersFrom(first: string, last: string): string[] {
  const [, stem = '', low = ''] = /^(.*?)(\d+)$/.exec(first) ?? [];
  const [, otherStem, high = ''] = /^(.*?)(\d+)$/.exec(last) ?? [];
  if (stem !== otherStem || Number(high) < Number(low)) return [first, last];
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, i) => `${stem}${Number(low) + i}`);
}

/** The numbers in "1.1, 1.3 to 1.5 (the mails)", of requirements or of promises. */
export const expanded = (text: string): readonly string[] =>
  text
    .replaceAll(/\([^)]*\)/g, '')
    .split(/,| and /)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = '', last] = part.split(' to ');
      return last === undefined ? first : numbersFrom(first, last);
    });

const wordsFirst = /^(?:open|by inspection|by measurement): \S/;

function proofOf(part: string): Proof {
  const named = [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
  const unquoted = part.replaceAll(/`[^`]*`|\([^)]*\)/g, '');
  const promises = [...unquoted.matchAll(/[A-Z]{3,4}-\d+(?: to [A-Z]{3,4}-\d+)?/g)].flatMap(([found]) => expanded(found));
  const paths = named.filter((name) => /^[\w./-]+\/[\w.-]+\.\w+$/.test(name) && !isTest(name));
  return { tests: named.filter(isTest), promises, paths, isInWords: wordsFirst.test(part) };
}

/** The parts of a cell. */
export const proofsIn = (cell: string): readonly Proof[] => cell.split(/; (?=`|open:|by )/).map(proofOf);

/** The rows of a table of requirements. */
export const rowsIn = (text: string): readonly Row[] =>
  text.split('\n').flatMap((line, index) => {
    const cells = line.split('|').map((cell) => cell.trim());
    if (!/^[A-Z]?\.?\d/.test(cells[1] ?? '') || cells.length < 5) return [];
    return { line: index + 1, requirements: expanded(cells[1] ?? ''), proofs: proofsIn(cells[3] ?? '') };
  });

/** What is known of the tests: the paths that end with a name, and the promises that the test at a path cites. */
export interface Tests {
  readonly named: (name: string) => readonly string[];
  readonly cites: (path: string, promise: string) => boolean;
}

/** What is wrong with the rows of a file: a requirement without one, or one that is not there; a test that is not there, or does not cite the promise. */
export function wrongRows(requirements: readonly string[], rows: readonly Row[], tests: Tests): string[] {
  const findings: string[] = [];
  const covered = new Set(rows.flatMap((row) => row.requirements));
  for (const number of requirements) if (!covered.has(number)) findings.push(`${number} has no row`);
  for (const { line, requirements: own, proofs } of rows) {
    const wrong = (what: string) => findings.push(`line ${line}: ${what}`);
    for (const number of own) if (!requirements.includes(number)) wrong(`${number} is not a requirement`);
    for (const { tests: named, promises, isInWords } of proofs) {
      if (named.length === 0 && !isInWords)
        wrong('it names no test, and does not say "open:", "by inspection:" or "by measurement:"');
      const paths = named.flatMap((name) => {
        const found = tests.named(name);
        if (found.length !== 1) wrong(`${name} is ${found.length === 0 ? 'not a test' : `one of ${found.join(' and ')}`}`);
        return found;
      });
      for (const promise of promises)
        if (!paths.some((path) => tests.cites(path, promise)))
          wrong(`${promise} is cited by none of ${named.join(', ') || 'no test'}`);
    }
  }
  return findings;
}

/** The tests among these files. */
export function testsAmong(paths: readonly string[]): Tests {
  const testPaths = paths.filter(isTest);
  const sources = new Map<string, string>();
  return {
    named: (name) => testPaths.filter((path) => path === name || path.endsWith(`/${name}`)),
    cites: (path, promise) => {
      const source = sources.get(path) ?? code(read(path));
      sources.set(path, source);
      return source.includes(`[${promise}]`);
    },
  };
}

/** The files that rows name beside tests, and that are not there. */
export const missingFrom = (paths: readonly string[], rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ line, proofs }) =>
    proofs.flatMap((proof) =>
      proof.paths.filter((each) => !paths.includes(each)).map((each) => `line ${line}: ${each} is not there`),
    ),
  );

/** Every file that a row may name. */
export const filesOfRows = (): string[] =>
  files('.ts', '.md', '.json', '.tsx', '.mjs', '.yml', '.css', '.sql', '.conf', '.nft', 'Caddyfile', 'Containerfile');

/** Each file of requirements that has rows, against them and the tests. */
export function checkRows(): string[] {
  const all = filesOfRows();
  const tests = testsAmong(all);
  return all
    .filter((path) => path.startsWith(`${folder}rows/`))
    .flatMap((path) => {
      const name = path.slice(`${folder}rows/`.length);
      if (!all.includes(folder + name)) return [`${path}: there is no ${folder}${name}`];
      const rows = rowsIn(read(path));
      const findings = [...wrongRows(requirementsIn(read(folder + name)), rows, tests), ...missingFrom(all, rows)];
      return findings.map((each) => `${path}: ${each}`);
    });
}
