import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from '../screens/screens.module.css';
import { useNow } from './use-now.ts';

const updateInterval = 100;

interface MinuteTimeProps {
  /** When the minute began, by this machine's clock; undefined before. */
  readonly startsAt: number | undefined;
  /** How long it lasts, and how much of its end is always shown, ms. */
  readonly duration: number;
  readonly alwaysShown: number;
  readonly isShown: boolean;
}

/**
 * The time of the minute, at the edge of the screen under the lens. A timer, and no progress bar: screen readers speak a progress bar every
 * few seconds by themselves (Orca), or beep (NVDA).
 */
export function MinuteTime({ startsAt, duration, alwaysShown, isShown }: MinuteTimeProps) {
  const { t } = useTranslation('encounters');
  const now = useNow(updateInterval);
  const gone = now - (startsAt ?? now);
  const left = Math.max(0, Math.ceil((duration - gone) / 1_000));
  return (
    <div className={styles.time} role="timer" aria-live="off" aria-label={t('minute.left', { count: left })}>
      <ProgressBar value={gone / duration} hidden={!isShown && duration - gone > alwaysShown} />
    </div>
  );
}
