import { code, files, read } from './files.ts';

export interface Promises {
  readonly made: ReadonlyMap<string, string>;
  readonly cited: ReadonlyMap<string, string>;
}

/** Promises that no test cites, and citations of promises that no RULES.md makes. */
export function unmatched({ made, cited }: Promises): string[] {
  return [
    ...[...made].filter(([number]) => !cited.has(number)).map(([number, where]) => `${where}: no test cites ${number}`),
    ...[...cited]
      .filter(([number]) => !made.has(number))
      .map(([number, where]) => `${where}: cites ${number}, which nobody promises`),
  ];
}

/** A title of a test or story with the tag `long`, which does not run with `npm test`. */
const titleOfLong = /(['"`])(?:(?!\1).)*\1,\s*(?:long\b|\{[^{}]*tags: \['long'\])/g;

/** The promises cited by the tests of a file that run with `npm test`. */
export const citedIn = (text: string): string[] =>
  [...text.replace(titleOfLong, '').matchAll(/(?<=['"`].*)\[([A-Z]{3,4}-\d+)\]/g)].map(([, number]) => number as string);

/** Promises without a test in `npm test`, and citations of promises that nobody makes, in the whole repository. */
export function checkPromises(): string[] {
  const made = new Map<string, string>();
  const duplicates: string[] = [];
  for (const path of files('RULES.md'))
    for (const [, number = ''] of read(path).matchAll(/^- \*\*([A-Z]{3,4}-\d+)\*\*/gm)) {
      if (made.has(number)) duplicates.push(`${path}: ${number} stands in ${made.get(number)} already`);
      made.set(number, path);
    }
  const cited = new Map<string, string>();
  const outside = /^verification\/(e2e\/long|simulation\/long)\//;
  for (const path of files('.test.ts', '.spec.ts', '-contract.ts').filter((each) => !outside.test(each)))
    for (const number of citedIn(code(read(path)))) cited.set(number, path);
  // The test of this check cites invented promises.
  for (const [number, where] of cited) if (where === 'tools/checks/promises.test.ts') cited.delete(number);
  return [...duplicates, ...unmatched({ made, cited })];
}
