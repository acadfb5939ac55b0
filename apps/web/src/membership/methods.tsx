import {
  addPaymentMethod,
  deletePaymentMethod,
  type OwnSubscription,
  setDefaultPaymentMethod,
} from '@unspoken/contract/membership';
import { useRef } from 'react';
import { freshUUID } from '../platform/fresh-id.ts';
import profile from '../profile/profile.module.css';
import { Button } from '../ui/button.tsx';
import styles from './membership.module.css';
import type { MembershipPartProps } from './use-membership.ts';
import { useMoney } from './use-money.ts';

/** The payment methods that the provider has; one pays the membership. */
export function Methods({ answer, isBusy, change }: MembershipPartProps) {
  const { t } = useMoney();
  const attempt = useRef(freshUUID());
  const { state, paymentMethods, methodsUnavailable } = answer;
  const isRunning = !['none', 'ended', 'paused', 'pending'].includes(state);
  const add = async () => {
    const made = await change(addPaymentMethod, { attemptID: attempt.current });
    if (!made) return;
    attempt.current = freshUUID();
    location.assign(`/payment/${made.paymentRecordId}`);
  };
  return (
    <section className={styles.card}>
      <h2>{t('own.methods')}</h2>
      {methodsUnavailable && <p>{t('own.methodsAway')}</p>}
      {!methodsUnavailable && paymentMethods.length === 0 && <p>{t('own.methodsNone')}</p>}
      <ul className={profile.list}>
        {paymentMethods.map((each) => (
          <Method key={each.paymentMethodID} {...{ each, isBusy, change, isRunning }} />
        ))}
      </ul>
      {isRunning && !methodsUnavailable && (
        <div>
          <Button busy={isBusy} onClick={() => void add()}>
            {t('own.addMethod')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface MethodProps extends Pick<MembershipPartProps, 'isBusy' | 'change'> {
  readonly each: OwnSubscription['paymentMethods'][number];
  readonly isRunning: boolean;
}

function Method({ each, isBusy, change, isRunning }: MethodProps) {
  const { t } = useMoney();
  const { paymentMethodID, type, brand, last4, expires, isDefault } = each;
  const kind = type === 'card' ? t('own.card') : type === 'debit' ? t('own.debit') : t('own.otherMethod');
  const name = t('own.ending', {
    name: brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : kind,
    digits: last4,
  });
  const notes = [expires && t('own.expires', { date: expires }), isDefault && t('own.default')].filter(Boolean);
  const button = (action: string, what: typeof setDefaultPaymentMethod | typeof deletePaymentMethod, done: string) => (
    <Button
      look="quiet"
      busy={isBusy}
      aria-label={t('own.named', { action, what: name })}
      onClick={() => void change(what, { paymentMethodID }, done)}
    >
      {action}
    </Button>
  );
  return (
    <li className={profile.row}>
      <span className={profile.value}>
        {name}
        {notes.length > 0 && <span className={profile.note}>{notes.join(' · ')}</span>}
      </span>
      {!isDefault && (
        <span>
          {isRunning && button(t('own.makeDefault'), setDefaultPaymentMethod, t('own.madeDefault', { what: name }))}
          {button(t('own.removeMethod'), deletePaymentMethod, t('own.methodRemoved'))}
        </span>
      )}
    </li>
  );
}
