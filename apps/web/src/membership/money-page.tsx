import { type MoneyPeriod, publicMoney } from '@unspoken/contract/finance';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import styles from './membership.module.css';
import { MoneyPage } from './payments-mode.tsx';
import { useMoney } from './use-money.ts';

/** /transparency/money: what was paid, and what became of it. */
export default function PublicMoneyPage() {
  const { t } = useMoney();
  const { answer, failure } = useLoaded(publicMoney);
  useTitle(t('books.title'));
  return (
    <MoneyPage mode={answer?.rehearsal ? 'rehearsal' : undefined}>
      <h1>{t('books.title')}</h1>
      <p className={styles.lead}>{t('books.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {!answer && failure === undefined && <p role="status">{t('loading')}</p>}
      {answer?.periods.length === 0 && <p>{t('books.none')}</p>}
      {answer?.periods.map((each) => (
        <Period key={each.from} period={each} />
      ))}
      {answer?.hasMore && <p className={styles.small}>{t('books.more')}</p>}
      <p>
        <a href={publicMoney.path}>JSON</a> · <a href={`${publicMoney.path}.csv`}>CSV</a> ·{' '}
        <Link to="/transparency">{t('books.moderation')}</Link>
      </p>
    </MoneyPage>
  );
}

/** Where the money of one period came from, and where it went. */
function Period({ period }: { readonly period: MoneyPeriod }) {
  const { t, amount } = useMoney();
  const { from, to, payers, membership, donations, setAside, placesOpened, vat, fees, other, costs } = period;
  const monthOf = useMonth();
  const name = from === to ? monthOf(from) : t('books.fromTo', { from: monthOf(from), to: monthOf(to) });
  const lines = [
    ['membership', membership],
    ['donations', donations],
    ['setAside', setAside],
    ['vat', vat],
    ['fees', 0 - fees],
    ['other', 0 - other],
  ] as const;
  return (
    <section className={styles.card}>
      <h2>{name}</h2>
      <p>
        {t('books.payers', { count: payers })} {placesOpened > 0 && t('books.places', { count: placesOpened })}
      </p>
      <table className={styles.books}>
        <tbody>
          {lines
            .filter(([, cents]) => cents !== 0)
            .map(([line, cents]) => (
              <tr key={line}>
                <th scope="row">{t(`books.lines.${line}`)}</th>
                <td>{amount(cents)}</td>
              </tr>
            ))}
          {costs.map((cost) => (
            <tr key={cost.name}>
              <th scope="row">{t('books.cost', { name: cost.name })}</th>
              <td>{amount(0 - cost.cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Writes `2026-11` as the reader's language writes a month. */
export function useMonth(): (month: string) => string {
  const { language } = useMoney();
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}
