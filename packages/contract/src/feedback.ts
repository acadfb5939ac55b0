import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { flag, prose } from './fields.ts';

export const feedbackFields = ['content', 'circleAnswer', 'experiencesAnswer', 'membershipAnswer'] as const;

export const feedbackBody = z
  .object({
    content: z.optional(prose),
    circleAnswer: z.optional(prose),
    experiencesAnswer: z.optional(prose),
    membershipAnswer: z.optional(prose),
    anon: z.optional(flag),
  })
  .check(z.refine((body) => feedbackFields.some((field) => body[field]), { error: 'feedback_blank', path: ['content'] }));

export const addFeedback = defineCall({
  method: 'POST',
  path: '/api/v1/feedback',
  failureLog: 'Sending feedback failed',
  audience: 'member',
  summary: 'Send feedback. Anonymous feedback is stored without an account.',
  params: nothing,
  body: feedbackBody,
  answer: success,
  errors: [],
});
