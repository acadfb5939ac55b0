import styles from './membership.module.css';
import { useMoney } from './use-money.ts';

export type PaymentKind = 'subscription' | 'renewal' | 'donation' | 'method';

/** The same day of the next month, or the last one of a shorter month: when the provider bills again. */
export function nextMonth(from: Date): Date {
  const next = new Date(from);
  next.setMonth(next.getMonth() + 1, 1);
  next.setDate(Math.min(from.getDate(), new Date(next.getFullYear(), next.getMonth() + 1, 0).getDate()));
  return next;
}

/** What is agreed by the button below it. Source: requirements/membership 8.1, § 312j BGB. */
export function OrderSummary({ kind, cents }: { readonly kind: PaymentKind; readonly cents: number }) {
  const { t, amount, date } = useMoney();
  if (kind === 'method') return <p>{t('payment.methodText')}</p>;
  const isMonthly = kind === 'subscription';
  const rows = isMonthly
    ? [
        [t('payment.payments'), t('payment.paymentsText', { date: date(nextMonth(new Date())) })],
        [t('payment.term'), t('payment.termText')],
        [t('payment.withdrawal'), t('payment.withdrawalText')],
      ]
    : kind === 'donation'
      ? [[t('payment.payments'), t('payment.onceText')]]
      : [];
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{t('payment.amount')}</dt>
        <dd className={styles.sum}>{isMonthly ? t('perMonth', { amount: amount(cents) }) : amount(cents)}</dd>
      </div>
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
