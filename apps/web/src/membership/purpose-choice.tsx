import type { ComponentPropsWithRef } from 'react';
import styles from './membership.module.css';
import { useMoney } from './use-money.ts';

interface PurposeChoiceProps extends ComponentPropsWithRef<'input'> {
  readonly error: string | undefined;
}

/** What a donation is for. */
export function PurposeChoice({ error: _, ...input }: PurposeChoiceProps) {
  const { t } = useMoney();
  return (
    <fieldset className={styles.purposes}>
      <legend>{t('donate.purpose')}</legend>
      {(['donation', 'places'] as const).map((purpose) => (
        <label key={purpose} className={styles.purpose}>
          <input type="radio" {...input} value={purpose} />
          <span>
            {t(`donate.${purpose}`)}
            {purpose === 'places' && <span className={styles.small}>{t('donate.placesNote')}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
