import type { ReadyPayload } from '@unspoken/contract/encounters';
import type { Event } from './model.ts';

/** The common start that an event carries: the announcement, or the snapshot after a reconnect. */
export const startOf = (event: Event): { roomID?: string; startsAt: number; now: number } | undefined => {
  if (event.type === 'start announced') return event.begin;
  if (event.type !== 'snapshot arrived' || event.snapshot.startsAt === undefined) return undefined;
  return { ...event.snapshot, startsAt: event.snapshot.startsAt };
};

/** The payload of a partner's `ready`. */
export const readyOf = (event: Event): ReadyPayload =>
  event.type === 'room message arrived' ? ((event.message.payload ?? {}) as ReadyPayload) : {};

/** Whether this is a message of the partner with this name. */
export const messageNamed = (event: Event, name: string) => event.type === 'room message arrived' && event.message.name === name;
