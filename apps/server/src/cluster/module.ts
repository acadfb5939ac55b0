import type { EncountersModule } from '../encounters/module.ts';
import type { EncounterStore } from '../encounters/store.ts';
import type { MatchmakingModule } from '../matchmaking/module.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { ClusterMembership } from './membership.ts';

interface ClusterNeeds
  extends Pick<EncountersModule, 'encounters' | 'rooms' | 'takeover'>,
    Pick<MatchmakingModule, 'matchmaking' | 'sharedState'> {
  readonly store: EncounterStore;
}

/** The part this process takes in the cluster; the only process of an installation closes what one before it left open. */
export function clusterModule(
  { clock: agreed, config: { durations }, shared, fault }: Platform,
  { encounters, rooms: roomRegistry, takeover, matchmaking, sharedState: matchmakingState, store }: ClusterNeeds,
): Module {
  const { node, bus } = shared;
  if (!node || !matchmakingState) return { prepare: () => store.closeOrphans(agreed.now()).then(() => {}) };
  let membership: ClusterMembership | undefined;
  return {
    async serve() {
      const { name, clock, redis } = node;
      const parts = { roomRegistry, takeover, encounters, matchmaking };
      membership = new ClusterMembership({ ...parts, node: name, matchmakingState, bus, clock, durations, fault });
      await membership.start(redis);
    },
    leave: async () => membership?.leave(),
  };
}
