import type { Bug } from '../bug.ts';

const rules = 'apps/server/src/rendezvous/quarters.ts';
const service = 'apps/server/src/rendezvous/service.ts';
const store = 'apps/server/src/rendezvous/store.ts';
const rulesTest = 'apps/server/src/rendezvous/quarters.test.ts';
const test = 'apps/server/src/rendezvous/rendezvous.integration.test.ts';

/** Quarters of an hour in which members agree to come. */
export const rendezvous: readonly Bug[] = [
  {
    name: 'offers are made by the hours of UTC',
    file: rules,
    from: 'const minute = minuteOfDayIn(zone, startsAt);',
    to: "const minute = minuteOfDayIn('UTC', startsAt);",
    suite: rulesTest,
  },
  {
    name: 'a quarter is worth as much whenever it is',
    file: rules,
    from: '* patience ** ((startsAt - now) / quarter)',
    to: '',
    suite: rulesTest,
  },
  {
    name: 'a rendezvous that can still be kept counts as missed',
    file: service,
    from: 'row.cameAt === null && !isOpen(row, now)',
    to: 'row.cameAt === null',
    suite: test,
  },
  {
    name: 'two requests at once exceed the limit of rendezvous',
    file: service,
    from: 'if (!(await accounts.lock(tx, accountId))) throw',
    to: 'if (accountId === undefined) throw',
    suite: test,
  },
  {
    name: 'others are counted who are not of the circle',
    file: service,
    from: "poolType === 'myCircle' ? [...(await this.#options.matched(accountId))] : undefined",
    to: 'undefined',
    suite: test,
  },
  {
    name: 'a member is called to a rendezvous by each process',
    file: store,
    from: '.set({ [what]: at })',
    to: '.set({ [what]: null })',
    suite: test,
  },
  {
    name: 'who connects with the circle has come to a rendezvous with anyone',
    file: store,
    from: '          eq(rendezvous.poolType, poolType),\n          between(rendezvous.startsAt, from, to),\n          isNull(rendezvous.cameAt),\n        ),\n      );\n  },',
    to: '          between(rendezvous.startsAt, from, to),\n          isNull(rendezvous.cameAt),\n        ),\n      );\n  },',
    suite: test,
  },
  {
    name: 'a missed rendezvous can be cancelled afterwards',
    file: service,
    from: 'new Date(clock.now() - rendezvousWindow) });',
    to: 'new Date(0) });',
    suite: test,
  },
];
