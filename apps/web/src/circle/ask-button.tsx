import type { Friend } from '@unspoken/contract/circle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { encounter, isSearching, useUserState } from '../encounters/current.ts';
import { endSearch } from '../encounters/end-search.ts';
import { askForMinute } from '../experiences/invitation.ts';
import { errorText } from '../platform/error-text.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Asks a friend who is here for a minute, and leads to where the user waits for them. */
export function AskButton({ friend }: { readonly friend: Friend }) {
  const { t } = useTranslation('circle');
  const { t: problem } = useTranslation('errors');
  const actor = useObservable(encounter);
  const state = useUserState();
  // An invitation that the user waits by is not withdrawn in passing.
  const searches = useObservable(isSearching);
  const isFree = actor !== undefined && (state === 'present' || state === 'absent' || (state === 'waiting' && searches));
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const name = friend.firstName || t('nameless');
  const ask = () => {
    if (!actor) return;
    if (!endSearch(actor)) return;
    setFailure(undefined);
    setAsking(true);
    askForMinute(actor, { friendID: friend.friendID, firstName: name })
      .then(() => navigate('/'), setFailure)
      .finally(() => setAsking(false));
  };
  return (
    <>
      {failure !== undefined && <Notice kind="problem">{errorText(problem, failure)}</Notice>}
      <div>
        <Button look="primary" aria-label={t('askNamed', { name })} disabled={isAsking || !isFree} onClick={ask}>
          {t('ask')}
        </Button>
      </div>
    </>
  );
}
