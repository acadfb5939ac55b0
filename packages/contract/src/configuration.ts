import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { pageDurationNames } from './page-durations.ts';

export const pauses = ['off', 'notice', 'paused'] as const;
export type Pause = (typeof pauses)[number];

/** What an installation may have beside the specified minute; each can be left out. */
export const additions = [
  'window',
  'veil',
  'signs',
  'soft',
  'ownPicture',
  'sounds',
  'short',
  'welcomers',
  'feelings',
  'guard',
] as const;
export type Addition = (typeof additions)[number];

/** What the client needs to know about this installation before it can show anything. */
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
    durations: z.record(z.enum(pageDurationNames), z.number()),
    /** `notice`: a coming pause is only announced; `paused`: nobody can connect. Source: requirements/website 1.6. */
    pause: z.enum(pauses),
    additions: z.array(z.enum(additions)),
    /** Whether the guard has a detector of the operator beside its own, at /guard/detector.js. Source: requirements/looking 3.3. */
    detector: z.boolean(),
    /** Whether the development mailbox can be read at /dev/mailbox. */
    mailbox: z.boolean(),
    /** Whether rows of the brand that are still samples are shown. Source: requirements/website 1.5. */
    samples: z.boolean(),
    /** Facebook's login dialog; null when this installation has no sign-in with Facebook. */
    facebook: z.nullable(z.object({ appId: z.string(), dialogUrl: z.string() })),
    /** The key to which browsers subscribe (RFC 8292, base64url); null when this installation sends no messages by push services. */
    push: z.nullable(z.object({ publicKey: z.string() })),
  }),
  errors: [],
});
