import type { Script } from '@unspoken/contract/scripts';
import { useTranslation } from 'react-i18next';
import { placeWords, valueWords } from '../studio/change-words.ts';
import styles from './console.module.css';
import type { ScriptChange } from './script-changes.ts';

interface ChangeListProps {
  readonly changes: readonly ScriptChange[];
  readonly script: Script;
  /** The version that it is compared with, if there is one. */
  readonly before: Script | undefined;
}

/** What a version changes, place by place, in the words of the studio. */
export default function ChangeList({ changes, script, before: earlier }: ChangeListProps) {
  const { t } = useTranslation('console');
  const { t: words } = useTranslation('studio');
  return (
    <dl className={styles.proposal}>
      {changes.map(({ place, before, after }) => (
        <div key={place}>
          <dt>{placeWords(words, place, after === undefined ? (earlier ?? script) : script)}</dt>
          <dd className={styles.words}>
            <span>{after === undefined ? t('gatherings.nothing') : valueWords(words, place, after)}</span>
            {earlier && (
              <span className={styles.before}>
                {before === undefined
                  ? t('gatherings.wasNothing')
                  : t('gatherings.was', { value: valueWords(words, place, before) })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
