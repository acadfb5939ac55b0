import { cancelSubscription, withdrawSubscription } from '@unspoken/contract/membership';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { Button } from '../ui/button.tsx';
import styles from './membership.module.css';
import type { MembershipPartProps } from './use-membership.ts';
import { useMoney } from './use-money.ts';

/** Cancelling, in two clicks and without persuasion, and withdrawing while that is possible. */
export function Ending({ answer, isBusy, change }: MembershipPartProps) {
  const { t, date } = useMoney();
  const { t: common } = useTranslation();
  const [asked, setAsked] = useState<'cancel' | 'withdraw'>();
  const { state, paidUntil, withdrawableUntil, subscriptionCancelsAt } = answer;
  // A first payment that was not made can only be given up; one that is being debited can only be withdrawn from.
  const canCancel = state !== 'settling' && subscriptionCancelsAt === null;
  const canWithdraw = state === 'settling' || (state !== 'pending' && withdrawableUntil !== null);
  const runsOn = (state === 'active' || state === 'paused') && paidUntil !== null;
  const dialogs = {
    cancel: {
      call: cancelSubscription,
      text: runsOn ? t('own.cancelText', { date: date(paidUntil) }) : t('own.cancelNow'),
      yes: t('own.cancelYes'),
      done: t('own.cancelled'),
    },
    withdraw: {
      call: withdrawSubscription,
      text:
        state === 'settling' || !withdrawableUntil
          ? t('own.withdrawPending')
          : t('own.withdrawText', { date: date(withdrawableUntil) }),
      yes: t('own.withdrawYes'),
      done: t('own.withdrawn'),
    },
  };
  if (!canCancel && !canWithdraw) return null;
  const dialog = asked && dialogs[asked];
  return (
    <section className={styles.card}>
      <h2>{t('own.end')}</h2>
      <div className={styles.actions}>
        {canCancel && (
          <Button busy={isBusy} onClick={() => setAsked('cancel')}>
            {t('own.cancel')}
          </Button>
        )}
        {canWithdraw && (
          <Button busy={isBusy} onClick={() => setAsked('withdraw')}>
            {t('own.withdraw')}
          </Button>
        )}
      </div>
      {dialog && asked && (
        <ConfirmDialog
          title={t(`own.${asked}`)}
          text={dialog.text}
          yes={dialog.yes}
          no={t('own.keep')}
          closeLabel={common('close')}
          onNo={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined);
            void change(dialog.call, {}, dialog.done);
          }}
        />
      )}
    </section>
  );
}
