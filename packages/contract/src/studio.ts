import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { invitationMade } from './experiences.ts';
import { flag, id, line, text } from './fields.ts';
import { languages } from './languages.ts';
import { minuteType } from './matchmaking.ts';
import { scriptRules } from './script-proof.ts';
import { draftSchema, experienceType, language, mediaID, perLanguage, scriptSchema } from './scripts.ts';

/** The studio, in which facilitators write experiences, and the office, in which administrators decide about them. */

const required = (maximum: number) => line(maximum).check(z.refine((value) => value !== '', 'name_blank'));

/** The address of a facilitator's page. */
export const slugPattern = /^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/;

/** The state of an experience follows from its versions. */
export const experienceStates = ['draft', 'review', 'beta', 'production', 'retired'] as const;
export type ExperienceState = (typeof experienceStates)[number];

/** What was decided about a version that was submitted. */
export const versionDecisions = ['approved', 'refused', 'withdrawn'] as const;
export type VersionDecision = (typeof versionDecisions)[number];
/** Of a version that was frozen for a rehearsal and never submitted: it is not among those of its experience. */
export const frozenForRehearsal = 'rehearsal';

const version = z.object({
  versionID: z.string(),
  number: z.number(),
  /** Epoch ms. */
  submittedAt: z.number(),
  decision: z.nullable(z.enum(versionDecisions)),
  /** What the administrator who decided has written to the author. */
  reason: z.nullable(z.string()),
});

const experience = z.object({
  type: z.string(),
  categoryID: z.string(),
  /** In the language in which it was written. */
  name: z.string(),
  state: z.enum(experienceStates),
  /** A version awaits a decision. */
  isInReview: z.boolean(),
  /** The published versions, by their numbers. */
  beta: z.nullable(z.number()),
  production: z.nullable(z.number()),
  /** The newest first. */
  versions: z.array(version),
});

const profile = {
  /** The last part of the address of the page. */
  slug: z.string('invalid').check(z.regex(slugPattern, 'invalid')),
  name: required(60),
  title: perLanguage(line(80)),
  pronouns: z.nullable(line(40)),
  bio: perLanguage(text(2_000)),
  image: z.nullable(mediaID),
  outboundLink: z.nullable(line(300).check(z.regex(/^https:\/\/[^\s]+$/, 'invalid'))),
  published: z.boolean('invalid'),
};

const draft = z.object({ script: draftSchema, revision: z.number() });
/** Also as a form spells it. */
const revision = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/))], 'invalid'),
  z.pipe(z.transform(Number), z.int('invalid').check(z.gte(0, 'invalid'), z.lt(2_147_483_647, 'invalid'))),
);
/** The minute is code, and `any` stands for every type in the address of an invitation. */
const newType = experienceType.check(z.refine((type) => type !== minuteType && type !== 'any', 'invalid'));

const studio = { audience: 'facilitator', params: nothing } as const;
const write = { ...studio, method: 'POST' } as const;

export const ownStudio = defineCall({
  ...studio,
  method: 'GET',
  path: '/api/v1/studio/list',
  summary: 'The page and the experiences of a facilitator, and the categories there are.',
  body: nothing,
  answer: z.object({
    /** Null until something has been written. */
    profile: z.nullable(z.object(profile)),
    experiences: z.array(experience),
    categories: z.array(z.object({ categoryID: z.string(), name: perLanguage(z.string()) })),
  }),
  errors: [],
});

export const createExperience = defineCall({
  ...write,
  path: '/api/v1/studio/create',
  summary: 'Begin an experience. Its type is part of links and never changes.',
  body: z.object({ type: newType, categoryID: line(64), name: required(60), language }),
  answer: z.object({ draft }),
  errors: ['type_taken', 'not_found'],
});

export const readDraft = defineCall({
  ...studio,
  method: 'GET',
  path: '/api/v1/studio/experience',
  summary: 'One’s own experience, with its draft.',
  body: z.object({ type: experienceType }),
  answer: z.object({ experience, draft }),
  errors: ['experience_unknown'],
});

export const saveDraft = defineCall({
  ...write,
  path: '/api/v1/studio/draft',
  summary: 'Save the draft. It is refused if somebody else, or another tab, has saved since the revision that was read.',
  largestBody: 2_000_000,
  body: z.object({ type: experienceType, revision, script: draftSchema }),
  answer: z.object({ revision: z.number() }),
  errors: ['experience_unknown', 'draft_changed'],
});

export const proveDraft = defineCall({
  ...write,
  path: '/api/v1/studio/prove',
  summary: 'Which rules the saved draft breaks, and where.',
  body: z.object({ type: experienceType }),
  answer: z.object({
    findings: z.array(z.object({ rule: z.enum(scriptRules), place: z.string(), language: z.optional(language) })),
  }),
  errors: ['experience_unknown'],
});

export const submitDraft = defineCall({
  ...write,
  path: '/api/v1/studio/submit',
  summary: 'Submit the saved draft for review: it becomes a version, which never changes.',
  body: z.object({
    type: experienceType,
    revision,
    /** The author may use everything that is in it, and it advertises nothing. */
    rights: flag.check(z.refine((value) => value, 'rights_needed')),
    noPromotion: flag.check(z.refine((value) => value, 'promotion_refused')),
  }),
  answer: z.object({ experience }),
  errors: ['experience_unknown', 'page_needed', 'draft_changed', 'script_not_proven', 'not_reviewable'],
});

