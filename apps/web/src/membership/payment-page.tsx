import type { AnswerOf } from '@unspoken/contract/call';
import { isPaymentPath } from '@unspoken/contract/payment-path';
import { paymentCountries, paymentStatus } from '@unspoken/contract/payments';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { CallError } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import Guarded from '../session/guarded.tsx';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './membership.module.css';
import { OrderSummary } from './order-summary.tsx';
import { Outcome as Result } from './outcome.tsx';
import { useOwnDocument } from './own-document.ts';
import { MoneyPage, PaymentsClosed, type PaymentsMode } from './payments-mode.tsx';
import { RehearsalForm } from './rehearsal-form.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useMoney } from './use-money.ts';

/** How long a signal of the provider usually takes to arrive, ms. */
const signalledWithin = 3_000;

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
  const mode = useLoaded(paymentCountries);
  const status = useLoaded(paymentStatus, { paymentRecordId });
  const [countries, answer] = [mode.answer, status.answer];
  const failure = status.failure ?? mode.failure;
  const loadAll = () => void Promise.all([mode.load(), status.load()]);
  useTitle(answer ? t(`payment.title.${answer.kind}`) : t('payment.payments'));
  const { t: errors } = useTranslation('errors');
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
          <Notice kind="problem" actions={<Button onClick={loadAll}>{t('payment.again')}</Button>}>
            {code === 'unavailable' ? t('payment.away') : errorText(errors, failure)}
          </Notice>
        )}
      </MoneyPage>
    );
  return <Known answer={answer} load={status.load} mode={countries.payments} />;
}

interface KnownProps {
  readonly answer: AnswerOf<typeof paymentStatus>;
  readonly load: () => Promise<void>;
  readonly mode: PaymentsMode;
}

/** A payment whose status is known. */
function Known({ answer, load, mode }: KnownProps) {
  const { t, amount } = useMoney();
  const { kind, client_secret: secret, publishableKey } = answer;
  const isOpen = !answer.paymentSucceded && !answer.settling && !answer.over;
  const confirmation = useConfirmation(isOpen, load, useReturn());
  // What the provider says of the last attempt, also of one that was made before this page was loaded.
  const [attempt, setAttempt] = useState<{ readonly words: string | undefined }>();
  const declined = attempt ? attempt.words : answer.error;
  // Too many declined attempts end the payment, as soon as the provider's signal of the last one has come.
  useEffect(() => {
    if (attempt?.words === undefined) return;
    void load();
    const timer = setTimeout(() => void load(), signalledWithin);
    return () => clearTimeout(timer);
  }, [attempt, load]);
  // A payer who has come back from their bank, or waits for an answer, sees a refusal as soon as it is known.
  const isRefused = answer.error !== undefined && answer.error !== confirmation.before;
  const page = (content: ReactNode) => (
    <MoneyPage mode={mode}>
      <h1>{t(`payment.title.${kind}`)}</h1>
      {content}
    </MoneyPage>
  );
  if (!isOpen) return page(<Outcome answer={answer} />);
  if (confirmation.state === 'confirming' && !isRefused) return page(<p role="status">{t('payment.confirming')}</p>);
  if (confirmation.state === 'late' && !isRefused)
    return page(
      <Notice kind="problem" actions={<Button onClick={() => location.reload()}>{t('payment.reload')}</Button>}>
        {t('payment.late')}
      </Notice>,
    );
  const Form = mode === 'rehearsal' ? RehearsalForm : ProviderForm;
  const form = {
    ...{ kind, publishableKey },
    label: t(`payment.order.${kind}`, { amount: amount(answer.amount) }),
    onConfirmed() {
      setAttempt(undefined);
      confirmation.begin(answer.error);
    },
    onDeclined: (words: string | undefined) => setAttempt({ words }),
  };
  return page(
    <section className={styles.card}>
      <OrderSummary kind={kind} cents={answer.amount} />
      {declined !== undefined && (
        <Result kind="problem">
          <p>
            {t('payment.declined')} <q>{declined}</q>
          </p>
          <p>{t('payment.declinedNext')}</p>
        </Result>
      )}
      {secret !== undefined && (
        <Suspense fallback={<p role="status">{t('payment.loadingForm')}</p>}>
          <Form {...form} secret={secret} />
        </Suspense>
      )}
    </section>,
  );
}

/** Whether the payer has come back from their bank; the address says so once, and a reload is not another return. */
function useReturn(): boolean {
  const [search] = useSearchParams();
  const [hasReturned] = useState(() => ['succeeded', 'pending'].includes(search.get('redirect_status') ?? ''));
  useEffect(() => {
    if (hasReturned) history.replaceState(history.state, '', location.pathname);
  }, [hasReturned]);
  return hasReturned;
}

/** How a payment has ended. The links load their pages, because this document is the payment page's own. */
function Outcome({ answer }: Pick<KnownProps, 'answer'>) {
  const { t, minuteFrom } = useMoney();
  const { kind, over, settling, declined, beginsAgainAt } = answer;
  const opens = kind === 'subscription' || kind === 'renewal';
  const next = beginsAgainAt ? t('payment.beginLater', { time: minuteFrom(beginsAgainAt) }) : t('payment.beginNow');
  const overText = declined ? `${t('payment.overDeclined')} ${next}` : t('payment.over');
  const text = over ? overText : settling ? t(`payment.settling.${kind}`) : t(`payment.done.${kind}`);
  return (
    <section className={styles.card}>
      <div className={styles.outcome}>
        <Result>{text}</Result>
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
