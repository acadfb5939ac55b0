import type { AnswerOf } from '@unspoken/contract/call';
import { ownReceipts } from '@unspoken/contract/membership';
import { Link, useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import own from './membership.module.css';
import { MoneyPage } from './payments-mode.tsx';
import styles from './receipt.module.css';
import { useMoney } from './use-money.ts';

/** /account/receipt/{number}: a receipt, to be printed or kept as a PDF. */
export default function ReceiptPage() {
  const { t } = useMoney();
  const { number = '' } = useParams();
  const { answer, failure } = useLoaded(ownReceipts);
  useTitle(t('receipt.title', { number }));
  const receipt = answer?.receipts.find((each) => each.number === number);
  return (
    <MoneyPage mode={receipt?.rehearsal ? 'rehearsal' : undefined}>
      {!receipt && <h1>{t('receipt.title', { number })}</h1>}
      <FormAlert failure={failure} invalid={false} />
      {!answer && failure === undefined && <p role="status">{t('loading')}</p>}
      {answer && !receipt && <Notice kind="problem">{t('receipt.missing')}</Notice>}
      {receipt && <Receipt receipt={receipt} />}
      {receipt && (
        <div className={styles.print}>
          <Button look="primary" onClick={() => window.print()}>
            {t('receipt.print')}
          </Button>
        </div>
      )}
      <p className={styles.print}>
        <Link to="/account/membership">{t('join.own')}</Link>
      </p>
    </MoneyPage>
  );
}

type ReceiptAnswer = AnswerOf<typeof ownReceipts>['receipts'][number];

function Receipt({ receipt }: { readonly receipt: ReceiptAnswer }) {
  const { t, language, amount, date } = useMoney();
  const { number, at, purpose, gross, vat, vatCountry, vatBasisPoints, corrects, issuer, addressee } = receipt;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const country = vatCountry && new Intl.DisplayNames(language, { type: 'region' }).of(vatCountry);
  const note = issuer.note?.[language.slice(0, 2)];
  return (
    <article className={styles.receipt}>
      <header>
        <address>
          <Mark />
          <strong>{issuer.name}</strong>
          {issuer.address.map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{t('receipt.taxNumber', { number: issuer.taxNumber })}</span>
        </address>
        <address>
          {addressee.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </header>
      <h1>{t('receipt.title', { number })}</h1>
      <p>{date(at)}</p>
      {corrects && <p>{t('receipt.corrects', { number: corrects })}</p>}
      <table className={own.books}>
        <tbody>
          <tr>
            <th scope="row">{t(`own.purpose.${purpose}`)}</th>
            <td>{amount(gross)}</td>
          </tr>
          {vatBasisPoints !== null && (
            <tr>
              <th scope="row">{t('receipt.vat', { percent: percent.format(vatBasisPoints / 10_000), country })}</th>
              <td>{amount(vat)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('receipt.total')}</th>
            <td>{amount(gross)}</td>
          </tr>
        </tfoot>
      </table>
      {note && <p>{note}</p>}
    </article>
  );
}
