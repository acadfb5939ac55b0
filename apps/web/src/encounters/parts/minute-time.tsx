import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { barInterval, type Minute, minuteBar } from '../minute-bar.ts';
import styles from '../screens/screens.module.css';
import { useNow } from './use-now.ts';

/**
 * The time of the minute, at the edge of the screen under the lens. A timer, and no progress bar: screen readers speak a progress bar every
 * few seconds by themselves (Orca), or beep (NVDA).
 */
export function MinuteTime(minute: Minute) {
  const { t } = useTranslation('encounters');
  const { share, isHidden, secondsLeft } = minuteBar(minute, useNow(barInterval));
  return (
    <div className={styles.time} role="timer" aria-live="off" aria-label={t('minute.left', { count: secondsLeft })}>
      <ProgressBar value={share} hidden={isHidden} />
    </div>
  );
}
