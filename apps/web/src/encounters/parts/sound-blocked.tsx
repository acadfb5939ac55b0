import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from '../screens/script.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The browser waits for the user before it plays sound: after a reload, or when something else has interrupted it. */
export function SoundBlocked({ actor }: ScreenProps) {
  const { t } = useTranslation('scripts');
  const isBlocked = useContext(actor, ({ soundBlocked, soundOff }) => soundBlocked && !soundOff);
  if (!isBlocked) return null;
  return (
    <div className={styles.blocked} role="alert">
      <span>{t('sound.blocked')}</span>
      <Button look="brightOnDark" onClick={() => actor.send({ type: 'turn sound on pressed' })}>
        {t('sound.turnOn')}
      </Button>
    </div>
  );
}
