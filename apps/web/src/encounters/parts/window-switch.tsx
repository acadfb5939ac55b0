import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './window-switch.module.css';

/** Whether the partner receives head and shoulders only; and where that cannot be had, that it cannot. */
export function WindowSwitch({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const id = useId();
  const isAvailable = useContext(actor, ({ ports }) => ports.window.isAvailable);
  const isWanted = useContext(actor, ({ isFramed }) => isFramed);
  const isWhole = useContext(actor, ({ camera }) => camera?.isFramed === false);
  const hasFailed = isWanted && isWhole;
  if (isAvailable === undefined) return null;
  if (!isAvailable) return <p className={styles.text}>{t('window.unavailable')}</p>;
  return (
    <div className={styles.window}>
      <label>
        <input
          type="checkbox"
          checked={isWanted}
          aria-describedby={hasFailed ? undefined : id}
          onChange={({ target }) => actor.send({ type: 'window chosen', isFramed: target.checked })}
        />
        {t('window.label')}
      </label>
      {/* Orca announces a description that changes; were it a live region as well, it would be said twice. */}
      {!hasFailed && (
        <p id={id} className={styles.text}>
          {t(isWanted ? 'window.on' : 'window.off')}
        </p>
      )}
      <p role="status" className={`${styles.text} ${styles.failed}`}>
        {hasFailed && t('window.unavailable')}
      </p>
    </div>
  );
}
