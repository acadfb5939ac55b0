import { amounts, type PaymentType } from '@unspoken/contract/payments';
import { Checkbox, Field } from '../ui/field.tsx';
import styles from './membership.module.css';
import { useMoney } from './use-money.ts';

export interface ChosenAmount {
  /** A suggestion in cents, or `other` for what is typed; undefined at first: nothing is preselected. */
  readonly suggestion: number | 'other' | undefined;
  readonly typed: string;
  readonly isConfirmed: boolean;
}

interface AmountChoiceProps {
  readonly type: PaymentType;
  readonly suggestions: readonly number[];
  readonly chosen: ChosenAmount;
  /** NaN while there is no amount. */
  readonly cents: number;
  readonly error: string | undefined;
  readonly onChange: (chosen: ChosenAmount) => void;
}

/** Amounts to choose from, and a field for another one; a large one is to be confirmed. */
export function AmountChoice({ type, suggestions, chosen, cents, error, onChange }: AmountChoiceProps) {
  const { t, amount } = useMoney();
  const isMonthly = type === 'subscription';
  const isOther = chosen.suggestion === 'other';
  const choose = (suggestion: ChosenAmount['suggestion']) => onChange({ ...chosen, suggestion, isConfirmed: false });
  const isLarge = cents > amounts[type].confirmedAbove && cents <= amounts[type].most;
  return (
    <fieldset className={styles.amounts} aria-describedby={error && !isOther && !isLarge ? 'amount-error' : undefined}>
      <legend>{t(isMonthly ? 'amount.monthly' : 'amount.once')}</legend>
      <div className={styles.choices}>
        {[...suggestions, 'other' as const].map((each, i) => (
          <label key={each === 'other' ? each : `${i}`} className={styles.choice}>
            <input
              type="radio"
              name={isOther || isLarge ? 'suggestion' : 'amount'}
              checked={chosen.suggestion === each}
              aria-invalid={error !== undefined && !isOther}
              onChange={() => choose(each)}
            />
            <span>{each === 'other' ? t('amount.other') : amount(each)}</span>
          </label>
        ))}
      </div>
      {isOther && (
        <Field
          label={t('amount.field')}
          name={isLarge ? 'typed' : 'amount'}
          inputMode="decimal"
          autoComplete="off"
          value={chosen.typed}
          error={isLarge ? undefined : error}
          onChange={({ target }) => onChange({ ...chosen, typed: target.value, isConfirmed: false })}
        />
      )}
      {isLarge && (
        <Checkbox
          name="amount"
          error={error}
          checked={chosen.isConfirmed}
          onChange={({ target }) => onChange({ ...chosen, isConfirmed: target.checked })}
        >
          {t(isMonthly ? 'amount.confirmMonthly' : 'amount.confirm', { amount: amount(cents) })}
        </Checkbox>
      )}
      {error && !isOther && !isLarge && (
        <p id="amount-error" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
