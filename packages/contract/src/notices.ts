import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { email, line, prose } from './fields.ts';

/** What anybody can tell the moderators, signed in or not (Regulation (EU) 2022/2065, Article 16). */
export const noticeBody = z.object({
  words: prose.check(z.refine((value) => value !== '', 'notice_blank')),
  /** Where the receipt and the answer go; without it nobody can be told what became of it. */
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

/** Figures below this are not told apart: they could be about one person. */
export const smallestFigure = 5;
/** A figure, or null if it is above nothing and below `smallestFigure`. */
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
        /** As 2026-11. */
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
        /** Half of the cases were decided within so many hours; null while too few were. */
        medianHours: z.nullable(z.number()),
      }),
    ),
  }),
  errors: [],
});
export type TransparencyMonth = z.output<typeof transparency.answer>['months'][number];
