import type { AnswerOf } from '@unspoken/contract/call';
import { isPaymentPath } from '@unspoken/contract/payment-path';
import { paymentCountries, paymentStatus } from '@unspoken/contract/payments';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { CallError } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import Guarded from '../session/guarded.tsx';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './membership.module.css';
import { OrderSummary } from './order-summary.tsx';
import { useOwnDocument } from './own-document.ts';
import { MoneyPage, PaymentsClosed, type PaymentsMode } from './payments-mode.tsx';
import { RehearsalForm } from './rehearsal-form.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useMoney } from './use-money.ts';

const ProviderForm = lazy(() => import('./provider-form.tsx'));

/** /payment/{paymentRecordId}: the one page on which a payment is confirmed. */
export default function PaymentPage() {
  const { pathname } = useLocation();
  return isPaymentPath(pathname) ? <OwnDocument /> : <Missing mode={undefined} />;
}

function OwnDocument() {
  return useOwnDocument() ? <Guarded page={<Payment />} /> : null;
}

function Missing({ mode }: { readonly mode: PaymentsMode | undefined }) {
  const { t } = useMoney();
  return (
    <MoneyPage mode={mode}>
      <h1>{t('payment.payments')}</h1>
      <Notice kind="problem">{t('payment.missing')}</Notice>
      <p>
        <a href="/">{t('payment.toHome')}</a>
      </p>
    </MoneyPage>
  );
}

function Payment() {
  const { t } = useMoney();
  const { paymentRecordId = '' } = useParams();
  const { answer: countries } = useLoaded(paymentCountries);
  const { answer, failure, load } = useLoaded(paymentStatus, { paymentRecordId });
  useTitle(answer ? t(`payment.title.${answer.kind}`) : t('payment.payments'));
  const code = failure instanceof CallError ? failure.code : undefined;
  if (code === 'payments_closed')
    return (
      <MoneyPage mode="closed">
        <h1>{t('payment.payments')}</h1>
        <PaymentsClosed />
      </MoneyPage>
    );
  if (code === 'payment_not_found') return <Missing mode={countries?.payments} />;
  if (!answer || !countries)
    return (
      <MoneyPage mode={countries?.payments}>
        <h1>{t('payment.payments')}</h1>
        {failure === undefined ? (
          <p role="status">{t('loading')}</p>
        ) : (
          <Notice kind="problem" actions={<Button onClick={() => void load()}>{t('payment.again')}</Button>}>
            {t('payment.away')}
          </Notice>
        )}
      </MoneyPage>
    );
  return <Known {...{ paymentRecordId, answer, load, mode: countries.payments }} />;
}

interface KnownProps {
  readonly answer: AnswerOf<typeof paymentStatus>;
  readonly load: () => Promise<void>;
  readonly mode: PaymentsMode;
}

/** A payment whose status is known. */
function Known({ answer, load, mode }: KnownProps) {
  const { t, amount } = useMoney();
  const [search] = useSearchParams();
  const { kind, client_secret: secret, publishableKey } = answer;
  const isOpen = !answer.paymentSucceded && !answer.settling && !answer.over;
  const hasReturned = ['succeeded', 'pending'].includes(search.get('redirect_status') ?? '');
  const confirmation = useConfirmation(isOpen, load, hasReturned);
  // What the provider says of the last attempt, also of one that was made before this page was loaded.
  const [declined, setDeclined] = useState(answer.error);
  const page = (content: ReactNode) => (
    <MoneyPage mode={mode}>
      <h1>{t(`payment.title.${kind}`)}</h1>
      {content}
    </MoneyPage>
  );
  if (!isOpen) return page(<Outcome answer={answer} />);
  if (confirmation.state === 'confirming') return page(<p role="status">{t('payment.confirming')}</p>);
  if (confirmation.state === 'late')
    return page(
      <Notice kind="problem" actions={<Button onClick={() => location.reload()}>{t('payment.reload')}</Button>}>
        {t('payment.late')}
      </Notice>,
    );
  const form = {
    ...{ secret: secret ?? '', kind, publishableKey },
    label: t(`payment.order.${kind}`, { amount: amount(answer.amount) }),
    onConfirmed: confirmation.begin,
    onDeclined: setDeclined,
  };
  return page(
    <section className={styles.card}>
      <OrderSummary kind={kind} cents={answer.amount} />
      {declined !== undefined && (
        <Notice kind="problem">
          <p>
            {t('payment.declined')} <q>{declined}</q>
          </p>
          <p>{t('payment.declinedNext')}</p>
        </Notice>
      )}
      {mode === 'rehearsal' ? (
        <RehearsalForm {...form} />
      ) : (
        <Suspense fallback={<p role="status">{t('payment.loadingForm')}</p>}>
          <ProviderForm {...form} />
        </Suspense>
      )}
    </section>,
  );
}

/** How a payment has ended. The links load their pages, because this document is the payment page's own. */
function Outcome({ answer }: Pick<KnownProps, 'answer'>) {
  const { t } = useMoney();
  const { kind, over, settling } = answer;
  const opens = kind === 'subscription' || kind === 'renewal';
  const text = over ? t('payment.over') : settling ? t(`payment.settling.${kind}`) : t(`payment.done.${kind}`);
  return (
    <section className={styles.card}>
      <div role="status" className={styles.outcome}>
        <p>{text}</p>
        {!over && !settling && kind !== 'method' && <p className={styles.small}>{t('payment.receipt')}</p>}
      </div>
      <div className={styles.actions}>
        <LinkButton reloadDocument look="primary" to="/">
          {t(opens && !over ? 'payment.toLobby' : 'payment.toHome')}
        </LinkButton>
        <LinkButton reloadDocument to="/account/membership">
          {t('payment.toOwn')}
        </LinkButton>
      </div>
    </section>
  );
}
