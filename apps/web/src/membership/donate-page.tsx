import { paymentCountries } from '@unspoken/contract/payments';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import styles from './membership.module.css';
import { OrderForm } from './order-form.tsx';
import { MoneyPage, PaymentsClosed } from './payments-mode.tsx';
import { SignInToPay } from './sign-in-to-pay.tsx';
import { useMoney } from './use-money.ts';

/** /donate: give once. */
export default function DonatePage() {
  const { t } = useMoney();
  const { answer, failure } = useLoaded(paymentCountries);
  useTitle(t('donate.title'));
  return (
    <MoneyPage mode={answer?.payments}>
      <h1>{t('donate.title')}</h1>
      <p className={styles.lead}>{t('donate.lead')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer?.payments === 'closed' && <PaymentsClosed />}
      {answer && answer.payments !== 'closed' && (
        <section className={styles.card}>
          <SignInToPay path="/donate" text={t('donate.signIn')}>
            {(member) => <OrderForm type="donation" user={member} countries={answer.countriesList} />}
          </SignInToPay>
        </section>
      )}
      <p className={styles.small}>{t('donate.tax')}</p>
      <p>
        <Link to="/membership">{t('donate.member')}</Link>
      </p>
    </MoneyPage>
  );
}
