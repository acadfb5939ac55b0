import { mayPair } from '@unspoken/server/matchmaking/rules';
import type { MatchmakingState, Outcome, WaitingEntry } from '@unspoken/server/matchmaking/state';
import type { Seniority } from './seniority.ts';

type EntryObserver = <Result extends Outcome>(entry: WaitingEntry, now: number, enter: () => Promise<Result>) => Promise<Result>;

interface Observed {
  readonly state: MatchmakingState;
  readonly seniority: Seniority;
  readonly now: () => number;
}

/** The same state, with `around` called around every call that admits an entry, and the positions that it reserves observed. */
export function observedState({ state, seniority, now }: Observed, around: EntryObserver): MatchmakingState {
  return {
    join: (entry, room, at) => around(entry, at, () => state.join(entry, room, at)),
    refresh: (entry, room, at) => around(entry, at, () => state.refresh(entry, room, at)),
    requeue: (entry, room, at) => around(entry, at, () => state.requeue(entry, room, at)),
    announce: async (entry, until, instant) => {
      const at = now();
      const announced = await state.announce(entry, until, instant).catch((error: unknown) => {
        seniority.unanswered(entry.accountId, entry.queuedAt);
        throw error;
      });
      if (announced.outcome === 'announced') seniority.announced(entry, at);
      return announced;
    },
    end: (accountId, clickID) => state.end(accountId, clickID),
    leave: async (accountId, connectionId, until) => {
      const at = now();
      const entry = await state.leave(accountId, connectionId, until);
      if (entry) seniority.left(accountId, at);
      return entry;
    },
    reserve: async (accountId, clickID, until) => {
      const at = now();
      await state.reserve(accountId, clickID, until);
      if ((await state.find(accountId)).reserved) seniority.left(accountId, at);
    },
    release: (roomID, ...exits) => state.release(roomID, ...exits),
    find: (accountId) => state.find(accountId),
    ownerOf: (roomID) => state.ownerOf(roomID),
    waitingIn: (pool) => state.waitingIn(pool),
    counts: () => state.counts(),
  };
}

/** The entries of these accounts that may be paired with this one, the longest-waiting first. */
export async function compatibleWith(
  state: MatchmakingState,
  accountIds: Iterable<string>,
  entry: WaitingEntry,
  now: number,
): Promise<readonly WaitingEntry[]> {
  const compatible: WaitingEntry[] = [];
  for (const accountId of accountIds) {
    const { waiting } = await state.find(accountId);
    if (waiting && mayPair(waiting, entry, now)) compatible.push(waiting);
  }
  return compatible.sort((one, other) => one.queuedAt - other.queuedAt);
}
