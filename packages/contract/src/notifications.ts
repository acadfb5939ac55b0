import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { count, flag, line } from './fields.ts';
import { minuteType, type Pool } from './matchmaking.ts';
import type { RendezvousNews } from './rendezvous.ts';

/** How often a member can choose to be called in a day, and how often they are unless they choose. */
export const ringsPerDay = { least: 1, greatest: 10, usual: 3 } as const;
/** The hours of the day, in the member's own time zone, between which nobody is called unless they choose others. */
export const usualQuietHours = { from: 22, to: 8 } as const;
const mostSwitches = 500;

/** A type, for anyone, or `{type}:myCircle`. */
export const notificationSwitch = line(80).check(z.regex(/^[a-z0-9_-]{1,64}(:myCircle)?$/i, 'invalid'));
export const switchOf = ({ experienceType, poolType }: Pick<Pool, 'experienceType' | 'poolType'>): string =>
  poolType === 'myCircle' ? `${experienceType}:myCircle` : experienceType;

const switches = z.object({ experienceTypes: z.array(notificationSwitch).check(z.maxLength(mostSwitches)) });

export const notificationRequests = defineCall({
  method: 'GET',
  path: '/api/v1/notifications/requests',
  audience: 'member',
  summary: 'For which types, or `{type}:myCircle`, the member has asked to be called when somebody waits.',
  params: nothing,
  body: nothing,
  answer: switches,
  errors: [],
});

export const changeNotificationRequests = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/requests',
  audience: 'member',
  summary: 'Be called when somebody waits for one of these types, and for no others.',
  params: nothing,
  body: switches,
  answer: switches,
  errors: ['experience_unknown'],
});

const hour = count.check(z.refine((value) => value <= 23, 'invalid'));
const chosen = {
  /** Full hours of the member's own time zone. The same twice: there are no quiet hours. */
  quietFrom: hour,
  quietTo: hour,
  dailyCap: count.check(z.refine((value) => value >= ringsPerDay.least && value <= ringsPerDay.greatest, 'invalid')),
};

export const notificationSettings = defineCall({
  method: 'GET',
  path: '/api/v1/notifications/settings',
  audience: 'member',
  summary: 'When and how often the member can be called, and until when they have asked for a single call.',
  params: nothing,
  body: nothing,
  answer: z.object({
    quietFrom: z.number(),
    quietTo: z.number(),
    dailyCap: z.number(),
    /** The zone of the quiet hours and of the day: that of the newest session; null if no browser has named one. */
    timeZone: z.nullable(z.string()),
    /** After five calls in a row without an answer there is one a day. */
    isSeldomCalled: z.boolean(),
    callMe: z.nullable(z.object({ experienceType: z.string(), until: z.number() })),
    /** The browsers that can be reached while no page is open, the newest first. */
    devices: z.array(z.object({ endpoint: z.string(), userAgent: z.nullable(z.string()), createdAt: z.number() })),
  }),
  errors: [],
});
export type NotificationSettings = z.output<typeof notificationSettings.answer>;

export const changeNotificationSettings = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/settings',
  audience: 'member',
  summary: 'Choose the quiet hours and how many calls a day there are at most.',
  params: nothing,
  body: z.object(chosen),
  answer: notificationSettings.answer,
  errors: [],
});

export const callMe = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/callme',
  audience: 'member',
  summary: 'Be called once when somebody waits within the next two hours, whatever the hour and the cap; or no longer.',
  params: nothing,
  body: z.object({
    experienceType: z._default(z.optional(notificationSwitch), minuteType),
    off: z._default(z.optional(flag), false),
  }),
  answer: notificationSettings.answer,
  errors: ['experience_unknown'],
});

/** How many browsers of a member can be reached by push; of more the oldest is forgotten. */
export const mostDevices = 10;
const base64url = (longest: number) => line(longest).check(z.regex(/^[\w-]+={0,2}$/, 'invalid'));

export const subscribeDevice = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/subscriptions',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Be reached by push in this browser too, until its session ends. Source: W3C Push API, RFC 8291.',
  params: nothing,
  body: z.object({ endpoint: line(1_000), p256dh: base64url(100), auth: base64url(40) }),
  answer: notificationSettings.answer,
  errors: ['push_endpoint_refused'],
});

export const unsubscribeDevice = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/unsubscribe',
  audience: 'member',
  summary: 'No longer be reached by push in this browser.',
  params: nothing,
  body: z.object({ endpoint: line(1_000) }),
  answer: notificationSettings.answer,
  errors: [],
});

export const testCall = defineCall({
  method: 'POST',
  path: '/api/v1/notifications/test',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Send a test notification to every browser of the member that can be reached by push.',
  params: nothing,
  body: nothing,
  /** How many browsers there are, and for how many of them the push service accepted it. */
  answer: z.object({ devices: z.number(), accepted: z.number() }),
  errors: [],
});

/** Sent to the socket of somebody who waits, each time a member is called for them. */
export const callingEvent = 'calling';
export interface Calling {
  readonly clickID: string;
}

/** What a service worker receives. Times are epoch ms of the server. No message names anybody. */
export type PushPayload =
  | (Ring & { readonly kind: 'ring'; readonly at: number; readonly language: string })
  | (RendezvousNews & { readonly kind: 'rendezvous'; readonly at: number; readonly language: string })
  | { readonly kind: 'test'; readonly language: string };

/** Sent to the open pages of a member who is called, which acknowledge it. A page that answers connects in this pool with `ringID`. */
export const ringEvent = 'ring';
export interface Ring {
  readonly ringID: string;
  readonly pool: Pick<Pool, 'experienceType' | 'poolType'>;
  /** Until when the one who waits is likely to wait, server epoch ms. */
  readonly until: number;
  /** Sent with the first call after five without an answer: from now on there is at most one a day. */
  readonly isSeldom?: true;
}
