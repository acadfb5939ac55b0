import { publicMoney } from '@unspoken/contract/finance';
import { Link } from 'react-router';
import { useLoaded } from '../platform/use-loaded.ts';
import styles from './membership.module.css';
import { useMonth } from './money-page.tsx';
import { useMoney } from './use-money.ts';

/** What others have paid last; nothing until there is something to publish. */
export function LiveFigures() {
  const { t, amount } = useMoney();
  const monthOf = useMonth();
  const { answer } = useLoaded(publicMoney);
  const latest = answer?.periods[0];
  return (
    <p className={styles.small}>
      {latest &&
        t(latest.from === latest.to ? 'books.latest' : 'books.latestOf', {
          ...{ count: latest.payers, month: monthOf(latest.to), from: monthOf(latest.from), to: monthOf(latest.to) },
          amount: amount(latest.membership + latest.donations + latest.setAside + latest.vat),
        })}{' '}
      <Link to="/transparency/money">{t('books.link')}</Link>
    </p>
  );
}
