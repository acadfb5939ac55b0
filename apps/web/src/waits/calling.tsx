import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { callingFor } from '../notifications/requests.ts';
import { useObservable } from '../platform/observable.ts';
import styles from './promise.module.css';

/** That members are being called for the user. Its room is there before it is. */
export function Calling({ actor }: ScreenProps) {
  const { t } = useTranslation('waits');
  const clickID = useContext(actor, (context) => context.clickID);
  const isCalling = useObservable(callingFor) === clickID;
  return (
    <p className={styles.calling} data-testid="calling" aria-live="polite">
      {isCalling && t('calling')}
    </p>
  );
}
