import * as z from 'zod/mini';
import { nothing, user } from './accounts.ts';
import { defineCall } from './call.ts';
import { prose } from './fields.ts';

export const references = ['friend', 'website', 'facebook', 'other'] as const;
export const applyBody = z.object({
  motivation: prose.check(z.refine((value) => value !== '', 'motivation_blank')),
  reference: z.enum(references, 'reference_blank'),
  explanation: z.optional(prose),
});

export const addRegistrationInfo = defineCall({
  method: 'POST',
  path: '/api/v1/account/addregistrationinfo',
  audience: 'account',
  summary: 'Answer the questionnaire of the waiting list.',
  params: nothing,
  body: applyBody,
  answer: z.object({ token: z.string(), user }),
  errors: ['info_already_sent', 'forbidden'],
});
