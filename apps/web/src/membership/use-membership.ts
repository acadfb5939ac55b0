import type { AnswerOf, BodyInputOf, Call } from '@unspoken/contract/call';
import { type OwnSubscription, ownSubscription } from '@unspoken/contract/membership';
import { useState } from 'react';
import { CallError, call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { refreshSession } from '../session/session.ts';

const stale: readonly string[] = ['no_membership', 'invoice_open', 'withdrawal_over', 'membership_exists'];

/** The user's membership, and changes of it. */
export function useMembership() {
  const { answer, failure, setFailure, load } = useLoaded(ownSubscription);
  const [note, setNote] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Makes a change, and says so with this note; its answer, or undefined if it was refused, which is shown. */
  const change = async <C extends Call>(what: C, body?: BodyInputOf<C>, done?: string): Promise<AnswerOf<C> | undefined> => {
    setNote(undefined);
    setFailure(undefined);
    setBusy(true);
    try {
      const made = await call(what, body === undefined ? {} : { body });
      await load();
      void refreshSession();
      setNote(done);
      return made;
    } catch (error) {
      // What the page shows may be what was refused.
      if (error instanceof CallError && stale.includes(error.code)) await load();
      setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { answer, failure, note, isBusy, change };
}

/** What a part of the page of a membership shows and changes. */
export interface MembershipPartProps {
  readonly answer: OwnSubscription;
  readonly isBusy: boolean;
  readonly change: ReturnType<typeof useMembership>['change'];
}
