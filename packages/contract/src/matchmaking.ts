import * as z from 'zod/mini';
import { defineEmission } from './call.ts';
import type { ErrorCode } from './errors.ts';
import { count, flag, id, line, text } from './fields.ts';
import { type ShortLength, shortLengths } from './lengths.ts';
import { limits } from './limits.ts';
import { ok } from './presence.ts';

/** The minute. It is code; every other type is a script of the catalogue. */
export const minuteType = 'oneminute';
export const poolTypes = ['anyone', 'myCircle', 'personalInvite'] as const;
export type PoolType = (typeof poolTypes)[number];

/** Where people wait for each other: two can be paired only within one pool. */
export interface Pool {
  readonly experienceType: string;
  readonly poolType: PoolType;
  readonly groupSpace: string;
}
export const poolKey = (pool: Pool): string => `${pool.experienceType}:${pool.poolType}:${pool.groupSpace}`;

/** Whether strangers meet in this pool for the minute, outside group spaces: there newcomers are welcomed, and meetings can be shorter. */
export const isAmongStrangers = ({ experienceType, poolType, groupSpace }: Pool): boolean =>
  experienceType === minuteType && poolType === 'anyone' && groupSpace === 'open';

const pool = {
  experienceType: z.optional(line(64)),
  poolType: z.optional(z.enum(poolTypes)),
  groupSpace: z.optional(line(64)),
  noRepeat: z.optional(flag),
  token: z.optional(z.string()),
  /** Identifies this connect request: a repeat with the same id is the same request, and a cancelled request stays cancelled. */
  clickID: z.optional(line(64)),
};

export const connectClick = defineEmission({
  event: 'connectClick',
  summary: 'Wait for a partner, or be paired at once with one who waits.',
  payload: z.object({
    ...pool,
    clickTime: z.optional(count),
    timeZone: z.optional(line(100)),
    appName: z.optional(line(limits.agent)),
    appCodeName: z.optional(line(limits.agent)),
    language: z.optional(line(35)),
    userAgent: z.optional(text(limits.agent)),
    /** The call that the user answers. */
    ringID: z.optional(id),
    /** The user still reads the guidance: the position is reserved, and nobody is paired with it yet. */
    gettingReady: z.optional(flag),
    /** The longest meeting that the user wishes, and whether they also agree to less; in the minute among strangers only. */
    length: z.optional(z.enum(shortLengths)),
    orShorter: z.optional(flag),
  }),
  answer: ok,
});

export const cancelClick = defineEmission({
  event: 'cancelClick',
  summary:
    'Stop waiting. Once acknowledged, that request can never lead to a room; one that is only paused can, if it is sent again.',
  payload: z.object({
    ...pool,
    cancelClickTime: z.optional(count),
    /** The position is reserved for a while: the same request, sent again in that time, continues there. */
    pause: z.optional(flag),
  }),
  answer: ok,
});

/** What the matchmaker sends, in the spelling of requirements/matchmaking 9, which is nowhere else. `connectReceived` without a room: queued; with one: paired. */
export const matchmakerEvents = {
  connectReceived: 'connectRecieved',
  connectFailed: 'connectRecievedError',
  cancelReceived: 'cancelRecieved',
  cancelFailed: 'cancelRecievedError',
  sessionUpdated: 'updatesessionRecieved',
} as const;

/** A message of the matchmaker to a client. */
export interface MatchmakerEvent {
  readonly type: (typeof matchmakerEvents)[keyof typeof matchmakerEvents];
  readonly roomID?: string;
  readonly position?: 1 | 2;
  readonly error?: ErrorCode;
  readonly clickID?: string;
  /** With a room of a personal invitation: the partner has no account. */
  readonly partnerIsGuest?: true;
  /** With a room in a gathering: this person has met somebody in it before, and enters the room sooner. */
  readonly hasMetHere?: true;
  /** With a room: the two look at each other for less than the minute. */
  readonly length?: ShortLength;
  /** Without a room: somebody whom this person could be paired with gets ready to connect. */
  readonly partnerGettingReady?: true;
  /** Without a room, in a gathering: nobody has waited longer than this person. */
  readonly isNext?: true;
}
