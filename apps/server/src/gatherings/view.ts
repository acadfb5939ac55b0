import type { Gathering } from '@unspoken/contract/gatherings';
import type { GatheringRow, Registration } from './store.ts';

interface ViewOptions {
  readonly accountId?: string | undefined;
  /** The caller’s registration, if they have one that they have not left. */
  readonly registration?: Registration | undefined;
  /** How many have registered. */
  readonly registered: number;
}

/** The start and the end of a gathering as the contract names them. */
export const timesOf = ({ startsAt, endsAt }: Pick<GatheringRow, 'startsAt' | 'endsAt'>) => ({
  startTimeMillSec: startsAt.getTime(),
  endTimeMillSec: endsAt.getTime(),
});

/** A gathering as a caller may see it: the name of its space is for those who have registered, and for its host. */
export function viewOf(row: GatheringRow, { accountId, registration, registered }: ViewOptions): Gathering {
  const isHost = row.host !== null && row.host === accountId;
  const mayEnter = isHost || registration !== undefined;
  return {
    gatheringID: row.id,
    name: row.name,
    ...timesOf(row),
    zone: row.zone,
    isRegular: row.isRegular,
    isPrivate: row.groupId !== null,
    groupID: mayEnter ? row.groupId : null,
    welcomeStatement: row.welcomeStatement,
    surveyUrl: row.surveyUrl,
    isFull: registered >= row.capacity,
    isHost,
    registered: registration !== undefined,
    standsIn: registration?.standsIn ?? false,
  };
}
