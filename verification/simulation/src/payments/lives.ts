import type { PaymentMutant } from './mutants.ts';
import { BrokenPromise, PaymentWorld, type Tally } from './world.ts';

export interface LivesOptions {
  readonly seed: number;
  /** At least this many are lived, over all shares; a world has eight. */
  readonly lives: number;
  readonly mutant?: PaymentMutant | undefined;
  readonly days?: number;
  /** Whether errors have their stacks, which takes time. */
  readonly traced?: boolean;
  /** Which of the worlds are lived: every `of`th, from `nth` on. */
  readonly share?: { readonly nth: number; readonly of: number };
}

export interface Lived {
  readonly tally: Tally;
  readonly broken?: { readonly promise: string; readonly message: string; readonly seed: number };
}

const all = { nth: 0, of: 1 };

/** Lives several worlds, each of so many people; the same seed gives the same run. The tally, and the first broken promise. */
export async function livePayments({
  seed,
  lives,
  mutant,
  days = 400,
  traced = false,
  share: { nth, of } = all,
}: LivesOptions): Promise<Lived> {
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
    for (let index = nth; index * people < lives; index += of) {
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
