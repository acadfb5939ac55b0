import type { Pool } from '@unspoken/contract/matchmaking';
import type { ScriptDurations } from '@unspoken/contract/room-durations';
import type { Position } from '@unspoken/contract/rooms';
import type { AudioWindow } from '@unspoken/contract/script-time';

/**
 * What a room needs of its script. The version is pinned when the room opens, so that later publications do not affect it. The minute is
 * code, and its rooms have no plan.
 */
export interface RoomPlan {
  readonly versionId: string;
  readonly durations: ScriptDurations;
  /** A rehearsal of what is not published: it counts for nobody. */
  readonly isRehearsal?: boolean;
  /** The windows of the microphones, by position, from the start of the connection, ms. */
  readonly windows: readonly [readonly AudioWindow[], readonly AudioWindow[]];
}

/** What a member of the room may know of it. */
export const viewOf = ({ versionId, durations }: RoomPlan, { experienceType }: Pool) => ({
  ...{ versionId, experienceType },
  plan: durations,
});

/** The messages that the minute may have are enough for so many of it; a long script has more interruptions to recover from. */
const sharedOut = 300_000;
export const messageShares = (plan: RoomPlan | undefined): number =>
  plan === undefined ? 1 : 1 + Math.ceil(plan.durations.connectionDuration / sharedOut);

/** Looks up the plans of rooms; the domain of experiences implements it. */
export interface Plans {
  /** The plan with which a room of this pool opens now; undefined for the minute, `gone` if its experience was taken down. */
  opening(pool: Pool): Promise<RoomPlan | undefined | 'gone'>;
  /** The plan of a version, also of one that is no longer published. Throws if there is none. */
  of(versionId: string): Promise<RoomPlan>;
}

/** There are no experiences but the minute. */
export const noPlans: Plans = {
  opening: async () => undefined,
  of: async (versionId) => {
    throw new Error(`there is no version ${versionId}`);
  },
};

/**
 * Whether a window of this side's microphone has yet to end: only until then may its session descriptions send audio. Before the start is
 * named, all windows are ahead.
 */
export const hasWindowAhead = (
  plan: RoomPlan | undefined,
  position: Position,
  { startsAt, now, grace }: { readonly startsAt: number | undefined; readonly now: number; readonly grace: number },
): boolean => {
  const last = plan?.windows[position - 1]?.at(-1);
  return last !== undefined && (startsAt === undefined || now < startsAt + last.to + grace);
};
