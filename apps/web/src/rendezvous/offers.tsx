import { rendezvousOffers } from '@unspoken/contract/rendezvous';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSearch } from '../encounters/end-search.ts';
import screens from '../encounters/screens/screens.module.css';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { serverNow } from '../gatherings/list.ts';
import { Times } from '../gatherings/times.ts';
import { connectDevice } from '../notifications/device.ts';
import { askPermission } from '../notifications/permission.ts';
import { errorText } from '../platform/error-text.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import { chooseTime } from './own-rendezvous.ts';

/** Instead of waiting on: three times at which others are likely to come. Choosing one ends the search. */
export function RendezvousOffers({ actor }: ScreenProps) {
  const { t, i18n } = useTranslation('rendezvous');
  const { t: problemText } = useTranslation('errors');
  const poolType = useContext(actor, ({ pool }) => pool.poolType);
  const isGuest = useContext(actor, ({ person }) => person.guest);
  const { answer } = useLoaded(rendezvousOffers);
  const [problem, setProblem] = useState<unknown>();
  const [isChoosing, setIsChoosing] = useState(false);
  if (poolType === 'personalInvite' || isGuest) return null;
  const offers = answer?.[poolType] ?? [];
  const times = new Times(i18n.language, navigator.language);
  const choose = async (startsAt: number) => {
    setProblem(undefined);
    setIsChoosing(true);
    try {
      // Without the permission the lobby still shows when it is time.
      const refused = await askPermission();
      await chooseTime(startsAt, poolType);
      endSearch(actor);
      // Afterwards: a push service may take its time.
      if (!refused) void connectDevice();
    } catch (error) {
      setProblem(error);
    }
    setIsChoosing(false);
  };
  if (offers.length === 0) return null;
  return (
    <>
      <p>{t('offers')}</p>
      <div className={screens.actions}>
        {offers.map(({ startsAt, others }) => {
          const time = times.when(startsAt, serverNow());
          return (
            <Button key={startsAt} look="onDark" disabled={isChoosing} onClick={() => void choose(startsAt)}>
              {others === 0 ? time : t('with', { time, count: others })}
            </Button>
          );
        })}
      </div>
      {problem !== undefined && <p role="alert">{errorText(problemText, problem)}</p>}
    </>
  );
}
