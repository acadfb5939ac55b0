import type { Script } from '@unspoken/contract/scripts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changesBetween } from '../console/script-changes.ts';
import { Button } from '../ui/button.tsx';
import { placeWords, valueWords } from './change-words.ts';
import styles from './studio.module.css';

interface ConflictPanelProps {
  readonly mine: Script;
  readonly theirs: Script;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** The draft was changed elsewhere meanwhile: both are shown, and the author chooses. The other one can be fetched back by undoing. */
export function ConflictPanel({ mine, theirs, onMine, onTheirs }: ConflictPanelProps) {
  const { t } = useTranslation('studio');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const changes = changesBetween(theirs, mine);
  return (
    <section className={`${styles.card} ${styles.conflict}`} aria-label={t('conflict.title')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('conflict.title')}
      </h2>
      <p>{t('conflict.text', { count: changes.length })}</p>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('conflict.place')}</th>
              <th scope="col">{t('conflict.here')}</th>
              <th scope="col">{t('conflict.elsewhere')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ place, before, after }) => (
              <tr key={place}>
                <th scope="row">{placeWords(t, place, after === undefined ? theirs : mine)}</th>
                {[after, before].map((value, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: here, and there
                  <td key={i}>{value === undefined ? t('conflict.nothing') : valueWords(t, place, value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.actions}>
        <Button look="primary" onClick={onMine}>
          {t('conflict.keepMine')}
        </Button>
        <Button onClick={onTheirs}>{t('conflict.takeTheirs')}</Button>
      </div>
    </section>
  );
}
