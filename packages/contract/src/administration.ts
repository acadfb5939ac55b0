import * as z from 'zod/mini';
import { nothing, roles, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { actKinds } from './cases.ts';
import { pauses } from './configuration.ts';
import { connectionPaths, endReasons } from './encounters.ts';
import { count, id, line, prose } from './fields.ts';
import { conducts } from './standing.ts';
import { references } from './waiting-list.ts';

const admin = { audience: 'admin', params: nothing, body: nothing, errors: [] } as const;

export const waitingList = defineCall({
  ...admin,
  method: 'GET',
  path: '/api/v1/office/waiting',
  summary: 'Who has answered the questionnaire of the waiting list and waits for a decision, longest first.',
  answer: z.object({
    waiting: z.array(
      z.object({
        personID: z.string(),
        name: z.string(),
        email: z.string(),
        language: z.string(),
        submittedAt: z.number(),
        reference: z.enum(references),
        motivation: z.string(),
        explanation: z.string(),
        /** When an administrator last asked them a question, epoch ms. */
        askedAt: z.nullable(z.number()),
        /** Who has claimed the application: nobody, the caller, or another administrator, for an hour at most. */
        claim: z.enum(['free', 'mine', 'taken']),
      }),
    ),
  }),
});
export type WaitingPerson = z.output<typeof waitingList.answer>['waiting'][number];

export const claimWaiting = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/waiting/claim',
  summary: 'Claim an application for an hour. Of two administrators who claim it at once, one is refused.',
  body: z.object({ personID: id }),
  answer: success,
  errors: ['case_taken'],
});

export const waitingDecisions = ['approve', 'decline', 'ask'] as const;
export const waitingDecisionBody = z
  .object({
    personID: id,
    decision: z.enum(waitingDecisions, 'decision_blank'),
    /** The reason, or the question, as the applicant reads it. */
    words: z._default(z.optional(prose), ''),
  })
  .check(z.refine(({ decision, words }) => decision === 'approve' || words !== '', { error: 'facts_blank', path: ['words'] }));
export const decideWaiting = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/waiting/decide',
  summary:
    'Admit an applicant, decline them with a reason, or ask them a question by mail, after claiming the application. Of two concurrent decisions one is refused.',
  body: waitingDecisionBody,
  answer: success,
  errors: ['not_found', 'case_taken'],
});

export const searchBody = z.object({ words: line(254).check(z.minLength(3, 'invalid')) });
export const searchPeople = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/people',
  summary: 'People whose address or name contains these words, at most 20. The search is noted in the ledger, without its words.',
  body: searchBody,
  answer: z.object({
    people: z.array(
      z.object({
        personID: z.string(),
        name: z.string(),
        email: z.string(),
        role: z.enum(roles),
        memberSince: z.number(),
        verified: z.boolean(),
        conduct: z.enum(conducts),
        until: z.nullable(z.number()),
        /** They were given access to experiences in beta; some have it by their role. */
        betaAccess: z.boolean(),
      }),
    ),
  }),
});
export type FoundPerson = z.output<typeof searchPeople.answer>['people'][number];

/** Roles that can be granted; the others belong to people without an account. */
export const grantableRoles = ['member', 'facilitator', 'moderator', 'admin'] as const;
export const grantRole = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/role',
  summary: 'Grant a role. The account is signed out everywhere. Nobody can change their own role.',
  body: z.object({ personID: id, role: z.enum(grantableRoles, 'role_blank') }),
  answer: success,
  errors: ['not_found', 'other_person_needed', 'last_admin'],
});

export const resetSecondFactor = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/resetfactor',
  summary:
    'Reset the second factors of a colleague who has lost them, and sign them out everywhere. Not possible for one’s own account.',
  body: z.object({ personID: id }),
  answer: success,
  errors: ['not_found', 'other_person_needed'],
});

export const feedbackInbox = defineCall({
  ...admin,
  method: 'GET',
  path: '/api/v1/office/feedback',
  summary: 'The last hundred pieces of feedback, newest first. Anonymous feedback has no name.',
  answer: z.object({
    feedback: z.array(z.object({ at: z.number(), by: z.nullable(z.string()), answers: z.record(z.string(), z.string()) })),
  }),
});

export const setPause = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/pause',
  summary: 'Announce, start or end a pause. Running encounters continue.',
  body: z.object({ pause: z.enum(pauses, 'invalid') }),
  answer: success,
});

export const auditLog = defineCall({
  ...admin,
  method: 'POST',
  path: '/api/v1/office/ledger',
  summary: 'A hundred lines of the ledger, newest first, optionally only those before a given number; subjects are not named.',
  body: z.object({ before: z.optional(count) }),
  answer: z.object({
    lines: z.array(
      z.object({
        number: z.number(),
        at: z.number(),
        kind: z.enum(actKinds),
        /** Who acted; null for the machine, and for the person the line is about. */
        by: z.nullable(z.string()),
        caseID: z.nullable(z.string()),
        code: z.nullable(z.string()),
      }),
    ),
  }),
});

/**
 * How far the pairings of a day (UTC) went, and how long position 1 had waited in the pool of everybody, ms: the median and
 * the 95th percentile, null on days with few waits.
 */
const encounterDay = z.object({
  /** ISO 8601: 2026-01-31. */
  day: z.string(),
  paired: z.number(),
  /** The two greeted each other. */
  confirmed: z.number(),
  /** They saw each other. */
  met: z.number(),
  completed: z.number(),
  medianWait: z.nullable(z.number()),
  p95Wait: z.nullable(z.number()),
});
export type EncounterDay = z.output<typeof encounterDay>;

export const encounterHealth = defineCall({
  ...admin,
  method: 'GET',
  path: '/api/v1/office/encounters',
  summary: 'How the encounters of the last 14 days have gone: numbers only. Days without any are left out.',
  answer: z.object({
    days: z.array(encounterDay),
    /** How the sides of confirmed encounters ended. */
    ends: z.record(z.enum(endReasons), z.number()),
    paths: z.record(z.enum(connectionPaths), z.number()),
  }),
});
export type EncounterHealth = z.output<typeof encounterHealth.answer>;
