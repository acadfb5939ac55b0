import type { Bug } from '../bug.ts';

const rules = 'apps/server/src/rendezvous/quarters.ts';
const service = 'apps/server/src/rendezvous/service.ts';
const store = 'apps/server/src/rendezvous/store.ts';
const calls = 'apps/server/src/notifications/rendezvous-calls.ts';
const callsTest = 'apps/server/src/notifications/rendezvous-calls.test.ts';
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
    from: "poolType === 'myCircle' ? [...(await matched(accountId))] : undefined",
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
    from: 'input.account_id and rendezvous.pool_type = input.pool_type\n',
    to: 'input.account_id\n',
    suite: test,
  },
  {
    name: 'a missed rendezvous can be cancelled afterwards',
    file: service,
    from: 'store.remove(accountId, id, { after: new Date(clock.now() - rendezvousWindow) });',
    to: 'store.remove(accountId, id, { after: new Date(0) });',
    suite: test,
  },
  {
    name: 'those from whom a member is separated are counted',
    file: service,
    from: '[accountId, ...(await separatedFrom(accountId))]',
    to: '[accountId]',
    suite: test,
  },
  {
    name: 'the next quarter with others is suggested, not the best one',
    file: service,
    from: 'const instead = bestOf(await this.#factsFor(accountId, poolType, []));',
    to: 'const instead = offersOf(await this.#factsFor(accountId, poolType, [])).find(({ others: some }) => some > 0);',
    suite: test,
  },
  {
    name: 'of more members than one statement claims some are not called',
    file: service,
    from: 'if (rows.length < claimBatch) return claimed;',
    to: 'if (rows.length <= claimBatch) return claimed;',
    suite: test,
  },
  {
    name: 'a claim is taken back of a rendezvous that was moved since',
    file: store,
    from: '.where(and(eq(rendezvous.id, id), eq(rendezvous.startsAt, startsAt)));',
    to: '.where(eq(rendezvous.id, id));',
    suite: test,
  },
  {
    name: 'a quarter that was taken in another pool is answered as if it had been changed',
    file: service,
    from: "if (same) throw new AppError('quarter_invalid');",
    to: 'if (same) return;',
    suite: test,
  },
  {
    name: 'a member who became busy while their pages were waited for is not called any more',
    file: calls,
    from: 'if (!isDelivered) await rendezvous.release(news);',
    to: '',
    suite: callsTest,
  },
  {
    name: 'a rendezvous is announced right after a call',
    file: 'apps/server/src/notifications/store.ts',
    from: 'and (bell_setting.last_rung_at is null or bell_setting.last_rung_at <= ${latest})',
    to: '',
    suite: 'apps/server/src/notifications/store.integration.test.ts',
  },
];
