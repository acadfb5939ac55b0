import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * Which file may import which, as rules for dependency-cruiser. Source: docs/architecture.md. A folder that is not listed here
 * may import nothing from this repository.
 */

/** Which packages a package may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/encounter': ['packages/contract'],
  'apps/web': ['packages/encounter', 'packages/contract', 'brand'],
  'apps/server': ['packages/contract', 'packages/turn-client', 'packages/stripe-stand-in'],
  'packages/turn-client': [],
  'packages/stripe-stand-in': [],
  'packages/testing': ['apps/server', 'packages/contract', 'tools'],
  'verification/simulation': [
    'apps/server',
    'packages/encounter',
    'packages/contract',
    'packages/stripe-stand-in',
    'tools/capacity',
    'tools/figures.ts',
    'tools/seed.ts',
    'tools/turns.ts',
  ],
  // The stories use only the running product, and how it is started, a prepared data folder, content to import, files to upload, a storage for them, the stand-ins for the sign-in provider and the push
  // services, and what reads calendar files as other programs do.
  'verification/e2e': [
    'packages/contract',
    'packages/testing/src/facebook',
    'packages/testing/src/push-service',
    'packages/testing/src/start-command.ts',
    'packages/testing/src/calendar',
    'packages/testing/src/data-folder',
    'packages/testing/src/content',
    'packages/testing/src/media',
    'packages/testing/src/storage',
    'packages/testing/src/start-command.ts',
    'packages/turn-client',
    'tools',
  ],
  'verification/conformance': ['apps/server', 'packages/stripe-stand-in'],
  'verification/bench': [
    'apps/server',
    'apps/web/src/encounters/clock.ts',
    'apps/web/src/encounters/guard',
    'apps/web/src/encounters/peer.ts',
    'apps/web/src/platform',
    'packages/contract',
    'packages/encounter',
    'packages/testing',
    'verification/chaos',
    'verification/e2e',
    'verification/simulation',
    'tools',
  ],
  'verification/chaos': [
    'apps/server/src/matchmaking',
    'verification/simulation',
    'packages/stripe-stand-in',
    'packages/testing',
    'packages/turn-client',
    'packages/encounter',
    'packages/contract',
    'tools',
  ],
  tools: ['apps/server', 'packages/encounter', 'packages/contract'],
};

/** Which other domains a domain of the server may use, only through their service, events or module. */
export const domains: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  feedback: ['accounts'],
  invitations: ['accounts'],
  books: ['accounts'],
  payments: ['books', 'accounts'],
  membership: ['payments', 'books', 'accounts'],
  finance: ['membership', 'payments', 'books', 'moderation'],
  moderation: ['accounts'],
  visits: [],
  welcoming: ['moderation', 'accounts'],
  'waiting-list': ['accounts'],
  circle: ['moderation', 'accounts'],
  administration: ['feedback', 'waiting-list', 'moderation', 'accounts'],
  matchmaking: ['circle', 'moderation', 'accounts'],
  waits: ['matchmaking'],
  encounters: ['matchmaking', 'circle', 'moderation', 'accounts'],
  feelings: ['encounters', 'accounts'],
  presence: ['matchmaking', 'circle', 'accounts'],
  session: ['encounters', 'invitations', 'waiting-list', 'membership', 'circle', 'moderation', 'accounts'],
  experiences: ['session', 'membership', 'presence', 'encounters', 'waits', 'matchmaking', 'circle', 'moderation', 'accounts'],
  studio: ['experiences', 'moderation', 'accounts'],
  rendezvous: ['waits', 'matchmaking', 'circle', 'moderation', 'accounts'],
  notifications: ['rendezvous', 'gatherings', 'waits', 'presence', 'matchmaking', 'circle', 'moderation', 'accounts'],
  gatherings: ['session', 'membership', 'presence', 'encounters', 'waits', 'matchmaking', 'circle', 'moderation', 'accounts'],
  privacy: ['experiences', 'accounts'],
  realtime: ['encounters', 'matchmaking', 'circle', 'moderation', 'accounts'],
  website: ['administration'],
};

const server = '^apps/server/src';
const allDomains = Object.keys(domains).join('|');
/** Tests, and the suites that several implementations share (`*-contract.ts`). */
export const tests = '\\.(test|spec)\\.tsx?$|-contract\\.ts$';
const anyPackage = [...Object.keys(packages), 'brand'].map((name) => `^${name}/`).join('|');

const betweenPackages = Object.entries(packages).map(
  ([name, allowed]): IForbiddenRuleType => ({
    name: `packages: ${name}`,
    comment: `${name} may import ${allowed.join(', ') || 'no other package'}`,
    severity: 'error',
    // Tests of the server start a whole installation.
    from: { path: `^${name}/`, ...(name === 'apps/server' && { pathNot: tests }) },
    to: { path: anyPackage, pathNot: [name, ...allowed].map((each) => `^${each}(/|$)`) },
  }),
);

const betweenDomains = Object.entries(domains).flatMap(([name, allowed]): IForbiddenRuleType[] => {
  const from = { path: `${server}/${name}/`, pathNot: tests };
  return [
    {
      name: `domains: ${name}`,
      comment: `${name} may use ${allowed.join(', ') || 'no other domain'}`,
      severity: 'error',
      from,
      to: { path: `${server}/`, pathNot: `${server}/(${[name, 'platform', ...allowed].join('|')})/` },
    },
    {
      name: `domains: ${name}, by service, events or module`,
      severity: 'error',
      from,
      to: { path: `${server}/(${allDomains})/`, pathNot: `${server}/(${name}/|[\\w-]+/(service|events|module)\\.ts$)` },
    },
  ];
});

export const importRules: IForbiddenRuleType[] = [
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'nothing unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(texts|brand):' } },
  {
    name: 'every package is known',
    comment: 'name it in tools/checks/import-rules.ts',
    severity: 'error',
    from: { path: '^(apps|packages|verification)/', pathNot: anyPackage },
    to: {},
  },
  {
    name: 'every domain is known',
    comment: 'name it in tools/checks/import-rules.ts',
    severity: 'error',
    from: {
      path: `${server}/[^/]+/`,
      // These folders surround the domains and may use each of them.
      pathNot: [`${server}/(${allDomains}|platform|cluster|commands|observability)/`, tests],
    },
    to: {},
  },
  ...betweenPackages,
  ...betweenDomains,
  {
    name: 'platform knows no domain',
    severity: 'error',
    from: { path: `${server}/platform/`, pathNot: tests },
    to: { path: `${server}/`, pathNot: `${server}/platform/` },
  },
  {
    name: 'rules are pure',
    comment: 'they use rules, types of the matchmaking state, and the contract: nothing that stores, serves or runs',
    severity: 'error',
    from: { path: `${server}/([^/]+)/rules\\.ts$` },
    to: { path: `${server}/`, pathNot: `${server}/$1/(rules|state)\\.ts$` },
  },
  {
    name: 'SQL is spoken in stores only',
    severity: 'error',
    from: {
      path: `${server}/(${allDomains}|platform)/`,
      pathNot: [tests, '[/-](store|tables|columns|jobs|transport|mailbox|database|statement)\\.ts$'],
    },
    to: { path: 'node_modules/drizzle-orm/' },
  },
];
