import type { EndReason, ReadyPayload, RoomBegin, RoomIntro, Snapshot } from '@unspoken/contract/encounters';
import type { Event } from './model.ts';

/** The common start that an event carries: the announcement, or the snapshot after a reconnect. */
export const startOf = (event: Event): RoomBegin | undefined => {
  if (event.type === 'start announced') return event.begin;
  return event.type === 'snapshot arrived' ? named(event.snapshot, event.snapshot.startsAt) : undefined;
};

/** The same for the intro of a script. */
export const introOf = (event: Event): RoomIntro | undefined => {
  if (event.type === 'intro announced') return event.intro;
  return event.type === 'snapshot arrived' ? named(event.snapshot, event.snapshot.introStartsAt) : undefined;
};

const named = ({ roomID, now }: Snapshot, startsAt: number | undefined): RoomBegin | undefined =>
  roomID === undefined || startsAt === undefined ? undefined : { roomID, startsAt, now };

/** The payload of a partner's `ready`. */
export const readyOf = (event: Event): ReadyPayload =>
  event.type === 'room message arrived' ? ((event.message.payload ?? {}) as ReadyPayload) : {};

/** Whether this is a message of the partner with this name. */
export const messageNamed = (event: Event, name: string) => event.type === 'room message arrived' && event.message.name === name;

/** How the encounter ended, as the server has named it for this side. */
export const endNamed = (event: Event): EndReason | undefined => {
  if (event.type === 'server named the end') return event.endReason;
  return event.type === 'room message arrived' ? (event.message.endReason ?? 'unknown') : undefined;
};
