import { addFeedback } from '@unspoken/contract/feedback';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { feedbackLimits } from './limits.ts';
import type { Feedback } from './service.ts';

export function feedbackRoutes(router: Router, feedback: Feedback, limits: Limits): void {
  router.on(addFeedback, async ({ caller, body }) => {
    await limits.use(feedbackLimits.feedbackPerAccount, caller.accountId);
    await feedback.add(caller.accountId, body);
    return { success: true };
  });
}
