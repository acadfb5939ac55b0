import { ownReceipts } from '@unspoken/contract/membership';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import styles from './membership.module.css';
import { useMoney } from './use-money.ts';

/** The receipts of everything the user has paid, the latest first. */
export function Receipts() {
  const { t, amount, date } = useMoney();
  const { answer, failure } = useLoaded(ownReceipts);
  const receipts = answer?.receipts ?? [];
  return (
    <section className={styles.card}>
      <h2>{t('own.receipts')}</h2>
      <FormAlert failure={failure} invalid={false} />
      {answer && receipts.length === 0 && <p>{t('own.receiptsNone')}</p>}
      {receipts.length > 0 && (
        <ul className={profile.list}>
          {receipts.map(({ number, at, purpose, gross, corrects }) => (
            <li key={number} className={profile.row}>
              <span className={profile.value}>
                <Link to={`/account/receipt/${number}`}>{t(`own.purpose.${purpose}`)}</Link>
                <span className={profile.note}>
                  {[date(at), number, corrects && t('own.corrects', { number: corrects })].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span>{amount(gross)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
