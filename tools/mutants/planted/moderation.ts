import type { Bug } from '../bug.ts';

const cases = 'apps/server/src/moderation/case-store.ts';
const store = 'apps/server/src/moderation/store.ts';
const stores = 'apps/server/src/moderation/store.integration.test.ts';
const queue = 'apps/server/src/moderation/cases.integration.test.ts';
const decided = 'apps/server/src/moderation/decisions.integration.test.ts';
const decisions = 'apps/server/src/moderation/decisions.ts';
const conduct = 'apps/server/src/moderation/conduct.ts';
const evasion = 'apps/server/src/moderation/evasion.integration.test.ts';
const holds = 'apps/server/src/moderation/holds.integration.test.ts';
const forgotten = 'apps/server/src/moderation/retention.integration.test.ts';
const circle = 'apps/server/src/circle/store.ts';
const circles = 'apps/server/src/circle/store.integration.test.ts';

/** Reports, cases and decisions, and circles. */
export const moderation: readonly Bug[] = [
  {
    name: 'a separation applies only to the one who requested it',
    file: store,
    from: '      of.get(other)?.push(one);\n',
    to: '',
    suite: stores,
  },
  {
    name: 'a separation requested by the higher id is shown to the lower',
    file: store,
    from: 'and(eq(separation.other, accountId), eq(separation.byOther, true)),',
    to: 'and(eq(separation.other, accountId), eq(separation.byOne, true)),',
    suite: stores,
  },
  {
    name: 'the higher id is separated from itself',
    file: store,
    from: 'rows.map(({ one, other }) => (one === accountId ? other : one))',
    to: 'rows.map(({ other }) => other)',
    suite: stores,
  },
  {
    name: 'two moderators claim one case',
    file: cases,
    from: '.where(and(eq(moderationCase.id, id), open, free))',
    to: '.where(and(eq(moderationCase.id, id), open))',
    suite: queue,
    test: '[MOD-7] two moderators',
  },
  {
    name: 'a claim never expires',
    file: cases,
    from: '      lt(moderationCase.claimedAt, staleBefore),\n    );\n    const [row]',
    to: '    );\n    const [row]',
    suite: queue,
    test: '[MOD-7] two moderators',
  },
  {
    name: 'a case is decided twice',
    file: decisions,
    from: "if (!(await this.#dependencies.store.close(tx, caseId, me, this.#dependencies.now()))) throw new AppError('case_taken');",
    to: 'await this.#dependencies.store.close(tx, caseId, me, this.#dependencies.now());',
    suite: queue,
    test: '[MOD-7] two decisions',
  },
  {
    name: 'a report made meanwhile is decided unseen',
    file: decisions,
    from: "if (seen !== undefined && seen !== reports.length) throw new AppError('case_changed');",
    to: '',
    suite: decided,
    test: '[MOD-7] a report that comes',
  },
  {
    name: 'a reversed appeal changes nothing until the next day',
    file: decisions,
    from: 'await this.#dependencies.append(tx, { kind, subject: row.subject, actor: me, caseId: line.caseId, code: line.id }, facts);',
    to: 'await this.#dependencies.append(tx, { kind, subject: row.subject, actor: me, caseId: line.caseId, code: null }, facts);',
    suite: decided,
    test: '[MOD-10] one appeal',
  },
  {
    name: 'a proposed ban is decided by its proposer',
    file: decisions,
    from: "if (!(await store.release(tx, row.id, me))) throw new AppError('case_taken');",
    to: '',
    suite: decided,
    test: '[MOD-9] a ban takes two people',
  },
  {
    name: 'reporters are not notified of the outcome',
    file: decisions,
    from: "await this.#write(tx, reporter, kind === 'dismissed' ? 'reportNoBreach' : 'reportActed', {});",
    to: 'void reporter;',
    suite: queue,
    test: '[MOD-5] a dismissed report',
  },
  {
    name: 'a banned person returns by deleting the account',
    file: conduct,
    from: "if (stays && account && account.role !== 'experienceGuest')\n      await this.#dependencies.keepHashes",
    to: "if (!stays && account && account.role !== 'experienceGuest')\n      await this.#dependencies.keepHashes",
    suite: queue,
    test: '[MOD-12] a suspended member',
  },
  {
    name: 'a dot makes another mailbox',
    file: 'packages/contract/src/mailbox.ts',
    from: "if (dotsIgnored.test(domain)) local = local.replaceAll('.', '');",
    to: '',
    suite: evasion,
  },
  {
    name: 'a hold is repeated in the same case',
    file: 'apps/server/src/moderation/intake.ts',
    from: "if (acts.some((each) => each.kind === 'held' && each.caseId === caseId)) return false;",
    to: '',
    suite: holds,
  },
  {
    name: 'the hash of a deleted account is deleted while its case is open',
    file: conduct,
    from: "(conduct === 'good' && !accused.has(subject) ? subject : [])",
    to: "(conduct === 'good' ? subject : [])",
    suite: forgotten,
  },
  {
    name: 'a measure in force is deleted with its reasons',
    file: conduct,
    from: "(standings.get(subject)?.conduct ?? 'good') !== 'good'",
    to: "(standings.get(subject)?.conduct ?? 'good') === 'banned'",
    suite: forgotten,
  },
  {
    name: 'an add without a return counts as a match',
    file: circle,
    from: 'and(eq(theirs.adder, circleAdd.added), eq(theirs.added, circleAdd.adder))',
    to: 'eq(theirs.added, circleAdd.added)',
    suite: circles,
  },
  {
    name: 'a match has the time of the first add',
    file: circle,
    from: 'since: theirAt > own.at ? theirAt : own.at',
    to: 'since: theirAt < own.at ? theirAt : own.at',
    suite: circles,
  },
  {
    name: 'a note can be written into another person’s entry',
    file: circle,
    from: '.set({ note })\n      .where(and(eq(circleAdd.adder, adder), eq(circleAdd.friendId, friendId)))',
    to: '.set({ note })\n      .where(eq(circleAdd.friendId, friendId))',
    suite: circles,
  },
];
