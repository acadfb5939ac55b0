import { addDays, dateIn, startOf } from '../platform/zones.ts';
import type { GatheringRow } from './store.ts';
import type { WallTime } from './tables.ts';

/** When the regular gatherings take place. */
export interface RegularSettings {
  /** `HH:MM` */
  readonly time: string;
  readonly zone: string;
  /** ms */
  readonly length: number;
}

/** A date of a further zone on which a regular gathering takes place. */
export interface OpenDate {
  readonly zone: string;
  readonly date: string;
}

const slugOf = (zone: string): string => zone.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** `regular-europe-berlin-2026-11-22`. Source: requirements/gatherings 1.4. */
export const regularId = (zone: string, date: string): string => `regular-${slugOf(zone)}-${date}`;

/** The instants of a wall time, server epoch ms: the start as its zone has it, and the end exactly `length` ms later. */
export function instantsOf({ date, time, zone, length }: WallTime): { readonly startsAt: Date; readonly endsAt: Date } {
  const start = startOf(date, time, zone);
  return { startsAt: new Date(start), endsAt: new Date(start + length) };
}

/** A regular gathering as its row would be. */
export function regularRow({ zone, date }: OpenDate, { time, length }: RegularSettings, capacity: number): GatheringRow {
  const { startsAt, endsAt } = instantsOf({ date, time, zone, length });
  return {
    ...{ id: regularId(zone, date), isRegular: true, name: '', date, time, zone, lengthMs: length, startsAt, endsAt },
    ...{ groupId: null, welcomeStatement: '', surveyUrl: null, host: null, state: 'approved', revision: 0, pending: null },
    ...{ capacity, listed: true, createdAt: startsAt, changedAt: startsAt, decidedBy: null, decidedAt: null, reason: null },
  };
}

/** The regular gatherings of yesterday, today and tomorrow, as dates of the zone. Source: requirements/gatherings 1.7. */
export const regularDates = (zone: string, now: number): OpenDate[] =>
  [-1, 0, 1].map((days) => ({ zone, date: addDays(dateIn(zone, now), days) }));

/** How long special gatherings are listed before and after now. */
export const listedBefore = 24 * 3_600_000;
export const listedAhead = 60 * 24 * 3_600_000;
