import type { HostedGathering } from '@unspoken/contract/gatherings';
import type { GatheringRow } from './store.ts';
import type { PendingEdit } from './tables.ts';
import { viewOf } from './view.ts';

const minute = 60_000;

/** The wall time, the texts and the link of a gathering: what a change to it is about. */
export const valuesOf = ({ name, date, time, zone, lengthMs, welcomeStatement, surveyUrl }: GatheringRow): PendingEdit => ({
  ...{ name, date, time, zone, length: lengthMs, welcomeStatement, surveyUrl },
});

/** A gathering as its host and administrators see it; only the host also sees the name of its space. */
export function hostedViewOf(row: GatheringRow, view: Parameters<typeof viewOf>[1]): HostedGathering {
  const { state, date, time, lengthMs, listed, pending, reason, changedAt } = row;
  return {
    ...viewOf(row, view),
    ...{ state, date, time, length: lengthMs / minute, listed, reason },
    pending: pending && { ...pending, length: pending.length / minute },
    changedAt: changedAt.getTime(),
  };
}
