import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { email, flag, line, password, personName, text } from './fields.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';

/** Versions of the policies that a user accepts; the texts of the brand folder name them too. */
export const policyVersions = { terms: '2018-sample-1', privacy: '2019-sample-1' } as const;

export const roles = ['guest', 'experienceGuest', 'member', 'facilitator', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * How far a registration has come while there is a waiting list: the questionnaire is not answered yet, it is answered,
 * the application was declined. Null once the account is admitted.
 */
export const registeringStages = ['sentCredentials', 'sentInfo', 'declined'] as const;
export type RegisteringStage = (typeof registeringStages)[number];

/** What is known about a membership (requirements/calls 10); instants are ISO 8601 text. */
export const subscription = z.object({
  subscriptionAmount: z.nullable(z.number()),
  initialPaymentSucceeded: z.boolean(),
  trialUsed: z.boolean(),
  activeSubscription: z.boolean(),
  freeExperienceUsed: z.boolean(),
  pendingInvoice: z.boolean(),
  subscriptionCancelsAt: z.nullable(z.string()),
  trialEnds: z.nullable(z.string()),
});
export type Subscription = z.output<typeof subscription>;

/** The account as its owner sees it (requirements/calls 1.10). */
export const user = z.object({
  userId: z.string(),
  role: z.enum(roles),
  email: z.string(),
  name: z.string(),
  language: z.enum(languages),
  isPasswordExist: z.boolean(),
  facebookID: z.nullable(z.string()),
  needsVerification: z.boolean(),
  registeringStage: z.nullable(z.enum(registeringStages)),
  completedMinutes: z.number(),
  thanksReceived: z.number(),
  sessionManuallyEnded: z.number(),
  HMGuidance1Accepted: z.boolean(),
  hasTriedToConnect: z.boolean(),
  /** The account is on the mailing list; or has asked for it, and not yet confirmed the mailed link. */
  solicitedEmails: z.boolean(),
  emailsAsked: z.boolean(),
  accountSuspended: z.boolean(),
  /** When the hold on this account ends at the latest, epoch ms; null without a hold. Until then it cannot connect. */
  accountHeldUntil: z.nullable(z.number()),
  myCircleMatched: z.number(),
  /** Former guests who have an account now, have added this user, and await an answer. */
  guestsAwaiting: z.number(),
  showPositionGuideline: z.boolean(),
  /** The user wants a direct connection with people of their circle. */
  directInCircle: z.boolean(),
  /** The IANA name of the time zone that the user has chosen; null if that of their newest browser holds. */
  timeZone: z.nullable(z.string()),
  /** The user may open experiences that are not published yet. */
  betaExperienceAccess: z.boolean(),
  termsAccepted: z.boolean(),
  subscription,
});
export type User = z.output<typeof user>;

/** What counts towards the experience of a user. */
export interface EncounterCounters {
  readonly completedMinutes: number;
  readonly thanksReceived: number;
  /** How many minutes the user has ended before their time; `sessionManuallyEnded` on the wire. */
  readonly manualEnds: number;
}
type CountersOnWire = Pick<User, 'completedMinutes' | 'thanksReceived' | 'sessionManuallyEnded'>;

export const countersOnWire = ({ manualEnds, ...counters }: EncounterCounters): CountersOnWire => ({
  ...counters,
  sessionManuallyEnded: manualEnds,
});
export const countersFromWire = ({
  completedMinutes,
  thanksReceived,
  sessionManuallyEnded,
}: CountersOnWire): EncounterCounters => ({
  completedMinutes,
  thanksReceived,
  manualEnds: sessionManuallyEnded,
});

export const success = z.object({ success: z.boolean() });
export const nothing = z.object({});

/** What a browser reports about itself with a sign-in; stored with the session so that the user can recognise it. */
const agent = {
  appName: z.optional(line(limits.agent)),
  appCodeName: z.optional(line(limits.agent)),
  language: z.optional(line(35)),
  userAgent: z.optional(line(limits.agent)),
  timeZone: z.optional(line(100)),
  sessionId: z.optional(line(200)),
};
const origin = { referrerUrl: z.optional(line(limits.agent)), currentUrl: z.optional(line(limits.agent)) };

export const loginBody = z.object({ email, password, ...agent });
export const registerBody = z.object({
  name: personName,
  email,
  password,
  emailListRegistration: z.optional(flag),
  invitationHash: z.optional(line(200)),
  termsAccepted: z.optional(flag.check(z.refine((value) => value, 'terms_needed'))),
  over18: z.optional(flag.check(z.refine((value) => value, 'adult_needed'))),
  ...agent,
  ...origin,
});

/** No identity in the body is trusted: the server asks the provider. The address is used when the provider gives none. */
export const socialBody = z.object({
  accessToken: line(limits.agent),
  email: z.optional(email),
  password: z.optional(password),
  invitationHash: z.optional(line(200)),
  ...agent,
  ...origin,
});

export const loginFromToken = defineCall({
  method: 'GET',
  path: '/api/v1/account/loginfromtoken',
  audience: 'account',
  opensToGuests: true,
  summary: 'Sign in from the stored token.',
  params: nothing,
  body: nothing,
  answer: z.object({ token: z.string(), user }),
  errors: [],
});

export const login = defineCall({
  method: 'POST',
  path: '/api/v1/account/login',
  audience: 'anyone',
  summary: 'Sign in with e-mail and password.',
  params: nothing,
  body: loginBody,
  answer: z.object({ token: z.string(), user, needsVerification: z.boolean() }),
  errors: ['wrong_credentials', 'password_not_set', 'too_many_accounts', 'unavailable'],
});

export const register = defineCall({
  method: 'POST',
  path: '/api/v1/account/register',
  audience: 'anyone',
  summary: 'Create an account; a confirmation link is mailed.',
  params: nothing,
  body: registerBody,
  answer: z.object({ token: z.string(), user, needsVerification: z.boolean() }),
  errors: ['registration_failed', 'unavailable'],
});

export const socialLogin = defineCall({
  method: 'POST',
  path: '/api/v1/account/socialLogin',
  audience: 'anyone',
  summary:
    'Sign in with Facebook. Without an address from there `needEmail`; for an address that has an account `needPassword`, which links the two.',
  params: nothing,
  body: socialBody,
  answer: z.object({
    token: z.optional(z.string()),
    user: z.optional(user),
    needsVerification: z.optional(z.boolean()),
    needEmail: z.optional(z.boolean()),
    needPassword: z.optional(z.boolean()),
    email: z.optional(z.string()),
    name: z.optional(z.string()),
    /** What happened, for the statistics: `login` or `register`, with the provider's name. */
    action: z.optional(z.enum(['login', 'register'])),
    label: z.optional(z.string()),
  }),
  errors: [
    'social_profile_failed',
    'wrong_credentials',
    'password_not_set',
    'too_many_accounts',
    'facebook_taken',
    'unavailable',
  ],
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/v1/account/logout',
  audience: 'account',
  opensToGuests: true,
  summary: 'End the session of the token.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: [],
});

export const confirmEmail = defineCall({
  method: 'GET',
  path: '/api/v1/account/confirmemail/{hash}',
  audience: 'anyone',
  summary: 'Confirm an address by the mailed hash. Idempotent. A token comes only to the holder of that account’s own token.',
  params: z.object({ hash: text(200) }),
  body: nothing,
  answer: z.object({
    success: z.boolean(),
    /** The owner of this address becomes an admin, so the address is confirmed together with a new password. */
    needsPassword: z.optional(z.boolean()),
    token: z.optional(z.string()),
    email: z.optional(z.string()),
    facebookID: z.optional(z.nullable(z.string())),
    user: z.optional(user),
  }),
  errors: ['invalid_confirmation_link'],
});

export const confirmEmailWithPasswordBody = z.object({ password });
export const confirmEmailWithPassword = defineCall({
  method: 'POST',
  path: '/api/v1/account/confirmemail/{hash}',
  audience: 'anyone',
  summary: 'Confirm an address that makes its owner an admin. Sets a new password and ends every session.',
  params: z.object({ hash: text(200) }),
  body: confirmEmailWithPasswordBody,
  answer: success,
  errors: ['invalid_confirmation_link', 'unavailable'],
});

export const resendEmail = defineCall({
  method: 'POST',
  path: '/api/v1/account/resendemail',
  failureLog: 'could not resend',
  audience: 'account',
  summary: 'Mail the confirmation link again.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: [],
});

/** `resendEmail` as a GET (requirements/calls 2.8); the POST form exists because the call changes state. */
export const resendEmailByGet = defineCall({ ...resendEmail, method: 'GET' });

export const acceptedGuidance = defineCall({
  method: 'POST',
  path: '/api/v1/account/acceptedguidance',
  audience: 'member',
  opensToGuests: true,
  summary: 'The person accepted the first-time guidance.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: [],
});

export const rejectedGuidance = defineCall({
  ...acceptedGuidance,
  path: '/api/v1/account/rejectedguidance',
  summary: 'The person declined the first-time guidance.',
});

/** Accepts the terms later, for an account that was created without accepting them (requirements/accounts 2). */
export const acceptTerms = defineCall({
  method: 'POST',
  path: '/api/v1/account/acceptterms',
  audience: 'account',
  opensToGuests: true,
  summary: 'Accept terms and privacy, and confirm being 18 or over.',
  params: nothing,
  body: z.object({
    termsAccepted: flag.check(z.refine((value) => value, 'terms_needed')),
    over18: flag.check(z.refine((value) => value, 'adult_needed')),
  }),
  answer: success,
  errors: [],
});

export const hidePositionGuideline = defineCall({
  method: 'POST',
  path: '/api/v1/userpreferences/positionguideline',
  audience: 'member',
  opensToGuests: true,
  summary: 'Hide the position guideline for good.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: [],
});
export const hidePositionGuidelineByGet = defineCall({ ...hidePositionGuideline, method: 'GET' });
