import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { endReasons } from './encounters.ts';
import { count, id, prose } from './fields.ts';
import { allReportReasons } from './reports.ts';
import { conducts, houseRules } from './standing.ts';

/** What a case is about: the reports about one person, an appeal, or a notice that anybody can send. */
export const caseKinds = ['reports', 'appeal', 'notice'] as const;
/** Unclaimed, claimed by the caller, claimed by another moderator, waiting for a second moderator, or decided. */
export const caseStates = ['free', 'mine', 'taken', 'secondNeeded', 'closed'] as const;

/** The kinds of line in the ledger. */
export const actKinds = [
  'held',
  'dismissed',
  'warned',
  'suspended',
  'ban proposed',
  'banned',
  'reinstated',
  'appealed',
  'appeal upheld',
  'appeal reversed',
  'claimed',
  'released',
  'looked',
  'noted',
  'role granted',
  'second factor reset',
  'beta access granted',
  'beta access revoked',
  'membership given',
  'payment refunded',
  'refund proposed',
  'refund rejected',
  'declaration settled',
  'cost booked',
  'receipt viewed',
  'searched',
  'let in',
  'declined',
  'asked',
  'pause set',
  'gathering approved',
  'gathering refused',
  'gathering cancelled',
  'welcomer approved',
  'welcomer declined',
  'welcomer ended',
  'experience approved',
  'experience decided alone',
  'experience refused',
  'experience published',
  'experience taken down',
  'experience put back',
  'categories changed',
] as const;
export type ActKind = (typeof actKinds)[number];

/**
 * Why a report had no automatic effect: the other side of the encounter had reported first, a guest made it, it says "seems
 * under 18" and its reporter is new here or not in good standing, or its reporter has made very many in a day.
 */
export const heldBackReasons = ['reported_first', 'guest', 'unproven', 'many'] as const;
export type HeldBack = (typeof heldBackReasons)[number];

/** Why the machine has set a hold: somebody seems to be under 18, or the weight of several reports. */
export const holdCauses = ['under_18', 'reports'] as const;
export type HoldCause = (typeof holdCauses)[number];

/** From this rank on a case is urgent: nothing in it is decided without a second thought. */
export const urgentRank = 3;

const entry = z.object({
  caseID: z.string(),
  kind: z.enum(caseKinds),
  state: z.enum(caseStates),
  /** Epoch ms. */
  openedAt: z.number(),
  /** Priority from 1 to 4; moderators look at 4 first. */
  rank: z.number(),
  reports: z.number(),
  /** The account that the case is about is on hold: it cannot connect until the case is decided. */
  held: z.boolean(),
});
export type CaseEntry = z.output<typeof entry>;

const moderator = { audience: 'moderator', params: nothing, body: nothing } as const;
const caseOf = z.object({ caseID: id });

export const caseQueue = defineCall({
  ...moderator,
  method: 'GET',
  path: '/api/v1/moderation/cases',
  summary: 'The open cases, most urgent first.',
  answer: z.object({ cases: z.array(entry) }),
  errors: [],
});

export const claimCase = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/claim',
  summary: 'Take a case, or without an id the next free one: nobody else can decide it for an hour, or until it is given back.',
  body: z.object({ caseID: z.optional(id) }),
  answer: z.object({ caseID: z.nullable(z.string()) }),
  errors: ['not_found', 'case_taken', 'other_person_needed'],
});

export const releaseCase = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/release',
  summary: 'Give a case back to the queue.',
  body: caseOf,
  answer: success,
  errors: ['not_found', 'case_taken'],
});

/** One line of the ledger, as moderators read it; `by` names the colleague who acted. */
const act = z.object({
  at: z.number(),
  kind: z.enum(actKinds),
  by: z.nullable(z.string()),
  until: z.nullable(z.number()),
  /** The rule a decision cites, or why a hold was set; null for other lines. */
  reason: z.nullable(z.enum([...houseRules, ...holdCauses])),
  words: z.nullable(z.string()),
});

const record = z.object({
  /** A pseudonym, stable within one case. */
  reporter: z.string(),
  at: z.number(),
  reasons: z.array(z.enum(allReportReasons)),
  explanation: z.string(),
  /** Why the report had no automatic effect; null if nothing held it back. */
  heldBack: z.nullable(z.enum(heldBackReasons)),
  /** How many of this reporter's earlier reports led to a measure, and how many were dismissed. */
  upheld: z.number(),
  dismissed: z.number(),
  /** What is known about the encounter; null when its record has been deleted. */
  encounter: z.nullable(
    z.object({
      pairedAt: z.number(),
      connectedAt: z.nullable(z.number()),
      duration: z.number(),
      /** As recorded for the reported side. */
      endReason: z.nullable(z.enum(endReasons)),
    }),
  ),
});

