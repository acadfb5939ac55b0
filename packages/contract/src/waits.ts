import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';

/** The lengths of a wait that are ever promised, minutes. An estimate is rounded up to one of them. */
export const promisedMinutes = [1, 2, 3, 5, 10] as const;

/**
 * What can be said of a wait that begins now: somebody waits whom the member could meet; half of those who came at this hour met
 * somebody within so many minutes; few come at this hour; or nobody came at this hour yesterday.
 */
export const waitPromise = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('somebody') }),
  z.object({ kind: z.literal('minutes'), minutes: z.literal(promisedMinutes) }),
  z.object({ kind: z.literal('few') }),
  z.object({ kind: z.literal('nobody') }),
]);
export type WaitPromise = z.output<typeof waitPromise>;

export const waitPromises = defineCall({
  method: 'GET',
  path: '/api/v1/waits/promise',
  audience: 'member',
  summary: 'How long somebody who connects now is likely to wait, by `{type}:anyone` and `{type}:myCircle`.',
  params: nothing,
  body: nothing,
  answer: z.object({ promises: z.record(z.string(), waitPromise) }),
  errors: [],
});
