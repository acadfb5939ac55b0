import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { count, flag, line, text } from './fields.ts';

/** Sizes of what a host writes, characters, and of a gathering: how long it lasts, minutes, and how many can register. */
export const gatheringLimits = {
  name: 120,
  welcomeStatement: 2_000,
  surveyUrl: 500,
  reason: 1_000,
  leastLength: 5,
  greatestLength: 120,
  capacity: 500,
  /** How many completed minutes a member needs to propose one, and how many of theirs can await a decision. */
  minutesToPropose: 10,
  undecided: 3,
} as const;

const filled = (value: string) => value !== '';
/** `regular-europe-berlin-2026-11-22`, or the id of a special gathering. */
export const gatheringID = line(100).check(z.refine(filled, 'invalid'));
/** The name of a private space: 128 bits in hexadecimal. */
export const groupID = z.string('invalid').check(z.regex(/^[0-9a-f]{32}$/, 'invalid'));

/** A gathering as the caller may see it. Source: requirements/gatherings 1.8. */
export const gathering = z.object({
  gatheringID: z.string(),
  /** Empty for a regular one, which the interface names. */
  name: z.string(),
  startTimeMillSec: z.number(),
  endTimeMillSec: z.number(),
  /** The zone in which its time was chosen. */
  zone: z.string(),
  isRegular: z.boolean(),
  /** Whether it has a private space, and that space's name if the caller may know it: they have registered, or host it. */
  isPrivate: z.boolean(),
  groupID: z.nullable(z.string()),
  welcomeStatement: z.string(),
  surveyUrl: z.nullable(z.string()),
  isFull: z.boolean(),
  isHost: z.boolean(),
  registered: z.boolean(),
  standsIn: z.boolean(),
});
export type Gathering = z.output<typeof gathering>;

/** What a host decides about a gathering. */
const proposal = {
  name: line(gatheringLimits.name).check(z.refine(filled, 'invalid')),
  date: z.string('invalid').check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'invalid')),
  time: z.string('invalid').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid')),
  zone: line(64),
  /** Minutes. */
  length: count.check(
    z.refine((value) => value >= gatheringLimits.leastLength && value <= gatheringLimits.greatestLength, 'invalid'),
  ),
  /** Plain text; empty lines separate paragraphs. */
  welcomeStatement: z._default(z.optional(text(gatheringLimits.welcomeStatement)), ''),
  surveyUrl: z._default(z.optional(line(gatheringLimits.surveyUrl)), ''),
  isPrivate: z._default(z.optional(flag), false),
  /** Whether everybody sees it; otherwise only those who have its link. */
  listed: z._default(z.optional(flag), true),
};

export const gatheringStates = ['proposed', 'approved', 'refused', 'cancelled'] as const;

/** A gathering as its host and an administrator see it. */
export const hostedGathering = z.object({
  ...gathering.shape,
  state: z.enum(gatheringStates),
  date: z.string(),
  time: z.string(),
  /** Minutes. */
  length: z.number(),
  listed: z.boolean(),
  /** A change that awaits a decision; until then the approved gathering stays as it is. */
  pending: z.nullable(
    z.object({
      name: z.string(),
      date: z.string(),
      time: z.string(),
      zone: z.string(),
      length: z.number(),
      welcomeStatement: z.string(),
      surveyUrl: z.nullable(z.string()),
    }),
  ),
  /** The reason of the last decision. */
  reason: z.nullable(z.string()),
  /** When it last changed, or was decided about. */
  changedAt: z.number(),
});
export type HostedGathering = z.output<typeof hostedGathering>;

export const listGatherings = defineCall({
  method: 'GET',
  path: '/api/v1/gatherings',
  audience: 'anyone',
  summary:
    'The regular gatherings of yesterday, today and tomorrow, and the approved special ones, by start; with the server’s time.',
  params: nothing,
  body: nothing,
  answer: z.object({ gatherings: z.array(gathering), now: z.number() }),
  errors: [],
});

const one = z.object({ gathering });

export const registerForGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/register',
  audience: 'member',
  refusesSuspended: true,
  summary:
    'Register for a gathering, by its id or by the name of its private space; again changes nothing. Mails a calendar file.',
  params: nothing,
  body: z
    .object({ gatheringID: z.optional(gatheringID), groupID: z.optional(groupID) })
    .check(z.refine(({ gatheringID: id, groupID: group }) => (id === undefined) !== (group === undefined), 'invalid')),
  answer: one,
  errors: ['gathering_not_found', 'gathering_full', 'gathering_over'],
});

export const changeGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/change',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Move a registration from one gathering to another; both or neither.',
  params: nothing,
  body: z.object({ fromID: gatheringID, toID: gatheringID }),
  answer: one,
  errors: ['gathering_not_found', 'gathering_full', 'gathering_over'],
});

export const unregisterFromGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/unregister',
  audience: 'member',
  summary: 'Leave a gathering; again changes nothing. Mails the cancellation of the calendar entry.',
  params: nothing,
  body: z.object({ gatheringID }),
  answer: success,
  errors: ['gathering_not_found', 'gathering_over'],
});

