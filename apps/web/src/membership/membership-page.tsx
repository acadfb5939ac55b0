import type { AnswerOf } from '@unspoken/contract/call';
import { paymentCountries } from '@unspoken/contract/payments';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { LiveFigures } from './live-figures.tsx';
import styles from './membership.module.css';
import { OrderForm } from './order-form.tsx';
import { MoneyPage, PaymentsClosed } from './payments-mode.tsx';
import { Place, PlacesExist } from './place.tsx';
import { isAdmitted, SignInToPay } from './sign-in-to-pay.tsx';
import { useMoney } from './use-money.ts';

/** /membership: what a membership opens, what it costs, and how it ends; then the form. */
export default function MembershipPage() {
  const { t } = useMoney();
  const { answer, failure } = useLoaded(paymentCountries);
  useTitle(t('join.title'));
  return (
    <MoneyPage mode={answer?.payments}>
      <h1>{t('join.title')}</h1>
      <p className={styles.lead}>{t('join.lead')}</p>
      <section>
        <h2>{t('join.opens')}</h2>
        <ul className={styles.opens}>
          {(['anyone', 'waiting', 'free'] as const).map((each) => (
            <li key={each}>{t(`join.${each}`)}</li>
          ))}
        </ul>
        <p>{t('join.cancel')}</p>
        <LiveFigures />
      </section>
      <FormAlert failure={failure} invalid={false} />
      {answer && <Join answer={answer} />}
      <p>
        <Link to="/donate">{t('join.donate')}</Link>
      </p>
    </MoneyPage>
  );
}

function Join({ answer: { payments, countriesList } }: { readonly answer: AnswerOf<typeof paymentCountries> }) {
  const { t } = useMoney();
  const { ready, user } = useSession();
  if (!ready) return null;
  // One whose first payment has not been made can begin once more, with another amount.
  // So can one who has a membership without a payment.
  const { activeSubscription, subscriptionAmount, pendingInvoice } = user?.subscription ?? {};
  if ((activeSubscription && subscriptionAmount !== 0) || pendingInvoice)
    return (
      <section className={styles.card}>
        <p>{t(pendingInvoice ? 'join.due' : 'join.already')}</p>
        <div>
          <LinkButton look="primary" to="/account/membership">
            {t('join.own')}
          </LinkButton>
        </div>
      </section>
    );
  return (
    <>
      {payments === 'closed' ? (
        <PaymentsClosed />
      ) : (
        <section className={styles.card}>
          <SignInToPay path="/membership" text={t('join.signIn')}>
            {(member) => <OrderForm type="subscription" user={member} countries={countriesList} />}
          </SignInToPay>
        </section>
      )}
      {isAdmitted(user) ? <Place /> : <PlacesExist />}
    </>
  );
}