export const inviteToRehearsal = defineCall({
  ...write,
  path: '/api/v1/studio/invite',
  summary:
    'Freeze the saved draft for a rehearsal with a colleague, and invite them by a link. Only somebody with access to the beta can follow ' +
    'it; what is frozen is never published.',
  refusesSuspended: true,
  body: z.object({ type: experienceType, revision }),
  answer: invitationMade,
  errors: ['account_suspended', 'experience_unknown', 'draft_changed', 'script_not_proven'],
});

export const withdrawSubmission = defineCall({
  ...write,
  path: '/api/v1/studio/withdraw',
  summary: 'Take back what awaits a review.',
  body: z.object({ type: experienceType }),
  answer: z.object({ experience }),
  errors: ['experience_unknown', 'not_reviewable'],
});

export const updateProfile = defineCall({
  ...write,
  path: '/api/v1/studio/profile',
  summary: 'Change one’s own page.',
  body: z.object(profile),
  answer: success,
  errors: ['slug_taken', 'file_not_ready'],
});

// ---- Office

const office = { audience: 'admin', params: nothing } as const;
const reason = text(2_000).check(z.refine((value) => value.trim() !== '', 'reason_blank'));
const reviewed = z.object({
  ...experience.shape,
  /** The name on the author's page. */
  author: z.string(),
  /** Of the administrator who asks. */
  isOwn: z.boolean(),
});

export const listReviews = defineCall({
  ...office,
  method: 'GET',
  path: '/api/v1/office/reviews',
  summary: 'All experiences that have ever been submitted: those that await a decision first, the eldest of them first.',
  body: nothing,
  answer: z.object({ experiences: z.array(reviewed) }),
  errors: [],
});

export const readVersion = defineCall({
  ...office,
  method: 'GET',
  path: '/api/v1/office/version',
  summary: 'A version of an experience, and the one that is in production.',
  body: z.object({ versionID: id }),
  answer: z.object({
    type: z.string(),
    number: z.number(),
    script: scriptSchema,
    production: z.nullable(z.object({ number: z.number(), script: scriptSchema })),
  }),
  errors: ['not_found'],
});

export const decideVersion = defineCall({
  ...office,
  method: 'POST',
  path: '/api/v1/office/review',
  summary: 'Approve what was submitted, for beta or for production, or refuse it, with a reason. The author is mailed.',
  body: z.object({ versionID: id, decision: z.enum(['beta', 'production', 'refuse'], 'invalid'), reason }),
  answer: success,
  errors: ['not_found', 'not_reviewable', 'other_person_needed', 'script_not_proven'],
});

export const publishVersion = defineCall({
  ...office,
  method: 'POST',
  path: '/api/v1/office/publish',
  summary: 'Publish an approved version, also an earlier one, or none. Sessions that run keep theirs.',
  body: z.object({
    type: experienceType,
    stage: z.enum(['beta', 'production'], 'invalid'),
    versionID: z.nullable(id),
    reason,
  }),
  answer: success,
  errors: ['experience_unknown', 'not_reviewable', 'other_person_needed', 'script_not_proven'],
});

export const takeDown = defineCall({
  ...office,
  method: 'POST',
  path: '/api/v1/office/takedown',
  summary: 'Take an experience down, or put it back. Waiting for it ends; sessions that run go on. The author is mailed.',
  body: z.object({ type: experienceType, isDown: flag, reason }),
  answer: success,
  errors: ['experience_unknown', 'not_reviewable', 'other_person_needed'],
});

const category = z
  .object({
    categoryID: z.string('invalid').check(z.regex(/^[a-z0-9-]{2,40}$/, 'invalid')),
    /** English is shown where a language has none. */
    name: perLanguage(required(60)).check(z.refine(({ en }) => en !== undefined, { error: 'name_blank', path: ['en'] })),
    description: perLanguage(line(200)),
  })
  .check(({ value: { name, description }, issues }) => {
    for (const each of languages)
      if (description[each] && !name[each])
        issues.push({ code: 'custom', message: 'name_blank', path: ['name', each], input: name });
  });

export const listCategories = defineCall({
  ...office,
  method: 'GET',
  path: '/api/v1/office/categories',
  summary: 'The categories of the catalogue in their order.',
  body: nothing,
  answer: z.object({
    /** Of the whole list; it differs after every change. */
    revision: z.string(),
    categories: z.array(
      z.object({ categoryID: z.string(), name: perLanguage(z.string()), description: perLanguage(z.string()) }),
    ),
  }),
  errors: [],
});

export const saveCategories = defineCall({
  ...office,
  method: 'POST',
  path: '/api/v1/office/categories',
  summary:
    'Change the categories and their order. One with experiences in it cannot be left out. Refused if somebody else has changed the list since the revision that was read.',
  body: z.object({
    revision: line(64),
    categories: z.array(category).check(
      z.maxLength(40, 'invalid'),
      z.refine((all) => new Set(all.map(({ categoryID }) => categoryID)).size === all.length, 'invalid'),
    ),
  }),
  answer: success,
  errors: ['category_in_use', 'categories_changed'],
});

export const grantBeta = defineCall({
  ...office,
  method: 'POST',
  path: '/api/v1/office/beta',
  summary: 'Give a person access to experiences in beta, or revoke it.',
  body: z.object({ personID: id, hasAccess: flag }),
  answer: success,
  errors: ['not_found'],
});
