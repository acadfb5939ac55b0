import * as z from 'zod/mini';
import { nothing, success, user } from './accounts.ts';
import { defineCall } from './call.ts';
import { experienceCard } from './catalogue.ts';
import { flag, line, text } from './fields.ts';
import { limits } from './limits.ts';
import { minuteType } from './matchmaking.ts';
import { roomID } from './rooms.ts';
import { experienceType } from './scripts.ts';

/** How long a guest's account and session last, ms. */
export const guestLife = 2 * 3_600_000;

/** The code of an invitation, which is part of its link. An invitation is a pool of its own, named `type:code`. */
export const invitationCode = (invitationRoomID: string): string => invitationRoomID.slice(invitationRoomID.indexOf(':') + 1);

export const invitationMade = z.object({
  /** `type:code`. */
  roomID: z.string(),
  position: z.literal(1),
  invitation: z.object({ code: z.string(), url: z.string(), expiresAt: z.number() }),
});

export const createInvitation = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/create-invitation',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Invite one person by a link. The host waits in the pool `personalInvite` with the code as group space.',
  params: nothing,
  body: z.object({
    type: z._default(z.optional(experienceType), minuteType),
    /** Only people with an account can follow it. */
    membersOnly: z.optional(flag),
  }),
  answer: invitationMade,
  errors: ['account_suspended', 'experience_unknown', 'membership_needed'],
});

export const askFriend = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/ask-friend',
  audience: 'member',
  refusesSuspended: true,
  summary:
    'Ask a member of the caller’s circle for a minute: a personal invitation that only they can follow, shown in their open lobby.',
  params: nothing,
  body: z.object({ friendID: line(64) }),
  answer: invitationMade,
  errors: ['account_suspended', 'account_held', 'not_found', 'friend_away'],
});

/** Sent to the open pages of a member who is asked for a minute, and when that is withdrawn. */
export const minuteAsked = 'minute:asked';
export const minuteWithdrawn = 'minute:withdrawn';
export interface MinuteAsked {
  /** Names the request when it is withdrawn, or over. */
  readonly id: string;
  readonly code: string;
  /** The first name of the friend who asks. */
  readonly firstName: string;
  /** How long it can be accepted from now on, ms. */
  readonly life: number;
}

export const cancelInvitation = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/cancel-invitation',
  audience: 'member',
  summary: 'Withdraw one of the caller’s invitations. One that is over, or another account’s, stays as it is.',
  params: nothing,
  body: z.object({ roomID }),
  answer: success,
  errors: [],
});

export const retrieveInvitation = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/retrieve-invitation',
  audience: 'anyone',
  summary:
    'Look up an invitation. With `guest`, and with terms and age confirmed, a visitor gets a guest’s account for this one ' +
    'encounter.',
  params: nothing,
  body: z.object({
    roomID,
    guest: z.optional(flag),
    termsAccepted: z.optional(flag.check(z.refine((value) => value, 'terms_needed'))),
    over18: z.optional(flag.check(z.refine((value) => value, 'adult_needed'))),
    language: z.optional(line(35)),
    userAgent: z.optional(text(limits.agent)),
  }),
  answer: z.object({
    /** With its card, unless it is the minute. */
    experience: z.object({ type: z.string(), name: z.string(), card: z.optional(experienceCard) }),
    /** The first name of the host. */
    hostFirstName: z.string(),
    /** It is to a rehearsal of what is not published. */
    isRehearsal: z.optional(z.boolean()),
    user: z.optional(user),
    token: z.optional(z.string()),
  }),
  errors: ['invitation_inactive', 'invitation_own', 'invitation_for_members', 'terms_not_accepted'],
});

export const storeInvitationSession = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/store-invitation-session',
  audience: 'member',
  opensToGuests: true,
  summary: 'Whether the room of an invitation is confirmed. Changes nothing.',
  params: nothing,
  body: z.object({ roomID }),
  answer: success,
  errors: ['room_not_found'],
});
