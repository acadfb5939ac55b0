/** Who may use whom: one table. A folder not named here may import nothing of the house. Source: docs/architecture.md. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/encounter': ['packages/contract'],
  'apps/web': ['packages/encounter', 'packages/contract', 'brand'],
  'apps/server': ['packages/contract', 'packages/turn-client'],
  'packages/turn-client': [],
  'packages/testing/src/facebook': [],
  'packages/testing': ['apps/server', 'packages/contract', 'tools'],
  'verification/simulation': ['apps/server', 'packages/encounter', 'packages/contract'],
  'verification/e2e': ['packages/contract', 'packages/testing/src/facebook', 'packages/turn-client', 'tools'],
  'verification/bench': ['apps/server', 'packages/contract', 'packages/testing', 'verification/e2e', 'tools'],
  'verification/chaos': [
    'verification/simulation',
    'packages/testing',
    'packages/turn-client',
    'packages/encounter',
    'packages/contract',
    'tools',
  ],
  tools: ['apps/server', 'packages/encounter', 'packages/contract'],
};

/** Inside the server: a domain may use these other domains, through their service or events only. Lower first. */
export const domains: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  circle: ['accounts'],
  feedback: ['accounts'],
  invitations: ['accounts'],
  membership: ['accounts'],
  moderation: ['accounts'],
  administration: ['accounts', 'feedback', 'moderation'],
  presence: ['accounts', 'circle'],
  visits: [],
  matchmaking: ['accounts'],
  encounters: ['matchmaking', 'circle', 'moderation', 'accounts'],
  experiences: ['encounters', 'matchmaking', 'moderation', 'accounts'],
  realtime: ['encounters', 'matchmaking', 'circle', 'moderation', 'accounts'],
  session: ['encounters', 'invitations', 'membership', 'circle', 'moderation', 'accounts'],
  privacy: ['accounts'],
};

/** Folders of the server that serve all domains and so may see everything, as the files beside them that compose it may. */
const aroundDomains = ['cluster', 'commands', 'observability'];

export const composes = (path: string): boolean =>
  /^apps\/server\/src\/[\w-]+\.ts$/.test(path) || aroundDomains.some((folder) => path.startsWith(`apps/server/src/${folder}/`));

export interface Import {
  readonly from: string;
  readonly to: string;
}

const within = (path: string, folders: Iterable<string>): string | undefined =>
  [...folders].find((folder) => path === folder || path.startsWith(`${folder}/`));

const serverRoom = (path: string): { room: string; file: string } | undefined => {
  const [, room, file] = /^apps\/server\/src\/([\w-]+)\/(.+)$/.exec(path) ?? [];
  return room && file ? { room, file } : undefined;
};

/** What rules may speak of beside one another: files of types alone. */
const pureParts = /^(rules|policy|state)\.ts$/;

const isTest = (path: string) => /\.test\.ts$|-contract\.ts$/.test(path);

/** Why this import may not be, or undefined if it may. */
export function objection({ from, to }: Import): string | undefined {
  const [own, other] = [within(from, Object.keys(packages)), within(to, [...Object.keys(packages), 'brand'])];
  if (own === undefined || other === undefined) return `${own ? to : from} stands in no known part of the house`;
  // Tests of the server run a whole world around it.
  if (own === 'apps/server' && other.startsWith('packages/testing') && isTest(from)) return undefined;
  if (own !== other) return packages[own]?.includes(other) ? undefined : `${own} may not use ${other}`;
  if (own !== 'apps/server' || composes(from) || isTest(from)) return undefined;
  return serverObjection(serverRoom(from), serverRoom(to));
}

type Room = ReturnType<typeof serverRoom>;

function serverObjection(from: Room, to: Room): string | undefined {
  if (!from) return undefined;
  if (!to) return 'a room of the server may not use its composition';
  if (/^(rules|policy)\.ts$/.test(from.file) && (to.room !== from.room || !pureParts.test(to.file)))
    return 'rules are pure: they use rules, and nothing that stores, serves or runs';
  if (from.room === to.room) return undefined;
  if (to.room === 'platform') return undefined;
  if (from.room === 'platform') return 'platform knows no domain';
  if (!domains[from.room]?.includes(to.room)) return `${from.room} may not use ${to.room}`;
  return /^(service|events)\.ts$/.test(to.file) ? undefined : `${to.room} is used through its service or events only`;
}

/** A way round from a node back to itself, or undefined. */
export function cycle(graph: Readonly<Record<string, readonly string[]>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph[node] ?? []) {
      const found = visit(next, [...path, node]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of Object.keys(graph)) {
    const found = visit(node, []);
    if (found) return found;
  }
  return undefined;
}
