import type { Bug } from '../bug.ts';

const sessions = 'apps/server/src/accounts/session-store.ts';
const leftovers = 'apps/server/src/accounts/leftovers.integration.test.ts';
const leaving = 'apps/server/src/privacy/leaving.integration.test.ts';
const retention = 'apps/server/src/privacy/retention.integration.test.ts';
const invitations = 'apps/server/src/invitations/invitations.integration.test.ts';
const invitationStore = 'apps/server/src/invitations/store.ts';
const posting = 'apps/server/src/platform/posting.integration.test.ts';

/** Accounts, mails and retention. */
export const accounts: readonly Bug[] = [
  {
    name: 'a link to reset the password survives a change of address',
    file: 'apps/server/src/accounts/joining.ts',
    from: 'await store.dropRecoveries(tx, account.id);',
    to: '',
    suite: leftovers,
  },
  {
    name: 'a token that was replaced is good for ever',
    file: sessions,
    from: '.where(and(eq(sessionToken.sessionId, token.sessionId), lt(sessionToken.createdAt, token.createdAt)));',
    to: '.where(and(eq(sessionToken.sessionId, token.sessionId), gt(sessionToken.createdAt, token.createdAt)));',
    suite: leftovers,
  },
  {
    name: 'a token that was replaced dies at once',
    file: sessions,
    from: 'sql`least(${sessionToken.expiresAt}, ${othersUntil})`',
    to: 'sql`least(${sessionToken.expiresAt}, ${at})`',
    suite: leftovers,
  },
  {
    name: 'signing out everywhere keeps one session and ends the wrong ones',
    file: sessions,
    from: 'and(all, ne(session.id, except))',
    to: 'and(all, eq(session.id, except))',
    suite: 'apps/server/src/accounts/changing.integration.test.ts',
    test: '[ACC-12] a changed password',
  },
  {
    name: 'a mail does not say whom it concerns',
    file: 'apps/server/src/invitations/service.ts',
    from: 'concerns: [inviter, ...(known ? [known.id] : [])]',
    to: 'concerns: known ? [known.id] : []',
    suite: 'apps/server/src/invitations/pending.integration.test.ts',
  },
  {
    name: 'work is posted outside its transaction',
    file: 'apps/server/src/platform/jobs.ts',
    from: 'await this.#boss.send(name, data, { db: fromDrizzle(tx, sql) });',
    to: 'await this.#boss.send(name, data);',
    suite: posting,
  },
  {
    name: 'work about an address is not withdrawn with its owner',
    file: 'apps/server/src/platform/jobs.ts',
    from: "${inArray(sql`data->>'addressKey'`, [...person.addressKeys])} or data->'concerns' ? ${person.accountId}",
    to: "data->'concerns' ? ${person.accountId}",
    suite: leaving,
  },
  {
    name: 'work is withdrawn by its address only',
    file: 'apps/server/src/platform/jobs.ts',
    from: " or data->'concerns' ? ${person.accountId}`;",
    to: '`;',
    suite: 'apps/server/src/invitations/pending.integration.test.ts',
  },
  {
    name: 'an invitation is counted after fifty as well',
    file: invitationStore,
    from: 'setWhere: sql`${invitationCount.sent} < ${most}`,',
    to: '',
    suite: invitations,
  },
  {
    name: 'an invitation works twice',
    file: invitationStore,
    from: 'isNull(invitation.usedAt), gt(invitation.expiresAt, now)',
    to: 'gt(invitation.expiresAt, now)',
    suite: invitations,
  },
  {
    name: 'records of encounters are kept a day too long',
    file: 'packages/contract/src/durations.ts',
    from: 'encountersKept: 90 * 24 * 3_600_000',
    to: 'encountersKept: 91 * 24 * 3_600_000',
    suite: retention,
  },
  {
    name: 'records of encounters go a day too early',
    file: 'packages/contract/src/durations.ts',
    from: 'encountersKept: 90 * 24 * 3_600_000',
    to: 'encountersKept: 89 * 24 * 3_600_000',
    suite: retention,
  },
  {
    name: 'networks are kept as long as reports',
    file: 'apps/server/src/privacy/retention.ts',
    from: "networks: { for: 'networksKept'",
    to: "networks: { for: 'reportsKept'",
    suite: retention,
  },
  {
    name: 'sessions are forgotten by when they began',
    file: sessions,
    from: 'await db.delete(session).where(lt(session.lastUsedAt, before));',
    to: 'await db.delete(session).where(lt(session.createdAt, before));',
    suite: retention,
  },
  {
    name: 'one record that cannot be forgotten holds up all others',
    file: 'apps/server/src/privacy/retention.ts',
    from: '.catch(fault);\n  }',
    to: ';\n  }',
    suite: 'apps/server/src/privacy/retention.test.ts',
  },
  {
    name: 'a letter is not escaped',
    file: 'apps/server/src/platform/mail/layout.ts',
    from: '`<p>${escaped(each)}</p>`',
    to: '`<p>${each}</p>`',
    suite: 'apps/server/src/platform/mail/templates.integration.test.ts',
  },
];
