import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { id, prose } from './fields.ts';

/** The rules that a decision can cite: the sections of the community guidelines, and the terms. */
export const houseRules = ['adult', 'yourself', 'dressed', 'kind', 'silent', 'own_lives', 'between_us', 'terms'] as const;
export type HouseRule = (typeof houseRules)[number];

/** What moderation has decided about an account. `held`: it cannot connect, for 24 h at most. */
export const conducts = ['good', 'held', 'suspended', 'banned'] as const;
export type Conduct = (typeof conducts)[number];

/** The kinds of decision that a person receives a statement about. */
export const statementKinds = ['held', 'warned', 'suspended', 'banned', 'reinstated'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** How long after a decision it can be appealed, ms: six months (Regulation (EU) 2022/2065, Article 20). */
export const appealWindow = 183 * 24 * 3_600_000;

const statement = z.object({
  statementID: z.string(),
  kind: z.enum(statementKinds),
  /** Epoch ms. */
  at: z.number(),
  /** Until when it is in force, epoch ms; null without an end. */
  until: z.nullable(z.number()),
  rule: z.nullable(z.enum(houseRules)),
  /** What happened, in the words of the moderator who decided; empty for a hold. */
  facts: z.string(),
  /** The machine only sets holds; people decide everything else. */
  decidedBy: z.enum(['machine', 'people']),
  appeal: z.enum(['possible', 'pending', 'upheld', 'reversed', 'none']),
  /** The reasons of the decision on the appeal; empty before it. */
  appealFacts: z.string(),
});
export type Statement = z.output<typeof statement>;

export const ownStanding = defineCall({
  method: 'GET',
  path: '/api/v1/account/standing',
  audience: 'account',
  summary: 'The caller’s standing, and every decision about it with its reasons, newest first.',
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
  summary: 'Appeal a decision about the caller’s account, once; another moderator reviews it.',
  params: nothing,
  body: appealBody,
  answer: success,
  errors: ['not_found', 'appeal_not_possible'],
});

/** The state of a report, as its reporter sees it. */
export const reportStates = ['received', 'inReview', 'acted', 'noBreach'] as const;

export const ownReports = defineCall({
  method: 'GET',
  path: '/api/v1/account/reports',
  audience: 'member',
  summary: 'The caller’s reports, newest first, and the outcome of each.',
  params: nothing,
  body: nothing,
  answer: z.object({
    reports: z.array(
      z.object({
        /** The receipt: identifies the report in correspondence. */
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
