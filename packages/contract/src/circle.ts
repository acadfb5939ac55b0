import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { flag, line, text } from './fields.ts';
import { roomOfMine } from './rooms.ts';

/** How the two people of a room stand to each other's circle, seen by one of them. A match is two adds, one each way. */
export const circleFlags = z.object({
  success: z.literal(true),
  addedByOther: z.boolean(),
  alreadyInMyCircleAddedByMe: z.boolean(),
  alreadyInMyCircleMatched: z.boolean(),
  /** The partner has no account of their own, or has deleted it. */
  otherIsGuest: z.boolean(),
  /** The partner's first name; only a match learns it. */
  firstName: z.optional(z.string()),
});
export type CircleFlags = z.output<typeof circleFlags>;

const partnerCall = { method: 'POST', audience: 'member', params: nothing, body: roomOfMine, answer: circleFlags } as const;

export const addToMyCircle = defineCall({
  ...partnerCall,
  path: '/api/v1/friends/addtomycircle',
  refusesSuspended: true,
  summary: 'Add the partner of an encounter to the caller’s circle. When both have, it is a match.',
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed', 'partner_is_guest', 'account_suspended'],
});

export const removeFromMyCircle = defineCall({
  ...partnerCall,
  path: '/api/v1/friends/removefrommycircle',
  summary: 'Remove the partner of an encounter from the circle. The partner is not notified.',
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed'],
});

export const checkPartnerCircle = defineCall({
  ...partnerCall,
  path: '/api/v1/friends/checkpartnercircle',
  summary: 'How the two people of an encounter stand to each other’s circle.',
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed'],
});

export const listFriends = defineCall({
  method: 'GET',
  path: '/api/v1/friends/list',
  audience: 'member',
  summary: 'The people of the caller’s circle: those who have added each other.',
  params: nothing,
  body: nothing,
  answer: z.object({
    friends: z.array(
      z.object({
        /** Identifies this entry of the caller’s own list; it is meaningless to anybody else. */
        friendID: z.string(),
        firstName: z.string(),
        note: z.string(),
        online: z.boolean(),
        /** When it became a match, epoch ms. */
        since: z.number(),
      }),
    ),
    /** Former guests of the caller who have an account now and have added them; the caller has not answered yet. */
    guests: z.array(
      z.object({
        /** Identifies the question; it is meaningless to anybody else. */
        guestID: z.string(),
        /** When the guest pressed Add, epoch ms. */
        since: z.number(),
      }),
    ),
  }),
  errors: [],
});
export type Friend = z.output<typeof listFriends.answer>['friends'][number];

const friendID = line(64);

export const removeFriend = defineCall({
  method: 'POST',
  path: '/api/v1/friends/remove',
  audience: 'member',
  summary: 'Remove a member from the circle. With `block` the two are never paired again. The member is not notified.',
  params: nothing,
  body: z.object({ friendID, block: z.optional(flag) }),
  answer: success,
  errors: ['not_found'],
});

export const noteFriend = defineCall({
  method: 'POST',
  path: '/api/v1/friends/note',
  audience: 'member',
  summary: 'A private note on a member of the circle.',
  params: nothing,
  body: z.object({ friendID, note: text(200) }),
  answer: success,
  errors: ['not_found'],
});

export const keepAdd = defineCall({
  method: 'POST',
  path: '/api/v1/friends/keepadd',
  audience: 'member',
  opensToGuests: true,
  summary: 'Store a guest’s add of their host for seven days; `claim` redeems it for an account.',
  params: nothing,
  body: roomOfMine,
  answer: z.object({ success: z.literal(true), claim: z.string() }),
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed', 'partner_is_guest'],
});

export const claimAdd = defineCall({
  method: 'POST',
  path: '/api/v1/friends/claimadd',
  audience: 'member',
  refusesSuspended: true,
  summary: 'A former guest adds the host they met, and the host is asked. Each claim works once, for seven days.',
  params: nothing,
  body: z.object({ claim: line(64) }),
  answer: success,
  errors: ['not_found', 'account_suspended'],
});

export const answerGuest = defineCall({
  method: 'POST',
  path: '/api/v1/friends/answerguest',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Add a former guest, or decline. The guest is not notified of the latter.',
  params: nothing,
  body: z.object({ guestID: line(64), add: flag }),
  answer: success,
  errors: ['not_found', 'account_suspended'],
});
