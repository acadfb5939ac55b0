import type { Bug } from '../bug.ts';

const rules = 'apps/server/src/waits/rules.ts';

/** What is said about waiting. */
export const waits: readonly Bug[] = [
  {
    name: 'who gave up is dropped from the estimate',
    file: rules,
    from: 'waits.filter(({ seconds }) => seconds >= 1)',
    to: 'waits.filter(({ seconds, met }) => met && seconds >= 1)',
    suite: 'apps/server/src/waits/rules.test.ts',
  },
  {
    name: 'who was paired at once counts as a wait of nothing',
    file: rules,
    from: 'waits.filter(({ seconds }) => seconds >= 1)',
    to: 'waits.filter(({ seconds }) => seconds >= 0)',
    suite: 'apps/server/src/waits/rules.test.ts',
  },
  {
    name: 'an estimate that is low by chance is said',
    file: rules,
    from: 'survival * (1 + Math.sqrt(greenwood)) <= 0.5',
    to: 'survival <= 0.5',
    suite: 'verification/simulation/src/waits/towns.test.ts',
  },
  {
    name: 'waits of yesterday at another hour count',
    file: 'apps/server/src/waits/store.ts',
    from: 'new Date(middle - around)',
    to: 'new Date(middle - 2 * around)',
    suite: 'apps/server/src/waits/store.integration.test.ts',
  },
  {
    name: 'somebody is said to wait who was met within the hour',
    file: 'apps/server/src/matchmaking/eligibility.ts',
    from: 'noRepeat: true',
    to: 'noRepeat: false',
    suite: 'apps/server/src/matchmaking/could-meet.test.ts',
  },
  {
    name: 'anyone who waits is said to be somebody to meet',
    file: 'apps/server/src/waits/promises.ts',
    from: 'waiting.get(key) && (await this.#options.couldMeet(accountId, pool))',
    to: '(waiting.get(key) ?? 0) > 0',
    suite: 'apps/server/src/waits/promises.test.ts',
  },
];
