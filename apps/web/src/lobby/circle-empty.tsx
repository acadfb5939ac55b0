import { minuteType } from '@unspoken/contract/matchmaking';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import { chosenExperience } from '../experiences/chosen.ts';
import { offerTo, poolsOf } from '../experiences/offers.ts';
import { useObservable } from '../platform/observable.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { avoidRepeat } from './avoid-repeat.ts';
import styles from './lobby.module.css';

interface CircleEmptyProps extends ScreenProps {
  readonly onClose: () => void;
  readonly onInvite: () => void;
}

/** Offers strangers instead, or for an experience in which the user may not meet strangers, an invitation. */
export function CircleEmpty({ actor, onClose, onInvite }: CircleEmptyProps) {
  const { t } = useTranslation('lobby');
  const { t: inviting } = useTranslation('experiences');
  const { user } = useSession();
  // The chart keeps nothing of a request that it has not made.
  const experience = useObservable(chosenExperience);
  const noRepeat = useObservable(avoidRepeat)[experience?.type ?? minuteType] ?? false;
  const meetsStrangers = experience === undefined || poolsOf(offerTo(user)).includes('anyone');
  const connect = () =>
    actor.send({ type: 'connect pressed', experienceType: experience?.type ?? minuteType, poolType: 'anyone', noRepeat });
  return (
    <Dialog title={t('noOneInCircle.title')} closeLabel={t('close')} onClose={onClose}>
      <p>{t('noOneInCircle.text')}</p>
      <div className={styles.dialogActions}>
        <Button look="primary" onClick={meetsStrangers ? connect : onInvite}>
          {meetsStrangers ? t('noOneInCircle.anyone') : inviting('card.invite')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  );
}
