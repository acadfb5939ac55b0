import { type Gathering, listGatherings, registerForGathering } from '@unspoken/contract/gatherings';
import { useCallback, useEffect, useState } from 'react';
import { realtimeReady } from '../encounters/current.ts';
import { CallError, call } from '../platform/api.ts';
import { session } from '../session/session.ts';
import { gatheringChange } from './changes.ts';
import { noteEntered } from './entered.ts';

/** The gathering of a group space, that the user is no longer in it, why it cannot be had, or nothing yet. */
interface Space {
  readonly gathering?: Gathering;
  readonly hasLeft?: true;
  readonly failure?: unknown;
}

/** The space in which a user was last: they come back to it from each encounter. */
let last: { readonly userId: string | undefined; readonly groupID: string; readonly gathering: Gathering } | undefined;

const userId = () => session.get().user?.userId;

/** What this user saw of a space last. The next user of the tab must not see it. */
const lastOf = (groupID: string): Gathering | undefined =>
  last?.groupID === groupID && last.userId === userId() ? last.gathering : undefined;

const isOver = (error: unknown) => error instanceof CallError && error.code === 'gathering_over';

const listed = async (groupID: string) =>
  (await call(listGatherings)).gatherings.find((gathering) => gathering.groupID === groupID);

/** Entering by the link registers. Once it is over nobody can register, and those who have find it in the list. */
async function entered(groupID: string): Promise<Gathering> {
  try {
    return (await call(registerForGathering, { body: { groupID } })).gathering;
  } catch (error) {
    const known = isOver(error) ? await listed(groupID) : undefined;
    if (!known) throw error;
    return known;
  }
}

/** Enters a group space. It is read again when the server announces a change, and on each reconnect, before which one may have been missed. */
export function useGroupSpace(groupID: string) {
  const [space, setSpace] = useState<Space>(() => {
    const gathering = lastOf(groupID);
    return gathering ? { gathering } : {};
  });
  const replace = useCallback(
    (gathering: Gathering) => {
      last = { userId: userId(), groupID, gathering };
      noteEntered(gathering);
      setSpace({ gathering });
    },
    [groupID],
  );
  const enter = useCallback(
    () => entered(groupID).then(replace, (failure: unknown) => setSpace({ failure })),
    [groupID, replace],
  );
  const readAgain = useCallback(async () => {
    if (!lastOf(groupID)) return enter();
    // Not by registering, which would undo that the user has left meanwhile.
    const known = await listed(groupID).catch(() => lastOf(groupID));
    if (known) replace(known);
    else setSpace({ hasLeft: true });
  }, [groupID, replace, enter]);
  useEffect(() => void readAgain(), [readAgain]);
  useEffect(() => {
    const isOwn = () => gatheringChange.get()?.gatheringID === lastOf(groupID)?.gatheringID;
    const stops = [
      gatheringChange.subscribe(() => isOwn() && void readAgain()),
      realtimeReady.subscribe(() => realtimeReady.get() && void readAgain()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [groupID, readAgain]);
  return { ...space, enter, replace };
}
