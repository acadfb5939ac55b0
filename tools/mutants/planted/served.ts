import type { Bug } from '../bug.ts';

const membership = 'apps/server/src/membership';
const finance = 'apps/server/src/finance';
const suiteOf = (name: string) => `${membership}/${name}.integration.test.ts`;

/** Mails, declarations, places, and what administrators do about money. */
export const served: readonly Bug[] = [
  {
    name: 'a dunning mail is sent at every look',
    file: `${membership}/dunning.ts`,
    from: 'if (isNew.has(`${latest}`)) await',
    to: 'if (isNew.size >= 0) await',
    ...{ suite: suiteOf('mails'), test: '[MEM-28] a member whose renewal' },
  },
  {
    name: 'a member whose bank asks gets the mail about a failure as well',
    file: `${membership}/dunning.ts`,
    from: "['confirm', '0']",
    to: "['confirm']",
    ...{ suite: suiteOf('mails'), test: '[MEM-28] a member whose bank' },
  },
  {
    name: 'a suspended member is dunned',
    file: `${membership}/due.ts`,
    from: 'if (!isSuspended) await dunning.remind(tx, row, now);',
    to: 'await dunning.remind(tx, row, now);',
    ...{ suite: suiteOf('mails'), test: '[MEM-28] a member whose bank' },
  },
  {
    name: 'a withdrawal counts from its confirmation',
    file: `${membership}/managing.ts`,
    from: 'const at = declaredAt?.getTime() ?? clock.now();',
    to: 'const at = clock.now();',
    ...{ suite: suiteOf('declarations'), test: '[MEM-30] a withdrawal waits' },
  },
  {
    name: 'what was declared of one membership happens to a later one',
    file: `${membership}/managing.ts`,
    from: 'if (!row || (membershipId !== undefined && row.id !== membershipId))',
    to: 'if (!row)',
    ...{ suite: suiteOf('declarations'), test: '[MEM-30] what would end' },
  },
  {
    name: 'the link of a declaration works again',
    file: `${membership}/declarations.ts`,
    from: "store.change(tx, row.id, { state: 'done', tokenHash: null, doneAt })",
    to: "store.change(tx, row.id, { state: 'done', doneAt })",
    ...{ suite: suiteOf('declarations'), test: '[MEM-29] [MEM-30] a cancellation' },
  },
  {
    name: 'a declaration without signing in ends a membership at once',
    file: `${membership}/declarations.ts`,
    from: "return ['active', 'ending'].includes(membershipOf(live, false, now).state) ? 'done' : 'confirm';",
    to: "return 'done';",
    ...{ suite: suiteOf('declarations'), test: '[MEM-30] what would end' },
  },
  {
    name: "a stranger's words are mailed with their links",
    file: `${membership}/declarations.ts`,
    from: 'content: this.wordsOf(plain(row), language)',
    to: 'content: this.wordsOf(row, language)',
    ...{ suite: suiteOf('declarations'), test: '[MEM-29] [MEM-30] a cancellation' },
  },
  {
    name: 'a withdrawal without signing in is taken for a cancellation',
    file: `${membership}/declarations.ts`,
    from: "  if (kind === 'withdrawal') return 'confirmWithdrawal';\n",
    to: '',
    ...{ suite: suiteOf('declarations'), test: '[MEM-30] a withdrawal waits' },
  },
  {
    name: 'a member who has had a place comes before one who has not',
    file: `${membership}/place-store.ts`,
    from: '.orderBy(hadOne, placeQueue.since, placeQueue.accountId)',
    to: '.orderBy(placeQueue.since, placeQueue.accountId)',
    ...{ suite: suiteOf('places'), test: '[MEM-31]' },
  },
  {
    name: 'a place is opened for somebody who is suspended',
    file: `${membership}/places.ts`,
    from: '      if (suspended.has(accountId)) continue;\n',
    to: '',
    ...{ suite: suiteOf('places'), test: '[MEM-31]' },
  },
  {
    name: 'a place that is renewed begins at once',
    file: `${membership}/places.ts`,
    from: 'Math.max(clock.now(), last?.getTime() ?? 0)',
    to: 'clock.now() + 0 * (last?.getTime() ?? 0)',
    ...{ suite: suiteOf('places'), test: '[MEM-31]' },
  },
  {
    name: 'a trial is begun again',
    file: `${membership}/places.ts`,
    from: "if (trialDays === 0 || (await store.hasHad(id, 'trial', from))) return false;",
    to: 'if (trialDays === 0) return false;',
    ...{ suite: suiteOf('places'), test: '[MEM-33]' },
  },
  {
    name: 'a place gives rights in a suspension',
    file: `${membership}/service.ts`,
    from: 'hasRights || (place !== undefined && !isSuspended)',
    to: 'hasRights || place !== undefined',
    ...{ suite: suiteOf('places'), test: '[MEM-33]' },
  },
  {
    name: 'an administrator approves what they have proposed',
    file: 'apps/server/src/payments/refunds.ts',
    from: "if (seen.decidedBy === by) throw new AppError('other_person_needed');",
    to: '',
    ...{ suite: `${finance}/finance.integration.test.ts`, test: '[FIN-2]' },
  },
  {
    name: 'more is given back than was paid',
    file: 'apps/server/src/payments/refunds.ts',
    from: 'if (cents > paid - (await refunds.refunded(tx, paymentId)) - proposed)',
    to: 'if (cents > paid - proposed)',
    ...{ suite: `${finance}/finance.integration.test.ts`, test: '[FIN-2]' },
  },
  {
    name: 'a month of one payer is published',
    file: 'apps/server/src/finance/figures.ts',
    from: 'if (payers < fewestPayers) continue;',
    to: 'if (payers < 1) continue;',
    ...{ suite: `${finance}/figures.test.ts`, test: '[FIN-1]' },
  },
  {
    name: 'months that join lose what was booked in the first',
    file: 'apps/server/src/finance/figures.ts',
    from: 'const rows = waiting.flatMap(([, those]) => those);',
    to: 'const rows = month[1];',
    ...{ suite: `${finance}/figures.test.ts`, test: '[FIN-1]' },
  },
  {
    name: 'a part of a day in a suspension is given back',
    file: 'apps/server/src/membership/chart.ts',
    from: 'Math.max(0, Math.floor((ends - begins) / day))',
    to: 'Math.max(0, Math.ceil((ends - begins) / day))',
    ...{ suite: `${membership}/chart.test.ts`, test: '[MEM-34]' },
  },
  {
    name: 'other addresses have the policy of the payment page',
    file: 'packages/contract/src/payment-path.ts',
    from: '-[0-9a-f]{12}$/',
    to: '-[0-9a-f]{12}/',
    ...{ suite: 'apps/server/src/platform/http/policy.test.ts', test: '[PAY-12]' },
  },
];
