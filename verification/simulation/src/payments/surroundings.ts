import type { SeededRandom } from '../seeded-random.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Outside } from './outside.ts';
import type { PaymentProcess, Tables } from './process.ts';
import type { Society } from './society.ts';

/** What the product has accepted of somebody about one of their memberships. */
export interface Accepted {
  readonly kind: 'cancel' | 'withdraw' | 'ban' | 'delete';
  readonly at: number;
  readonly membershipId: string;
}

/** What is known of a person. */
export interface Biography {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly accepted: readonly Accepted[];
  /** How many of their free tries were used. */
  readonly usedTries: number;
}

/** A simulated world as those see it who live in it, and those who watch it. */
export interface Surroundings {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly outside: Outside;
  readonly society: Society;
  readonly tables: Tables;
  readonly people: readonly Biography[];
  /** Charges that their holders have made at a keyboard. */
  readonly paidByHand: Set<string>;
  readonly isHealed: boolean;
  /** Since when the provider has answered, epoch ms; infinite while it does not. */
  readonly calmSince: number;
  readonly id: () => string;
  /** One of the processes that answer; undefined if none does. */
  anyProcess(): PaymentProcess | undefined;
  /** Every process does within a minute what it does every minute. */
  lookSoon(): void;
  /** Notes that somebody who tried out cards was refused. */
  cardsTried(): void;
  fault(error: unknown, where?: string): void;
  broken(promise: string, message: string): void;
}
