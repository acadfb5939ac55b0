import { recoverSubscription, resumeSubscription } from '@unspoken/contract/membership';
import { paymentCountries } from '@unspoken/contract/payments';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Ending } from './ending.tsx';
import styles from './membership.module.css';
import { Methods } from './methods.tsx';
import { Outcome } from './outcome.tsx';
import { MoneyPage } from './payments-mode.tsx';
import { PlaceState } from './place.tsx';
import { PriceChange } from './price-change.tsx';
import { Receipts } from './receipts.tsx';
import { type MembershipPartProps, useMembership } from './use-membership.ts';
import { useMoney } from './use-money.ts';

/** /account/membership: the state of the user's membership, and everything they can do about it. */
export default function AccountMembershipPage() {
  const { t } = useMoney();
  const { answer: countries } = useLoaded(paymentCountries);
  const { answer, failure, note, isBusy, change } = useMembership();
  useTitle(t('own.title'));
  const isRunning = answer && !['none', 'ended'].includes(answer.state);
  return (
    <MoneyPage mode={countries?.payments}>
      <h1>{t('own.title')}</h1>
      <FormAlert failure={failure} invalid={false} />
      {note && <Outcome>{note}</Outcome>}
      {!answer && failure === undefined && <p role="status">{t('loading')}</p>}
      {answer && <State {...{ answer, isBusy, change }} />}
      {answer?.state === 'active' && <PriceChange {...{ answer, isBusy, change }} />}
      {answer && (isRunning || answer.paymentMethods.length > 0) && <Methods {...{ answer, isBusy, change }} />}
      <Receipts />
      {answer && isRunning && <Ending {...{ answer, isBusy, change }} />}
    </MoneyPage>
  );
}

function State({ answer, isBusy, change }: MembershipPartProps) {
  const { t, amount, date } = useMoney();
  const { state, subscriptionAmount, subscriptionPrice, subscriptionCancelsAt, nextPayment } = answer;
  const until = state === 'actionRequired' ? answer.graceUntil : answer.paidUntil;
  const price = subscriptionPrice ?? subscriptionAmount ?? 0;
  const pay = async () => {
    const made = await change(recoverSubscription, {});
    if (made) location.assign(`/payment/${made.paymentRecordId}`);
  };
  return (
    <section className={styles.card}>
      <PlaceState place={answer.place} />
      {(answer.place.kind === null || !['none', 'ended'].includes(state)) && (
        <p className={styles.state}>
          {t(`own.state.${state}`, { amount: amount(subscriptionAmount ?? price), date: until ? date(until) : '' })}
        </p>
      )}
      {state === 'paused' && subscriptionCancelsAt && <p>{t('own.state.ending', { date: date(subscriptionCancelsAt) })}</p>}
      {nextPayment && <p>{t('own.nextAmount', { amount: amount(price), date: date(nextPayment) })}</p>}
      <div className={styles.actions}>
        {(state === 'none' || state === 'ended') && (
          <LinkButton look="primary" to="/membership">
            {t(state === 'none' ? 'own.join' : 'own.rejoin')}
          </LinkButton>
        )}
        {(state === 'pending' || state === 'actionRequired') && (
          <Button look="primary" busy={isBusy} onClick={() => void pay()}>
            {t(state === 'pending' ? 'own.pay' : 'own.recover')}
          </Button>
        )}
        {state === 'ending' && (
          <Button look="primary" busy={isBusy} onClick={() => void change(resumeSubscription, {}, t('own.resumed'))}>
            {t('own.resume')}
          </Button>
        )}
      </div>
    </section>
  );
}
