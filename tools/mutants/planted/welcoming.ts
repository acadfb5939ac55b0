import type { Bug } from '../bug.ts';

const calls = 'apps/server/src/welcoming/welcoming.integration.test.ts';
const parts = 'apps/server/src/welcoming/parts.integration.test.ts';
const rules = 'apps/server/src/welcoming/rules.test.ts';
const service = 'apps/server/src/welcoming/service.ts';

/** Welcomers. */
export const welcoming: readonly Bug[] = [
  {
    name: 'nineteen minutes are enough to welcome newcomers',
    file: 'packages/contract/src/welcoming.ts',
    from: 'minutesToWelcome = 20',
    to: 'minutesToWelcome = 19',
    suite: rules,
  },
  {
    name: 'a welcomer stays one after an upheld report',
    file: service,
    from: 'return isUnblemished(await this.#recordOf(accountId));',
    to: "return (await this.#recordOf(accountId)).conduct === 'good';",
    suite: calls,
  },
  {
    name: 'a decision that was reversed counts for ever',
    file: 'apps/server/src/moderation/rules.ts',
    from: "['warned', 'suspended', 'banned'].includes(kind) && !reversed.has(id)",
    to: "['warned', 'suspended', 'banned'].includes(kind)",
    suite: calls,
  },
  {
    name: 'a suspended welcomer is preferred',
    file: 'apps/server/src/welcoming/rules.ts',
    from: "conduct === 'good' && upheldAt === undefined",
    to: 'upheldAt === undefined',
    suite: rules,
  },
  {
    name: 'a request that was declined counts as approved',
    file: service,
    from: "(await store.of(accountId))?.state !== 'approved'",
    to: "!['approved', 'declined'].includes((await store.of(accountId))?.state ?? '')",
    suite: calls,
  },
  {
    name: 'somebody who has completed one minute is new',
    file: 'apps/server/src/encounters/counting-store.ts',
    from: '${encounter.b} = ${accountId} and ${encounter.completed}) as has',
    to: '${encounter.b} = ${accountId} and false) as has',
    suite: parts,
  },
  {
    name: 'that nobody is approved is never read again',
    file: service,
    from: 'if (this.#anyApproved && Math.abs(at - this.#anyApproved.at) < freshFor)',
    to: 'if (this.#anyApproved)',
    suite: parts,
  },
  {
    name: 'a withdrawal is ignored',
    file: service,
    from: 'if (row && isOpen(row.state)) await store.change',
    to: "if (row?.state === 'asked') await store.change",
    suite: calls,
  },
  {
    name: 'a decision overrides a withdrawal that came first',
    file: service,
    from: 'if (row.state !== from || !isPossible)',
    to: 'if (!isPossible)',
    suite: calls,
  },
  {
    name: 'an approval comes back when the ledger forgets the report',
    file: service,
    from: '    if (upheld.length > 0) await store.removeApproved(upheld.map(([accountId]) => accountId));\n',
    to: '',
    suite: calls,
  },
];
