import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';

export const pauses = ['off', 'notice', 'paused'] as const;
export type Pause = (typeof pauses)[number];

/** What the client needs to know of this installation before it can show anything. */
export const configuration = defineCall({
  method: 'GET',
  path: '/api/v1/configuration',
  audience: 'anyone',
  summary: 'Name, support address and durations of this installation.',
  params: nothing,
  body: nothing,
  answer: z.object({
    productName: z.string(),
    supportEmail: z.string(),
    durations: z.record(z.string(), z.number()),
    /** Whether the platform is about to be paused, which is only said, or is, and nobody connects. Source: decisions.md section 11. */
    pause: z.enum(pauses),
    /** Whether the development mailbox can be read at /dev/mailbox. */
    mailbox: z.boolean(),
    /** Where Facebook asks a person; null when there is no such sign-in here. */
    facebook: z.nullable(z.object({ appId: z.string(), dialogUrl: z.string() })),
  }),
  errors: [],
});
