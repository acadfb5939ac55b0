import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { email, line, prose } from './fields.ts';

/** A message that anybody can send to the moderators, signed in or not (Regulation (EU) 2022/2065, Article 16). */
export const noticeBody = z.object({
  words: prose.check(z.refine((value) => value !== '', 'notice_blank')),
  /** Where the receipt and the answer go; without an address the sender cannot be notified of the outcome. */
  email: z.optional(z.union([z.literal(''), email])),
  language: z.optional(line(35)),
});

export const sendNotice = defineCall({
  method: 'POST',
  path: '/api/v1/notices',
  audience: 'anyone',
  summary: 'Tell the moderators of a problem. The answer is the receipt; it is mailed too if an address is given.',
  params: nothing,
  body: noticeBody,
  answer: z.object({ noticeID: z.string() }),
  errors: [],
});

/** Figures from 1 up to below this are not published, because they could be about one person. */
export const smallestFigure = 5;
/** A figure, or null if it is above 0 and below `smallestFigure`. */
const figure = z.nullable(z.number());

export const transparency = defineCall({
  method: 'GET',
  path: '/api/v1/transparency',
  audience: 'anyone',
  summary: 'How many reports, holds, decisions and appeals there were, by month. Figures from 1 to 4 are null.',
  params: nothing,
  body: nothing,
  answer: z.object({
    months: z.array(
      z.object({
        /** For example 2026-11. */
        month: z.string(),
        reports: figure,
        notices: figure,
        holds: figure,
        dismissed: figure,
        warned: figure,
        suspended: figure,
        banned: figure,
        appeals: figure,
        appealsReversed: figure,
        /** The median time to a decision, hours; null if fewer cases than `smallestFigure` were decided. */
        medianHours: z.nullable(z.number()),
      }),
    ),
  }),
  errors: [],
});
export type TransparencyMonth = z.output<typeof transparency.answer>['months'][number];
