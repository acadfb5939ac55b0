import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { flag, prose } from './fields.ts';
import { position, roomID, roomOfMine } from './rooms.ts';

/**
 * The reasons for a report, in the groups and the order of the form: the gravest first, because a user who is upset reads no
 * further than needed. Source: requirements/circle-and-moderation 4.
 */
export const reportReasons = {
  harm: [
    'seems under 18',
    'sexually explicit',
    'hate or harassment',
    'asked for contact or money',
    'recorded or fake video',
    'offensive behaviour',
    'not fully clothed',
  ],
  guidelines: [
    'no person visible',
    'written signs',
    'many gestures',
    'joking or fooling around',
    'they cancelled the connection',
  ],
} as const;
export type ReportReason = (typeof reportReasons)[keyof typeof reportReasons][number] | 'other';
export const allReportReasons: readonly ReportReason[] = [...reportReasons.harm, ...reportReasons.guidelines, 'other'];
const isReason = (value: unknown): value is ReportReason => allReportReasons.includes(value as ReportReason);

/** How long after the end of an encounter its two people can still report it, ms. */
export const reportWindow = 72 * 3_600_000;

/** A list of reasons, or its JSON as a form spells it. */
const selectedOptions = z.pipe(
  z.union([z.array(z.unknown()), z.string('invalid').check(z.maxLength(2_000, 'invalid'))], 'invalid'),
  z.transform((value, context): ReportReason[] => {
    let list: unknown = value;
    if (typeof value === 'string')
      try {
        list = JSON.parse(value);
      } catch {
        list = undefined;
      }
    if (Array.isArray(list) && list.length <= allReportReasons.length && list.every(isReason)) return [...new Set(list)];
    context.issues.push({ code: 'custom', message: 'invalid', input: value });
    return [];
  }),
);

export const reportBody = z
  .object({
    roomID,
    position,
    selectedOptions: z._default(z.optional(selectedOptions), []),
    reportExplanation: z._default(z.optional(prose), ''),
    /** Accepted and stored; every report separates the two, whatever this value is. */
    noRepeat: z._default(z.optional(flag), true),
  })
  .check(
    z.refine((body) => body.selectedOptions.length > 0, {
      error: 'report_blank',
      path: ['selectedOptions'],
    }),
    z.refine((body) => !body.selectedOptions.includes('other') || body.reportExplanation !== '', {
      error: 'explanation_blank',
      path: ['reportExplanation'],
    }),
  );
export type ReportBody = z.output<typeof reportBody>;

export const blockPartner = defineCall({
  method: 'POST',
  path: '/api/v1/userblock',
  audience: 'member',
  opensToGuests: true,
  summary: 'Never meet the partner of an encounter again. The partner is not notified, and no moderator reviews it.',
  params: nothing,
  body: roomOfMine,
  answer: success,
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed'],
});

export const userReport = defineCall({
  method: 'POST',
  path: '/api/v1/userreport',
  failureLog: 'Sending user report failed',
  audience: 'member',
  opensToGuests: true,
  summary: 'Report the partner of an encounter; one report for each side. The two are never paired again.',
  params: nothing,
  body: reportBody,
  answer: success,
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed', 'report_too_late'],
});