export const standIn = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/standin',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Stand in during a gathering, or no longer: paired only with somebody who has been alone for a while.',
  params: nothing,
  body: z.object({ gatheringID, standsIn: flag }),
  answer: one,
  errors: ['gathering_not_found', 'gathering_not_open', 'gathering_over'],
});

export const proposeGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/propose',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Propose a special gathering, which an administrator decides about.',
  params: nothing,
  body: z.object(proposal),
  answer: z.object({ gathering: hostedGathering }),
  errors: ['minutes_needed', 'account_held', 'too_many_proposals'],
});

export const editGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/edit',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Change one’s own gathering. Once it is approved, the change takes effect when it is approved as well.',
  params: nothing,
  body: z.object({ gatheringID, ...proposal }),
  answer: z.object({ gathering: hostedGathering }),
  errors: ['gathering_not_found', 'gathering_over', 'too_many_proposals'],
});

export const cancelGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/cancel',
  audience: 'member',
  summary: 'Cancel one’s own gathering; administrators cancel any special one. Everybody who has registered is mailed.',
  params: nothing,
  body: z.object({ gatheringID }),
  answer: success,
  errors: ['gathering_not_found', 'gathering_over', 'second_factor_needed'],
});

export const listProposals = defineCall({
  method: 'GET',
  path: '/api/v1/gatherings/proposals',
  audience: 'admin',
  summary: 'The gatherings, and the changes to gatherings, that await a decision.',
  params: nothing,
  body: nothing,
  answer: z.object({ gatherings: z.array(hostedGathering) }),
  errors: [],
});

export const decideGathering = defineCall({
  method: 'POST',
  path: '/api/v1/gatherings/decide',
  audience: 'admin',
  summary: 'Approve or refuse a gathering, or a change to one, with a reason. The host is mailed, and cannot decide about it.',
  params: nothing,
  body: z.object({
    gatheringID,
    decision: z.enum(['approve', 'refuse'], 'decision_blank'),
    reason: text(gatheringLimits.reason).check(z.refine(filled, 'facts_blank')),
    /** `changedAt` of what the administrator has read: a later change is not decided about. */
    seen: z.optional(count),
  }),
  answer: success,
  errors: ['gathering_not_found', 'gathering_over', 'other_person_needed', 'case_changed'],
});

export const hostedGatherings = defineCall({
  method: 'GET',
  path: '/api/v1/gatherings/hosted',
  audience: 'member',
  summary: 'The gatherings that the caller hosts, and whether they may propose one.',
  params: nothing,
  body: nothing,
  answer: z.object({ gatherings: z.array(hostedGathering), mayPropose: z.boolean() }),
  errors: [],
});

/** A number of people; null stands for one to four, which a host must not tell apart. */
const guarded = z.nullable(z.number());

export const gatheringAttendance = defineCall({
  method: 'GET',
  path: '/api/v1/gatherings/{gatheringID}/attendance',
  audience: 'member',
  summary: 'How many have registered for the caller’s gathering, came, are here, in a minute and waiting; minutes; the survey.',
  params: z.object({ gatheringID }),
  body: nothing,
  answer: z.object({
    registered: guarded,
    came: guarded,
    here: guarded,
    inMinute: guarded,
    waiting: guarded,
    minutes: guarded,
    /** Both null as well as long as fewer than five have answered. */
    survey: z.object({ yes: guarded, no: guarded }),
  }),
  errors: ['gathering_not_found'],
});

export const createCalendarFeed = defineCall({
  method: 'POST',
  path: '/api/v1/calendar/feed',
  audience: 'member',
  summary: 'A new private address of the caller’s calendar; the address before it stops working.',
  params: nothing,
  body: nothing,
  answer: z.object({ url: z.string() }),
  errors: [],
});

export const revokeCalendarFeed = defineCall({
  method: 'POST',
  path: '/api/v1/calendar/revoke',
  audience: 'member',
  summary: 'Revoke the private address of the caller’s calendar.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: [],
});

export const answerSurvey = defineCall({
  method: 'POST',
  path: '/api/v1/surveyanswer',
  audience: 'anyone',
  summary: 'Answer a survey: signed in, or by the signed link of a mail. The last answer of a person counts.',
  params: nothing,
  body: z.object({
    /** The survey: the id of its gathering. */
    experiment: gatheringID,
    /** `yes`, or anything else. */
    response: line(64),
    t: z.optional(line(200)),
  }),
  answer: success,
  errors: ['survey_closed', 'gathering_not_found', 'sign_in_required'],
});

/** Sent to the open pages of people whom a gathering concerns when it begins or ends, moves or is cancelled: they read the list again. */
export const gatheringEvent = 'gathering';
export const gatheringPhases = ['doors', 'begun', 'ended', 'closed', 'changed'] as const;
export interface GatheringEvent {
  readonly gatheringID: string;
  readonly phase: (typeof gatheringPhases)[number];
}
