import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall, defineEmission } from './call.ts';
import { line } from './fields.ts';

/**
 * People present (`general`), people of the user's circle present (`myCircle`), and people waiting: `{type}:anyone` and
 * `{type}:myCircle` for the minute and every experience in production. Source: requirements/experiences 1.10.
 */
export const presenceCounts = z.catchall(
  z.object({
    general: z.number(),
    myCircle: z.number(),
    'oneminute:anyone': z.number(),
    'oneminute:myCircle': z.number(),
  }),
  z.number(),
);
export type PresenceCounts = z.output<typeof presenceCounts>;

/** The key of the people inside a group space. Only they are sent it, and only on the socket. Source: requirements/waits 7.4. */
export const groupCountKey = (groupID: string): string => `group:${groupID}`;

export const presenceCount = defineCall({
  method: 'GET',
  path: '/api/v1/presencecount',
  audience: 'anyone',
  summary: 'How many people are here, and how many wait in each pool.',
  params: nothing,
  body: nothing,
  answer: presenceCounts,
  errors: [],
});

export const realtimeAuth = defineCall({
  method: 'GET',
  path: '/api/v1/realtime/auth',
  audience: 'member',
  opensToGuests: true,
  summary: 'A single-use ticket that opens one socket; expires after a minute.',
  params: nothing,
  body: nothing,
  answer: z.object({ token: z.string(), expiresAt: z.number() }),
  errors: [],
});

export const ok = z.object({ ok: z.literal(true) });

/** Sent to the sockets of an account whose standing has changed: the page reads the account again. */
export const accountChanged = 'account:changed';

export const presence = defineEmission({
  event: 'presence',
  summary: 'Report presence or absence, every four seconds and on change.',
  payload: z.object({
    /** `hidden`: behind another page, and reachable by calls; not counted. */
    state: z.enum(['present', 'hidden', 'absent']),
    token: z.optional(z.string()),
    /** The group space that the page shows. */
    groupSpace: z.optional(line(64)),
  }),
  answer: ok,
});

export const time = defineEmission({
  event: 'time',
  summary: 'The server’s clock, epoch milliseconds.',
  payload: z.object({}),
  answer: z.object({ now: z.number() }),
});
