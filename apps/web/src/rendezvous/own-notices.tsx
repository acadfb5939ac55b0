import type { OwnRendezvous } from '@unspoken/contract/rendezvous';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../encounters/parts/use-now.ts';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import { serverNow } from '../gatherings/list.ts';
import { Times } from '../gatherings/times.ts';
import { errorText } from '../platform/error-text.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { attendRendezvous, cancelTime, isTimeOf, ownRendezvous, readRendezvous } from './own-rendezvous.ts';

/** In the lobby: the times at which the user has agreed to come. */
export function OwnNotices({ actor }: ScreenProps) {
  const known = useObservable(ownRendezvous);
  useEffect(() => void readRendezvous().catch(() => {}), []);
  return known?.map((each) => <OwnNotice key={each.id} actor={actor} rendezvous={each} />);
}

function OwnNotice({ actor, rendezvous }: ScreenProps & { readonly rendezvous: OwnRendezvous }) {
  const { t, i18n } = useTranslation('rendezvous');
  const { t: problemText } = useTranslation('errors');
  const [failure, setFailure] = useState<unknown>();
  useNow(1_000);
  const now = serverNow();
  const { id, startsAt, poolType, others } = rendezvous;
  const time = new Times(i18n.language, navigator.language).when(startsAt, now);
  const hasCome = isTimeOf(rendezvous, now);
  const isOver = !hasCome && now > startsAt;
  useEffect(() => {
    if (isOver) void readRendezvous().catch(() => {});
  }, [isOver]);
  if (isOver) return null;
  return (
    <Notice
      actions={
        <>
          {hasCome && (
            <Button look="primary" onClick={() => attendRendezvous(actor, poolType)}>
              {t('connect')}
            </Button>
          )}
          <Button look="quiet" onClick={() => void cancelTime(id).catch(setFailure)}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {hasCome ? t('now', { time }) : others === 0 ? t('own', { time }) : t('ownWith', { time, count: others })}
      {!hasCome && ` ${t('called')}`}
      {failure !== undefined && <p role="alert">{errorText(problemText, failure)}</p>}
    </Notice>
  );
}
