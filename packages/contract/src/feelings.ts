import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { roomID } from './rooms.ts';

/** How somebody feels, from very low to very good. It never leaves the device. */
export const feelings = [1, 2, 3, 4, 5] as const;
export type Feeling = (typeof feelings)[number];

/** How somebody feels after the minute, compared with before. */
export const changes = ['worse', 'same', 'better'] as const;
export type Change = (typeof changes)[number];

export const changeOf = (before: Feeling, after: Feeling): Change =>
  after === before ? 'same' : after > before ? 'better' : 'worse';

/** The faces of the die that is thrown for each answer, and up to which of them the answer is the true one. */
export const dieFaces = 6;
export const lastTrueFace = 3;

/** With which probability an answer is the true one because the die says so; otherwise it is one of the three, uniformly. */
export const truthShare = lastTrueFace / dieFaces;

/**
 * The answer that is sent in place of the true one: randomised response with three answers (S. L. Warner, "Randomized response", JASA 60,
 * 1965; P. Kairouz, K. Bonawitz, D. Ramage, "Discrete distribution estimation under local privacy", ICML 2016, k-RR). Each answer is
 * sent with probability 2/3 if it is the true one, and 1/6 if it is not, so that one answer is ln 4-differentially private. `die` throws
 * a fair die: 1 to 6, each with the same probability. Source: requirements/looking 7.1.
 */
export function randomised(truth: Change, die: () => number): Change {
  const face = die();
  return changes[face - lastTrueFace - 1] ?? truth;
}

export const noteChange = defineCall({
  method: 'POST',
  path: '/api/v1/feelings',
  failureLog: 'Sending the answer failed',
  audience: 'member',
  opensToGuests: true,
  summary:
    'The randomised answer whether somebody feels worse, the same or better after a completed minute. The first answer of a ' +
    'person and room counts; a repetition changes nothing.',
  params: nothing,
  body: z.object({ roomID, change: z.enum(changes) }),
  answer: success,
  errors: ['not_found', 'room_not_found', 'message_not_allowed'],
});

/** Fewer answers are not published, and no more are added to what is published. Source: requirements/looking 7.2. */
export const fewestAnswers = 50;

export const publicEffect = defineCall({
  method: 'GET',
  path: '/api/v1/transparency/feelings',
  audience: 'anyone',
  summary:
    'Whether people feel better after their minute, estimated from randomised answers; null under 50 answers. The estimates are ' +
    'unbiased: they may lie below 0 or above 1.',
  params: nothing,
  body: nothing,
  answer: z.object({
    effect: z.nullable(
      z.object({
        answers: z.number(),
        /** The last day whose answers are among them, in UTC, for example 2026-11-22. */
        until: z.string(),
        /** The estimated share of those who feel worse, the same and better. */
        worse: z.number(),
        same: z.number(),
        better: z.number(),
        /** The share of those who feel better less that of those who feel worse, with its 95 % interval. */
        net: z.number(),
        low: z.number(),
        high: z.number(),
      }),
    ),
  }),
  errors: [],
});
export type Effect = NonNullable<z.output<typeof publicEffect.answer>['effect']>;
