import { files, read } from './files.ts';

const folder = 'docs/requirements/';

/** The numbers of requirements and of sections in a text. */
export const numbersIn = (text: string): ReadonlySet<string> =>
  new Set([
    ...[...text.matchAll(/\*\*([A-Z]?\d+(?:\.\d+)*[a-z]?|[A-Z]\.\d+)\*\*/g)].map(([, number]) => number as string),
    ...[...text.matchAll(/^## ([A-Z]|\d+)\b/gm)].map(([, number]) => number as string),
  ]);

/** Every citation of a requirement: the file and the number. */
export const citationsIn = (text: string): readonly { readonly name: string; readonly number: string }[] =>
  [...text.matchAll(/requirements\/([a-z-]+) ((?:[A-Z]\.?)?\d+(?:\.\d+)*|[A-Z]\b)/g)].map(([, name, number]) => ({
    name: name as string,
    number: number as string,
  }));

/** Mentions of papers that are not in the repository: a newcomer could not look them up. */
export const foreignIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:core|wider|decisions|security)\.md\b|\((?:security|decisions) \d[^)]*\)/g)].map(([found]) => found);

/** The requirements of a text: what stands in bold at the beginning of a line or of a row, in its order. */
export const requirementsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:\| )?\*\*([A-Z]?\.?\d+(?:\.\d+)*[a-z]?)\*\*/gm)].map(([, number]) => number as string);

/** Citations of requirements or papers that do not exist, and numbers that occur twice in one file. */
export function checkRequirements(): string[] {
  const numbers = new Map<string, ReadonlySet<string>>();
  const findings: string[] = [];
  for (const path of files('.md').filter((each) => each.startsWith(folder))) {
    const text = read(path);
    numbers.set(path.slice(folder.length, -'.md'.length), numbersIn(text));
    const seen = new Set<string>();
    for (const number of requirementsIn(text)) {
      if (seen.has(number)) findings.push(`${path}: ${number} stands twice`);
      seen.add(number);
    }
  }
  for (const path of files('.ts', '.tsx', '.mjs', '.css', '.lua', '.md')) {
    if (['tools/checks/requirements.test.ts', 'tools/checks/requirements.ts'].includes(path) || path === `${folder}README.md`)
      continue;
    for (const found of foreignIn(read(path))) findings.push(`${path}: ${found} is not in the repository`);
    for (const { name, number } of citationsIn(read(path)))
      if (!numbers.get(name)?.has(number)) findings.push(`${path}: requirements/${name} ${number} is not there`);
  }
  return findings;
}
