import { type Feeling, feelings } from '@unspoken/contract/feelings';
import { useTranslation } from 'react-i18next';
import styles from './scale.module.css';

interface ScaleProps {
  readonly label: string;
  readonly chosen?: Feeling | undefined;
  readonly onChoose: (feeling: Feeling) => void;
  /** It lies over a picture. */
  readonly isOnDark?: boolean;
}

/** Five steps from very low to very good, of which one is tapped. */
export function Scale({ label, chosen, onChoose, isOnDark = false }: ScaleProps) {
  const { t } = useTranslation('feelings');
  return (
    <fieldset className={`${styles.scale} ${isOnDark ? styles.onDark : ''}`}>
      <legend>{label}</legend>
      <div className={styles.steps}>
        {feelings.map((feeling) => (
          <button key={feeling} type="button" aria-pressed={chosen === feeling} onClick={() => onChoose(feeling)}>
            {t(`steps.${feeling}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
