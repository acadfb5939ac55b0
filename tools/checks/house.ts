import { dirname, join, normalize } from 'node:path/posix';
import { code, files, isTest, read } from './files.ts';
import { composes, cycle, domains, type Import, objection } from './house-rules.ts';

const workspaces: Readonly<Record<string, string>> = {
  '@unspoken/contract': 'packages/contract/src',
  '@unspoken/encounter': 'packages/encounter/src',
  '@unspoken/testing': 'packages/testing/src',
  '@unspoken/server': 'apps/server/src',
  '@unspoken/turn-client': 'packages/turn-client/src',
  '@unspoken/simulation': 'verification/simulation/src',
  '@unspoken/e2e': 'verification/e2e/src',
};

function target(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.replace(/\?raw$/, '')));
  const [scope, name, ...rest] = specifier.split('/');
  const folder = workspaces[`${scope}/${name}`];
  return folder && `${folder}/${rest.join('/')}.ts`;
}

/** Every import between files of the house. */
export function imports(): Import[] {
  return files('.ts', '.tsx', '.mjs')
    .filter((path) => path.includes('/'))
    .flatMap((from) =>
      [...code(read(from)).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, specifier]) => {
        const to = target(from, specifier as string);
        return to === undefined || to.includes('/locales/') || to.startsWith('node_modules') ? [] : [{ from, to }];
      }),
    );
}

/** Which domain uses which, as the imports have it. */
export function domainGraph(all: readonly Import[]): Record<string, string[]> {
  const graph: Record<string, Set<string>> = Object.fromEntries(Object.keys(domains).map((name) => [name, new Set<string>()]));
  const room = (path: string) => /^apps\/server\/src\/([\w-]+)\//.exec(path)?.[1];
  for (const { from, to } of all) {
    const [own, other] = [room(from), room(to)];
    if (own && other && own !== other && graph[own] && graph[other] && !isTest(from)) graph[own].add(other);
  }
  return Object.fromEntries(Object.entries(graph).map(([name, uses]) => [name, [...uses].sort()]));
}

export function checkHouse(): string[] {
  const all = imports();
  const findings = all.flatMap((each) => {
    const why = objection(each);
    return why ? [`${each.from} imports ${each.to}: ${why}`] : [];
  });
  const round = cycle(domainGraph(all));
  if (round) findings.push(`the domains go round in a circle: ${round.join(' -> ')}`);
  for (const path of files('.ts'))
    if (
      path.startsWith('apps/server/src/') &&
      !/\/((\w+-)?store|tables|columns|jobs|transport|mailbox|database)\.ts$/.test(path) &&
      !isTest(path) &&
      !composes(path) &&
      /from 'drizzle-orm/.test(read(path))
    )
      findings.push(`${path} speaks SQL: only a store may`);
  return findings;
}
