import { type Pool, poolKey } from '@unspoken/contract/matchmaking';
import type { WaitingEntry } from './state.ts';

/** Whether a pool of this kind can exist. So far only personal invitations have group spaces. */
export const isKnownPool = ({ groupSpace, poolType }: Pool): boolean => groupSpace === 'open' || poolType === 'personalInvite';

const avoids = (one: WaitingEntry, other: WaitingEntry, now: number): boolean => (one.avoid[other.accountId] ?? 0) > now;

const wants = (one: WaitingEntry, other: WaitingEntry): boolean => one.only?.includes(other.accountId) ?? true;

/** Whether two waiting people can be paired at this instant. Symmetric. Source: requirements/matchmaking 5. */
export const mayPair = (a: WaitingEntry, b: WaitingEntry, now: number): boolean =>
  a.accountId !== b.accountId &&
  poolKey(a.pool) === poolKey(b.pool) &&
  wants(a, b) &&
  wants(b, a) &&
  !avoids(a, b, now) &&
  !avoids(b, a, now);

/** Until when a person met at `metAt` is avoided: exactly to the end of the hour. */
export const avoidedUntil = (metAt: number, window: number): number => metAt + window;
