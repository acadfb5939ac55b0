import type { Bug } from '../bug.ts';

const sessions = 'apps/server/src/accounts/session-store.ts';
const leftovers = 'apps/server/src/accounts/leftovers.integration.test.ts';
const retention = 'apps/server/src/privacy/retention.integration.test.ts';
const invitations = 'apps/server/src/invitations/invitations.integration.test.ts';
const recipients = 'apps/server/src/invitations/recipients.integration.test.ts';
const mailingList = 'apps/server/src/accounts/mailing-list.integration.test.ts';
const withoutPassword = 'apps/server/src/accounts/without-password.integration.test.ts';
const invitationStore = 'apps/server/src/invitations/store.ts';
const posting = 'apps/server/src/platform/posting.integration.test.ts';

/** Accounts, mails and retention. */
export const accounts: readonly Bug[] = [
  {
    name: 'a link to reset the password survives a change of address',
    file: 'apps/server/src/accounts/registration.ts',
    from: 'await store.dropRecoveries(tx, account.id);',
    to: '',
    suite: leftovers,
  },
  {
    name: 'a replaced token stays valid for ever',
    file: sessions,
    from: '.where(and(eq(sessionToken.sessionId, token.sessionId), lt(sessionToken.createdAt, token.createdAt)));',
    to: '.where(and(eq(sessionToken.sessionId, token.sessionId), gt(sessionToken.createdAt, token.createdAt)));',
    suite: leftovers,
  },
  {
    name: 'a replaced token is invalid at once',
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
    suite: 'apps/server/src/accounts/account-settings.integration.test.ts',
    test: '[ACC-12] a changed password',
  },
  {
    name: 'a mail does not name the accounts it concerns',
    file: 'apps/server/src/invitations/service.ts',
    from: 'const concerns = [inviter, ...(known ? [known.id] : [])];',
    to: 'const concerns = known ? [known.id] : [];',
    suite: 'apps/server/src/invitations/pending.integration.test.ts',
  },
  {
    name: 'a job is posted outside its transaction',
    file: 'apps/server/src/platform/jobs.ts',
    from: 'await this.#boss.send(name, data, { db: fromDrizzle(tx, sql) });',
    to: 'await this.#boss.send(name, data);',
    suite: posting,
  },
  {
    name: 'a job about an address is not erased with its owner',
    file: 'apps/server/src/platform/jobs.ts',
    from: "${inArray(sql`data->>'addressKey'`, [...person.addressKeys])} or data->'concerns' ? ${person.accountId}",
    to: "data->'concerns' ? ${person.accountId}",
    suite: 'apps/server/src/privacy/waiting-jobs.integration.test.ts',
  },
  {
    name: 'a job is erased by its address only',
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
    name: 'an address is invited again a moment before seven days have passed',
    file: 'apps/server/src/invitations/rules.ts',
    from: '>= invitationGap',
    to: '>= invitationGap - 1',
    suite: recipients,
    test: '[INV-5] an address',
  },
  {
    name: 'an invitation that was not mailed is missing in the export of its sender',
    file: 'apps/server/src/invitations/service.ts',
    from: 'if (!from) return;',
    to: 'if (!from || !(await store.transaction((tx) => recipients.mayBeInvited(tx, addressKey)))) return;',
    suite: recipients,
    test: '[INV-5] an address',
  },
  {
    name: 'declined invitations are mailed once the weeks have passed',
    file: 'apps/server/src/invitations/rules.ts',
    from: 'declinedAt === null && (',
    to: '(',
    suite: recipients,
    test: '[INV-6] the link',
  },
  {
    name: 'the sweep forgets who has declined invitations',
    file: invitationStore,
    from: 'and(isNull(invitedAddress.declinedAt), isOld)',
    to: 'isOld',
    suite: retention,
    test: '[INV-6]',
  },
  {
    name: 'asking for the mailing list is enough to be on it',
    file: 'apps/server/src/accounts/mailing-list.ts',
    from: 'const wish = { solicitedEmails: true, howSolicited: howSolicited ?? null };',
    to: 'const wish = { solicitedEmails: true, howSolicited: howSolicited ?? null, listConfirmedAt: account.createdAt };',
    suite: mailingList,
    test: '[ACC-60] an account',
  },
  {
    name: 'a link to join the mailing list survives a change of address',
    file: 'apps/server/src/accounts/registration.ts',
    from: 'await store.dropListConfirmations(tx, account.id);',
    to: '',
    suite: mailingList,
    test: '[ACC-60] the link',
  },
  {
    name: 'a link to join the mailing list survives the withdrawal of the wish',
    file: 'apps/server/src/accounts/mailing-list.ts',
    from: 'await store.dropListConfirmations(tx, accountId);',
    to: '',
    suite: mailingList,
    test: '[ACC-60] the link',
  },
  {
    name: 'an account without a password needs no proof',
    file: 'apps/server/src/accounts/account-settings.ts',
    from: 'if (account.passwordHash === null) return this.#dependencies.refuseOldSignIn(actor);',
    to: 'if (account.passwordHash === null) return;',
    suite: withoutPassword,
  },
  {
    name: 'a sign-in is fresh a moment too long',
    file: 'apps/server/src/accounts/rules.ts',
    from: 'now < session.createdAt.getTime() + freshSignIn',
    to: 'now <= session.createdAt.getTime() + freshSignIn',
    suite: 'apps/server/src/accounts/lifetimes.test.ts',
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
    from: 'encountersRetention: 90 * 24 * 3_600_000',
    to: 'encountersRetention: 91 * 24 * 3_600_000',
    suite: retention,
  },
  {
    name: 'records of encounters are deleted a day too early',
    file: 'packages/contract/src/durations.ts',
    from: 'encountersRetention: 90 * 24 * 3_600_000',
    to: 'encountersRetention: 89 * 24 * 3_600_000',
    suite: retention,
  },
  {
    name: 'networks are kept as long as reports',
    file: 'apps/server/src/privacy/retention.ts',
    from: "networks: { for: 'networksRetention'",
    to: "networks: { for: 'reportsRetention'",
    suite: retention,
  },
  {
    name: 'sessions are deleted by when they began',
    file: sessions,
    from: 'await deleteInBatches(db, session, lt(session.lastUsedAt, before));',
    to: 'await deleteInBatches(db, session, lt(session.createdAt, before));',
    suite: retention,
  },
  {
    name: 'a record that cannot be deleted delays all others',
    file: 'apps/server/src/privacy/retention.ts',
    from: '.catch(fault);\n  }',
    to: ';\n  }',
    suite: 'apps/server/src/privacy/retention.test.ts',
  },
  {
    name: 'a mail template is not escaped',
    file: 'apps/server/src/platform/mail/layout.ts',
    from: '`<p>${escaped(each)}</p>`',
    to: '`<p>${each}</p>`',
    suite: 'apps/server/src/platform/mail/templates.integration.test.ts',
  },
];
