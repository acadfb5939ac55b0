import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './window-switch.module.css';

/** Whether the partner receives head and shoulders only; and where that cannot be had, that it cannot. */
export function WindowSwitch({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const id = useId();
  const [hasChanged, setChanged] = useState(false);
  const isAvailable = useContext(actor, ({ ports }) => ports.window.isAvailable);
  const isWanted = useContext(actor, ({ isFramed }) => isFramed);
  const isWhole = useContext(actor, ({ camera }) => camera?.isFramed === false);
  const hasFailed = isWanted && isWhole;
  const isNews = hasFailed || hasChanged;
  const words = t(hasFailed ? 'window.unavailable' : isWanted ? 'window.on' : 'window.off');
  if (isAvailable === undefined) return null;
  if (!isAvailable) return <p className={styles.text}>{t('window.unavailable')}</p>;
  return (
    <div className={styles.window}>
      <label>
        <input
          type="checkbox"
          checked={isWanted}
          aria-describedby={id}
          onChange={({ target }) => {
            setChanged(true);
            actor.send({ type: 'window chosen', isFramed: target.checked });
          }}
        />
        {t('window.label')}
      </label>
      {/* What the screen comes with is the description of the switch alone; only what changes is announced. */}
      <div id={id}>
        {!isNews && <p className={styles.text}>{words}</p>}
        <p role="status" className={`${styles.text} ${hasFailed ? styles.failed : ''}`}>
          {isNews && words}
        </p>
      </div>
    </div>
  );
}
