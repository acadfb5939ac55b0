import type { Accounts } from '../accounts/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { invitationRoutes } from './routes.ts';
import { Invitations } from './service.ts';
import { invitationStore } from './store.ts';

/** Invitations to register. */
export function invitationsModule(
  { db, clock, random, jobs, mailTemplates, limits, mayMail, config: { publicUrl } }: Platform,
  { accounts }: { readonly accounts: Accounts },
): Module & { readonly invitations: Invitations } {
  const store = invitationStore(db);
  const invitations = new Invitations({ store, accounts, jobs, mailTemplates, clock, random, publicUrl, mayMail });
  return {
    invitations,
    prepare: () => invitations.serve(),
    routes: (router) => invitationRoutes(router, invitations, limits),
    personalData: [invitations],
  };
}
