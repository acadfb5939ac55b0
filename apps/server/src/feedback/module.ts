import type { Accounts } from '../accounts/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { feedbackRoutes } from './routes.ts';
import { Feedback } from './service.ts';
import { feedbackStore } from './store.ts';

/** Feedback from members to the operators of the installation. */
export function feedbackModule(
  { db, clock, random, mailTemplates, limits, config: { supportEmail } }: Platform,
  { accounts }: { readonly accounts: Accounts },
): Module & { readonly feedback: Feedback } {
  const feedback = new Feedback({ store: feedbackStore(db), accounts, mailTemplates, clock, random, supportEmail });
  return {
    feedback,
    routes: (router) => feedbackRoutes(router, feedback, limits),
    personalData: [feedback],
  };
}
