import { changeGathering, registerForGathering, unregisterFromGathering } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { call } from '../platform/api.ts';
import { readGatherings } from './list.ts';

export type Outcome = 'registered' | 'changed' | 'unregistered';

/** What a member does about gatherings, and what came of it: one thing at a time. */
export function useActs() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<unknown>();
  const forget = () => {
    setOutcome(undefined);
    setFailure(undefined);
  };
  const act = async (run: () => Promise<Outcome>): Promise<void> => {
    setBusy(true);
    forget();
    // The list first, also after a refusal: it may be full or over by now, and what comes of it is read beside what is left.
    const [result] = await Promise.allSettled([run()]);
    await readGatherings();
    if (result.status === 'fulfilled') setOutcome(result.value);
    else setFailure(result.reason);
    setBusy(false);
  };
  return {
    isBusy,
    outcome,
    failure,
    forget,
    register: (gatheringID: string) =>
      act(async () => {
        await call(registerForGathering, { body: { gatheringID } });
        return 'registered';
      }),
    change: (fromID: string, toID: string) =>
      act(async () => {
        await call(changeGathering, { body: { fromID, toID } });
        return 'changed';
      }),
    unregister: (gatheringID: string) =>
      act(async () => {
        await call(unregisterFromGathering, { body: { gatheringID } });
        return 'unregistered';
      }),
  };
}

export type Acts = ReturnType<typeof useActs>;
