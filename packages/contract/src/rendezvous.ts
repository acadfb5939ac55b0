import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { count, line } from './fields.ts';

/** A rendezvous begins with a quarter of an hour in UTC, ms, at most so far ahead. */
export const quarter = 900_000;
export const farthestRendezvous = 48 * 3_600_000;
/** How long before or after the quarter a visitor may connect to have kept it, and how long they wait, ms. */
export const rendezvousWindow = 180_000;
export const rendezvousPatience = 240_000;
/** How many a member has open at most; fewer while so many were missed within so many days. */
export const mostRendezvous = { usual: 3, afterMissing: 1, missed: 3, days: 14 } as const;

export const rendezvousPools = ['anyone', 'myCircle'] as const;
export type RendezvousPool = (typeof rendezvousPools)[number];
const poolType = z.enum(rendezvousPools);

const offer = z.object({
  /** Epoch ms. */
  startsAt: z.number(),
  /** How many others have chosen it; with `myCircle` those of the member's circle. */
  others: z.number(),
});
export type RendezvousOffer = z.output<typeof offer>;

const list = z.object({
  /** The member's own that are not over, by start. */
  rendezvous: z.array(z.object({ id: z.string(), startsAt: z.number(), poolType, others: z.number() })),
  /** How many they can have at a time. */
  most: z.number(),
});
export type OwnRendezvous = z.output<typeof list>['rendezvous'][number];

export const listRendezvous = defineCall({
  method: 'GET',
  path: '/api/v1/rendezvous',
  audience: 'member',
  summary: 'The quarters of an hour in which the member has agreed to come.',
  params: nothing,
  body: nothing,
  answer: list,
  errors: [],
});

export const rendezvousOffers = defineCall({
  method: 'GET',
  path: '/api/v1/rendezvous/offers',
  audience: 'member',
  summary: 'For each pool three quarters of an hour in which the member is likely to meet somebody, by start.',
  params: nothing,
  body: nothing,
  answer: z.object({ anyone: z.array(offer), myCircle: z.array(offer) }),
  errors: [],
});

const startsAt = count;

export const makeRendezvous = defineCall({
  method: 'POST',
  path: '/api/v1/rendezvous',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Agree to come in a quarter of an hour.',
  params: nothing,
  body: z.object({ startsAt, poolType: z._default(z.optional(poolType), 'anyone') }),
  answer: list,
  errors: ['quarter_invalid', 'too_many_rendezvous'],
});

export const moveRendezvous = defineCall({
  method: 'POST',
  path: '/api/v1/rendezvous/move',
  audience: 'member',
  refusesSuspended: true,
  summary: 'Come in another quarter of an hour instead.',
  params: nothing,
  body: z.object({ id: line(64), startsAt }),
  answer: list,
  errors: ['quarter_invalid', 'not_found'],
});

export const cancelRendezvous = defineCall({
  method: 'POST',
  path: '/api/v1/rendezvous/cancel',
  audience: 'member',
  summary: 'Not come after all.',
  params: nothing,
  body: z.object({ id: line(64) }),
  answer: list,
  errors: [],
});

/** Sent to the open pages of a member, which acknowledge it. */
export const rendezvousEvent = 'rendezvous';
export interface RendezvousNews {
  readonly id: string;
  readonly startsAt: number;
  readonly poolType: RendezvousPool;
  /** `call`: it begins in two minutes. `alone`: nobody else has chosen it, but others have chosen `instead`. */
  readonly news: 'call' | 'alone';
  /** Until when it can be answered, server epoch ms. */
  readonly until: number;
  readonly instead?: RendezvousOffer;
}
