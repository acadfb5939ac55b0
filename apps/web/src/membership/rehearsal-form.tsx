import { rehearsedMethods, rehearsePayment } from '@unspoken/contract/payments';
import { type FormEvent, useState } from 'react';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import styles from './membership.module.css';
import type { PaymentKind } from './order-summary.tsx';
import { useMoney } from './use-money.ts';

export interface PaymentFormProps {
  /** The client secret of the payment. */
  readonly secret: string;
  readonly publishableKey: string;
  readonly kind: PaymentKind;
  /** The words of the button. */
  readonly label: string;
  readonly onConfirmed: () => void;
  /** With the words of the provider; undefined when a new attempt begins. */
  readonly onDeclined: (words: string | undefined) => void;
}

/** Test cards and accounts by their names, without a field for a number: no real card can be entered. */
export function RehearsalForm({ secret, label, onConfirmed, onDeclined }: PaymentFormProps) {
  const { t } = useMoney();
  const [method, setMethod] = useState<(typeof rehearsedMethods)[number]>('visa');
  const [isAtBank, setAtBank] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const attempt = async (step: { method: typeof method } | { confirmed: boolean }) => {
    setBusy(true);
    setFailure(undefined);
    onDeclined(undefined);
    try {
      const { status, error } = await call(rehearsePayment, { body: { client_secret: secret, ...step } });
      setAtBank(status === 'requires_action');
      if (status === 'requires_payment_method') onDeclined(error ?? status);
      else if (status !== 'requires_action') onConfirmed();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt({ method });
  };
  if (isAtBank)
    return (
      <div className={styles.bank}>
        <FormAlert failure={failure} invalid={false} />
        <p role="status">{t('test.bank')}</p>
        <div className={styles.actions}>
          <Button look="primary" busy={isBusy} onClick={() => void attempt({ confirmed: true })}>
            {t('test.bankYes')}
          </Button>
          <Button busy={isBusy} onClick={() => void attempt({ confirmed: false })}>
            {t('test.bankNo')}
          </Button>
        </div>
      </div>
    );
  return (
    <form onSubmit={submit} className={styles.methods}>
      <FormAlert failure={failure} invalid={false} />
      <fieldset className={styles.purposes}>
        <legend>{t('test.legend')}</legend>
        {rehearsedMethods.map((each) => (
          <label key={each} className={styles.purpose}>
            <input type="radio" name="method" checked={method === each} onChange={() => setMethod(each)} />
            <span>{t(`test.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.small}>{t('test.note')}</p>
      <div>
        <Button look="primary" large type="submit" busy={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
