import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { count, id, text } from './fields.ts';

/** How many completed minutes a member needs to welcome newcomers. Source: requirements/looking 4.5. */
export const minutesToWelcome = 20;
/** The longest reason of a decision, characters. */
export const longestWelcomingReason = 1_000;

/** `withdrawn`: by the member. `ended`: an approval was taken back by an administrator. */
export const welcomingStates = ['asked', 'approved', 'declined', 'withdrawn', 'ended'] as const;
export type WelcomingState = (typeof welcomingStates)[number];

const own = z.object({
  /** How many more completed minutes the member needs. */
  missingMinutes: z.number(),
  /** They have the minutes, no report about them was upheld, and they are in good standing. */
  isEligible: z.boolean(),
  /** Null if they have never asked, or it was deleted after its retention period. */
  request: z.nullable(
    z.object({
      state: z.enum(welcomingStates),
      /** Since when, epoch ms. */
      since: z.number(),
      /** Why an administrator declined or ended it; empty otherwise. */
      reason: z.string(),
    }),
  ),
});
export type OwnWelcoming = z.output<typeof own>;

const member = { audience: 'member', params: nothing, body: nothing, answer: own } as const;

export const ownWelcoming = defineCall({
  ...member,
  method: 'GET',
  path: '/api/v1/welcoming',
  summary: 'Whether the member could welcome newcomers, and what became of their request.',
  errors: ['not_found'],
});

export const askToWelcome = defineCall({
  ...member,
  method: 'POST',
  path: '/api/v1/welcoming/ask',
  refusesSuspended: true,
  summary: 'Ask to welcome newcomers; again changes nothing while it is undecided or approved.',
  errors: ['not_found', 'forbidden'],
});

export const withdrawWelcome = defineCall({
  ...member,
  method: 'POST',
  path: '/api/v1/welcoming/withdraw',
  summary: 'Withdraw the request, or stop welcoming newcomers.',
  errors: ['not_found'],
});

const admin = { audience: 'admin', params: nothing } as const;

export const listWelcomers = defineCall({
  ...admin,
  method: 'GET',
  path: '/api/v1/office/welcomers',
  summary: 'Who asks to welcome newcomers, longest first, and then who does; of each the first hundred, or as many as wanted.',
  body: z.object({ first: z.optional(count) }),
  answer: z.object({
    /** Whether there are more of either. */
    hasMore: z.boolean(),
    welcomers: z.array(
      z.object({
        personID: z.string(),
        name: z.string(),
        /** Epoch ms. */
        memberSince: z.number(),
        completedMinutes: z.number(),
        state: z.enum(['asked', 'approved']),
        since: z.number(),
        /** Whether they could be approved now, or count as welcomers now. */
        isEligible: z.boolean(),
        /** It is the caller, about whom another administrator decides. */
        isOwn: z.boolean(),
      }),
    ),
  }),
  errors: ['not_found'],
});
export type Welcomer = z.output<typeof listWelcomers.answer>['welcomers'][number];

export const welcomingDecisions = ['approve', 'decline', 'end'] as const;
export type WelcomingDecision = (typeof welcomingDecisions)[number];
export const welcomingDecisionBody = z
  .object({
    personID: id,
    decision: z.enum(welcomingDecisions, 'decision_blank'),
    /** As the member reads it; an approval needs none. */
    reason: z._default(z.optional(text(longestWelcomingReason)), ''),
  })
  .check(z.refine(({ decision, reason }) => decision === 'approve' || reason !== '', { error: 'facts_blank', path: ['reason'] }));
export const decideWelcomer = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/welcomers/decide',
  summary:
    'Approve or decline a member who has asked to welcome newcomers, or end an approval; with a reason, unless it is an approval. Of two concurrent decisions one is refused.',
  body: welcomingDecisionBody,
  answer: success,
  errors: ['not_found', 'case_changed', 'other_person_needed'],
});
