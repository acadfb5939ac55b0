import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { id, prose } from './fields.ts';

/** The rules a decision can rest on: the sections of the community guidelines, and the terms. */
export const houseRules = ['adult', 'yourself', 'dressed', 'kind', 'silent', 'own_lives', 'between_us', 'terms'] as const;
export type HouseRule = (typeof houseRules)[number];

/** How an account stands after all that was decided about it. Held: it cannot connect, for 24 h at most. */
export const conducts = ['good', 'held', 'suspended', 'banned'] as const;
export type Conduct = (typeof conducts)[number];

/** What somebody is told that was decided about them. */
export const statementKinds = ['held', 'warned', 'suspended', 'banned', 'reinstated'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** How long after a decision it can be appealed, ms: six months (Regulation (EU) 2022/2065, Article 20). */
export const appealWindow = 183 * 24 * 3_600_000;

const statement = z.object({
  statementID: z.string(),
  kind: z.enum(statementKinds),
  /** Epoch ms. */
  at: z.number(),
  /** Until when it holds, epoch ms; null if no end is named. */
  until: z.nullable(z.number()),
  rule: z.nullable(z.enum(houseRules)),
  /** What happened, in the words of whoever decided; empty for a hold. */
  facts: z.string(),
  /** A hold is set by the machine; everything else is decided by people. */
  decidedBy: z.enum(['machine', 'people']),
  appeal: z.enum(['possible', 'pending', 'upheld', 'reversed', 'none']),
  /** Why the appeal was decided so; empty before. */
  appealFacts: z.string(),
});
export type Statement = z.output<typeof statement>;

export const ownStanding = defineCall({
  method: 'GET',
  path: '/api/v1/account/standing',
  audience: 'account',
  summary: 'How one’s own account stands, and every decision about it with its reasons, newest first.',
  params: nothing,
  body: nothing,
  answer: z.object({ conduct: z.enum(conducts), until: z.nullable(z.number()), statements: z.array(statement) }),
  errors: [],
});

export const appealBody = z.object({
  statementID: id,
  appealWords: prose.check(z.refine((value) => value !== '', 'appeal_blank')),
});
export const appeal = defineCall({
  method: 'POST',
  path: '/api/v1/account/appeal',
  audience: 'account',
  summary: 'Appeal a decision about oneself, once; somebody else looks at it.',
  params: nothing,
  body: appealBody,
  answer: success,
  errors: ['not_found', 'appeal_not_possible'],
});

/** What became of a report, as whoever made it is told. */
export const reportStates = ['received', 'inReview', 'acted', 'noBreach'] as const;

export const ownReports = defineCall({
  method: 'GET',
  path: '/api/v1/account/reports',
  audience: 'member',
  summary: 'One’s own reports, newest first, and what became of each.',
  params: nothing,
  body: nothing,
  answer: z.object({
    reports: z.array(
      z.object({
        /** The receipt: names the report when writing to us. */
        reportID: z.string(),
        at: z.number(),
        reasons: z.array(z.string()),
        state: z.enum(reportStates),
      }),
    ),
  }),
  errors: [],
});
export type OwnReport = z.output<typeof ownReports.answer>['reports'][number];
