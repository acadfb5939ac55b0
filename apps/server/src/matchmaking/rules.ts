import { lengthsSuit } from '@unspoken/contract/lengths';
import { type Pool, poolKey } from '@unspoken/contract/matchmaking';
import type { WaitingEntry } from './state.ts';

export const isGroupSpace = ({ groupSpace, poolType }: Pool): boolean => groupSpace !== 'open' && poolType !== 'personalInvite';

/** Whether a pool of this kind can exist: in a group space anyone meets anyone. Whether there is such a space is not decided here. */
export const isKnownPool = (pool: Pool): boolean => !isGroupSpace(pool) || pool.poolType === 'anyone';

/** The group space of a pool, by the pool's key, in which people meet anyone. */
export function groupSpaceOf(key: string): string | undefined {
  const [, poolType, groupSpace = 'open'] = key.split(':');
  return poolType === 'anyone' && groupSpace !== 'open' ? groupSpace : undefined;
}

const avoids = (one: WaitingEntry, other: WaitingEntry, now: number): boolean => (one.avoid[other.accountId] ?? 0) > now;

const wants = (one: WaitingEntry, other: WaitingEntry): boolean => one.only?.includes(other.accountId) ?? true;

/** Whether the other does not stand in, or this one has been alone for long enough. Two stand-ins are never paired. */
const needs = (one: WaitingEntry, other: WaitingEntry, now: number): boolean =>
  !other.standsIn || (!one.standsIn && one.aloneFrom !== undefined && one.aloneFrom <= now);

/** Whether this person has waited for so long that only the order of the queue counts. */
export const isInOrder = ({ queuedAt, orderAfter }: WaitingEntry, now: number): boolean =>
  orderAfter === undefined || queuedAt + orderAfter <= now;

/** Whether a newcomer still waits for a welcomer, which the other is not, and neither of the two has waited for long. */
const waitsForWelcomer = (newcomer: WaitingEntry, other: WaitingEntry, now: number): boolean =>
  newcomer.isNew === true && !other.welcomes && !isInOrder(newcomer, now) && !isInOrder(other, now);

/** Whether two waiting people can be paired at this instant. Symmetric. Source: requirements/matchmaking 5. */
export const mayPair = (a: WaitingEntry, b: WaitingEntry, now: number): boolean =>
  a.accountId !== b.accountId &&
  poolKey(a.pool) === poolKey(b.pool) &&
  wants(a, b) &&
  wants(b, a) &&
  !avoids(a, b, now) &&
  !avoids(b, a, now) &&
  needs(a, b, now) &&
  needs(b, a, now) &&
  lengthsSuit(a, b) &&
  !waitsForWelcomer(a, b, now) &&
  !waitsForWelcomer(b, a, now);

/** Until when a person met at `metAt` is avoided: exactly to the end of the hour. */
export const avoidedUntil = (metAt: number, window: number): number => metAt + window;
