import { type Gathering, listGatherings, registerForGathering } from '@unspoken/contract/gatherings';
import { useCallback, useEffect, useState } from 'react';
import { realtimeReady } from '../encounters/current.ts';
import { CallError, call } from '../platform/api.ts';
import { gatheringChange } from './changes.ts';

/** The gathering of a group space, why it cannot be had, or neither yet. */
interface Space {
  readonly gathering?: Gathering;
  readonly failure?: unknown;
}

/** The space in which the user was last: they come back to it from each encounter. */
let last: { readonly groupID: string; readonly gathering: Gathering } | undefined;

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
  const [space, setSpace] = useState<Space>(() => (last?.groupID === groupID ? { gathering: last.gathering } : {}));
  const replace = useCallback(
    (gathering: Gathering) => {
      last = { groupID, gathering };
      setSpace({ gathering });
    },
    [groupID],
  );
  const enter = useCallback(
    () => entered(groupID).then(replace, (failure: unknown) => setSpace({ failure })),
    [groupID, replace],
  );
  // Not by registering, which would undo that the user has left in another tab; an unlisted one is found by its link alone.
  const readAgain = useCallback(async () => {
    const known = await listed(groupID).catch(() => undefined);
    if (known) replace(known);
    else await enter();
  }, [groupID, replace, enter]);
  useEffect(() => void (last?.groupID === groupID ? readAgain() : enter()), [groupID, readAgain, enter]);
  useEffect(() => {
    const stops = [
      gatheringChange.subscribe(() => void readAgain()),
      realtimeReady.subscribe(() => realtimeReady.get() && void readAgain()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [readAgain]);
  return { ...space, enter, replace };
}