export const caseDetails = defineCall({
  ...moderator,
  method: 'GET',
  path: '/api/v1/moderation/cases/{caseID}',
  summary: 'The details of a case. Each view is recorded in the ledger.',
  params: caseOf,
  answer: z.object({
    ...entry.shape,
    /** The person the case is about, without a name; null for a notice. */
    person: z.nullable(
      z.object({
        /** Null when the account has been deleted. */
        memberSince: z.nullable(z.number()),
        conduct: z.enum(conducts),
        until: z.nullable(z.number()),
        encounters: z.number(),
        /** How many different people have dropped the veil over their picture within a week; 0 if it was only one. */
        veiledBy: z.number(),
      }),
    ),
    records: z.array(record),
    /** The text of an appeal or a notice. */
    words: z.nullable(z.string()),
    history: z.array(act),
    /** A ban is proposed in this case, and waits for a second moderator. */
    banProposed: z.boolean(),
    /** Whether another moderator than the caller must take this decision. */
    otherPersonNeeded: z.boolean(),
  }),
  errors: ['not_found'],
});
export type CaseDetails = z.output<typeof caseDetails.answer>;

export const decisions = ['dismiss', 'warn', 'suspend', 'ban'] as const;
export type Decision = (typeof decisions)[number];
export const longestSuspension = 365;

const days = count.check(z.minimum(1, 'invalid'), z.maximum(longestSuspension, 'invalid'));

export const decisionBody = z
  .object({
    caseID: id,
    decision: z.enum(decisions, 'decision_blank'),
    /** Whole days of a suspension; if absent, the suspension lasts until further notice. */
    days: z.optional(days),
    rule: z.optional(z.enum(houseRules, 'rule_blank')),
    /** What happened, as the reported person will read it. */
    facts: z._default(z.optional(prose), ''),
    /** How many reports the moderator has seen; if the case has a different number, the decision is refused. */
    seen: z.optional(count),
  })
  .check(
    z.refine(({ decision, rule }) => decision === 'dismiss' || rule !== undefined, { error: 'rule_blank', path: ['rule'] }),
    z.refine(({ decision, facts }) => decision === 'dismiss' || facts !== '', { error: 'facts_blank', path: ['facts'] }),
  );
export type DecisionBody = z.output<typeof decisionBody>;

export const decideCase = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/decide',
  summary:
    'Decide a claimed case. A ban suspends at once and needs a second moderator, who decides independently; the person is told the reasons.',
  body: decisionBody,
  answer: z.object({ success: z.boolean(), secondNeeded: z.boolean() }),
  errors: ['not_found', 'case_taken', 'case_changed', 'other_person_needed', 'last_admin'],
});

export const appealDecisionBody = z.object({
  caseID: id,
  outcome: z.enum(['uphold', 'reverse'], 'decision_blank'),
  facts: prose.check(z.refine((value) => value !== '', 'facts_blank')),
});
export const decideAppeal = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/decideappeal',
  summary: 'Decide a claimed appeal; not open to the moderator who took the decision. A reversal takes that decision back.',
  body: appealDecisionBody,
  answer: success,
  errors: ['not_found', 'case_taken', 'other_person_needed'],
});

export const noteCase = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/note',
  summary: 'Add a note for colleagues.',
  body: z.object({ caseID: id, words: prose.check(z.refine((value) => value !== '', 'invalid')) }),
  answer: success,
  errors: ['not_found'],
});

export const previewBody = z.object({
  caseID: id,
  decision: z.enum(decisions),
  days: z.optional(days),
  rule: z.optional(z.enum(houseRules)),
  facts: prose,
});
export const previewStatement = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/preview',
  summary: 'The mail the person would get, in their language, without their name.',
  body: previewBody,
  answer: z.object({ language: z.string(), subject: z.string(), text: z.string() }),
  errors: ['not_found'],
});

export const reinstate = defineCall({
  ...moderator,
  method: 'POST',
  path: '/api/v1/moderation/cases/reinstate',
  summary: 'End everything in force against the subject of a case: they may connect again, and are notified.',
  body: z.object({ caseID: id, facts: prose.check(z.refine((value) => value !== '', 'facts_blank')) }),
  answer: success,
  errors: ['not_found'],
});
