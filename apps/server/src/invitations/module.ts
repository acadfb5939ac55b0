import type { Accounts } from '../accounts/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Recipients } from './recipients.ts';
import { invitationRoutes } from './routes.ts';
import { Invitations } from './service.ts';
import { invitationStore } from './store.ts';

/** Invitations to register. */
export function invitationsModule(
  { db, clock, random, keys, jobs, mailTemplates, limits, mayMail, config: { publicUrl } }: Platform,
  { accounts }: { readonly accounts: Accounts },
): Module & { readonly invitations: Invitations } {
  const store = invitationStore(db);
  const recipients = new Recipients({ store, keys, clock, publicUrl });
  const invitations = new Invitations({ store, recipients, accounts, jobs, mailTemplates, clock, random, publicUrl, mayMail });
  return {
    invitations,
    prepare: () => invitations.serve(),
    routes: (router) => invitationRoutes(router, { invitations, recipients, limits }),
    personalData: [invitations],
    retention: { invitedAddresses: (before) => store.forgetAddresses(before) },
  };
}
