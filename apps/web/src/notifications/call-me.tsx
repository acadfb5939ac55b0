import { callMe, switchOf } from '@unspoken/contract/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSearch } from '../encounters/end-search.ts';
import { useNow } from '../encounters/parts/use-now.ts';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { Times } from '../gatherings/times.ts';
import { call } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectDevice } from './device.ts';
import { askPermission, type Refused } from './permission.ts';
import { Refusal } from './refusal.tsx';
import { awaited, isReached } from './requests.ts';

/** Instead of waiting on: asks for a single notification if somebody waits within the next two hours. */
export function CallMe({ actor }: ScreenProps) {
  const { t } = useTranslation('notifications');
  const { t: problemText } = useTranslation('errors');
  const type = useContext(actor, ({ pool }) => switchOf(pool));
  // A guest has no switches, and somebody who waits for one person is not called for others.
  const isOffered = useContext(actor, ({ pool, person }) => pool.poolType !== 'personalInvite' && !person.guest);
  const [refused, setRefused] = useState<Refused>();
  const [failure, setFailure] = useState<unknown>();
  const ask = async () => {
    setFailure(undefined);
    const refusal = await askPermission();
    setRefused(refusal);
    if (refusal) return;
    try {
      const { callMe: asked } = await call(callMe, { body: { experienceType: type } });
      awaited.set(asked?.until);
      endSearch(actor);
      // Afterwards: a push service may take its time.
      void connectDevice({ again: true });
    } catch (error) {
      setFailure(error);
    }
  };
  if (!isOffered) return null;
  return (
    <>
      <Button look="onDark" onClick={() => void ask()}>
        {t('callMe.button')}
      </Button>
      <Refusal refused={refused} onClose={() => setRefused(undefined)} />
      {failure !== undefined && <p role="alert">{errorText(problemText, failure)}</p>}
    </>
  );
}

/** In the lobby: that a single notification is awaited, and until when. */
export function CallAwaited() {
  const until = useObservable(awaited);
  return until === undefined ? null : <Awaited until={until} />;
}

function Awaited({ until }: { readonly until: number }) {
  const { t, i18n } = useTranslation('notifications');
  const [failure, setFailure] = useState(false);
  const reached = useObservable(isReached);
  const isOver = useNow(1_000) >= until;
  useEffect(() => {
    if (isOver) awaited.set(undefined);
  }, [isOver]);
  const close = () => awaited.set(undefined);
  const takeBack = () => void call(callMe, { body: { off: true } }).then(close, () => setFailure(true));
  return (
    <Notice
      actions={
        <>
          <Button look="quiet" onClick={takeBack}>
            {t('callMe.off')}
          </Button>
          <Button look="quiet" onClick={close}>
            {t('callMe.close')}
          </Button>
        </>
      }
    >
      {t(reached ? 'callMe.doneReached' : 'callMe.done', { time: new Times(i18n.language, navigator.language).time(until) })}
      {failure && <p role="alert">{t('callMe.failed')}</p>}
    </Notice>
  );
}
