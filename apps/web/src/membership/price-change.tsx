import { updatePrice } from '@unspoken/contract/membership';
import { amountFault, amounts } from '@unspoken/contract/payments';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../platform/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field } from '../ui/field.tsx';
import styles from './membership.module.css';
import { centsOf } from './money.ts';
import type { MembershipPartProps } from './use-membership.ts';
import { useMoney } from './use-money.ts';

/** Another amount from the next payment on. */
export function PriceChange({ answer, isBusy, change }: MembershipPartProps) {
  const { t, amount, language } = useMoney();
  const { t: errors } = useTranslation('errors');
  const written = (cents: number) => (cents / 100).toLocaleString(language, { useGrouping: false });
  const [typed, setTyped] = useState(written(answer.subscriptionPrice ?? 0));
  const [isConfirmed, setConfirmed] = useState(false);
  const [isSent, setSent] = useState(false);
  const cents = centsOf(typed);
  const fault = amountFault('subscription', cents, isConfirmed);
  const isLarge = cents > amounts.subscription.confirmedAbove && cents <= amounts.subscription.most;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (fault || isBusy) return;
    const body = { amount: cents, confirmedAmount: isConfirmed ? 'true' : 'false' } as const;
    await change(updatePrice, body, t('own.priceSaved', { amount: amount(cents) }));
    setSent(false);
  };
  return (
    <section className={styles.card}>
      <h2>{t('own.price')}</h2>
      <form className={styles.price} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('amount.field')}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          hint={t('own.priceText')}
          error={isSent && fault ? fieldText(errors, fault) : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setConfirmed(false);
          }}
        />
        {isLarge && (
          <Checkbox checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)}>
            {t('amount.confirmMonthly', { amount: amount(cents) })}
          </Checkbox>
        )}
        <div>
          <Button type="submit" busy={isBusy} disabled={cents === answer.subscriptionPrice}>
            {t('own.priceSave')}
          </Button>
        </div>
      </form>
    </section>
  );
}
