import type { PaymentMutant } from './mutants.ts';
import { BrokenPromise, PaymentWorld, type Tally } from './world.ts';

/** Lives several worlds, each of so many people; the same seed gives the same run. The tally, and the first broken promise. */
export async function livePayments({
  seed,
  lives,
  mutant,
  days = 400,
  traced = false,
}: {
  seed: number;
  lives: number;
  mutant?: PaymentMutant | undefined;
  days?: number;
  /** Whether errors have their stacks, which takes time. */
  traced?: boolean;
}): Promise<{ tally: Tally; broken?: { promise: string; message: string; seed: number } }> {
  const people = 8;
  const tally: Tally = {
    ...{
      lives: 0,
      charges: 0,
      renewals: 0,
      refunds: 0,
      disputes: 0,
      bounces: 0,
      places: 0,
      pauses: 0,
      crashes: 0,
      webhooks: 0,
      triedOut: 0,
    },
  };
  const { stackTraceLimit } = Error;
  if (!traced) Error.stackTraceLimit = 0;
  try {
    for (let index = 0; tally.lives < lives; index++) {
      const own = (seed + index * 7_919) >>> 0;
      try {
        const lived = await new PaymentWorld({ seed: own, people, days, mutant }).live();
        for (const key of Object.keys(tally) as (keyof Tally)[]) tally[key] += lived[key];
      } catch (error) {
        if (!(error instanceof BrokenPromise)) throw error;
        return { tally, broken: { promise: error.promise, message: error.message, seed: own } };
      }
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { tally };
}
