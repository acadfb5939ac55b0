import type { AnswerOf } from '@unspoken/contract/call';
import { findReceipt, refundPayment, refundReasonsByHand } from '@unspoken/contract/finance';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { centsOf } from '../membership/money.ts';
import { call } from '../platform/api.ts';
import { freshUUID } from '../platform/fresh-id.ts';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './console.module.css';
import { useAmounts } from './use-amounts.ts';

type Found = AnswerOf<typeof findReceipt>;
type RefundState = AnswerOf<typeof refundPayment>['state'];

/** Finds a payment by the number of its receipt, and gives money back. */
export function RefundForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const { t } = useTranslation('console');
  const [number, setNumber] = useState('');
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState<RefundState>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    setDone(undefined);
    setFailure(undefined);
    call(findReceipt, { body: { number: number.trim() } }).then(setFound, (problem: unknown) => {
      setFound(undefined);
      setFailure(problem);
    });
  };
  return (
    <section className={styles.card}>
      <h2>{t('money.refund')}</h2>
      <p>{t('money.refundText')}</p>
      {done && <Notice>{t(`money.refunded.${done === 'proposed' ? done : 'due'}`)}</Notice>}
      <FormAlert failure={failure} invalid={false} />
      <form className={forms.form} onSubmit={find}>
        <Field label={t('money.receipt')} value={number} onChange={({ target }) => setNumber(target.value)} />
        <div>
          <Button type="submit">{t('money.find')}</Button>
        </div>
      </form>
      {found && (
        <Refund
          key={found.number}
          found={found}
          onRefunded={(state) => {
            setFound(undefined);
            setFailure(undefined);
            setDone(state);
            void onDone();
          }}
          onFailed={setFailure}
        />
      )}
    </section>
  );
}

interface RefundProps {
  readonly found: Found;
  readonly onRefunded: (state: RefundState) => void;
  readonly onFailed: (problem: unknown) => void;
}

function Refund({ found: { number, at, gross, addressee, refundable }, onRefunded, onFailed }: RefundProps) {
  const { t } = useTranslation('console');
  const { amount, date } = useAmounts();
  const [typed, setTyped] = useState(`${refundable / 100}`);
  const [reason, setReason] = useState<(typeof refundReasonsByHand)[number]>();
  const [isBusy, setBusy] = useState(false);
  // The same for each attempt to send this refund.
  const id = useRef(freshUUID());
  const cents = centsOf(typed);
  const refund = (event: FormEvent) => {
    event.preventDefault();
    if (!reason || Number.isNaN(cents) || isBusy) return;
    setBusy(true);
    onFailed(undefined);
    call(refundPayment, { body: { id: id.current, number, amount: cents, reason } })
      .then(({ state }) => onRefunded(state), onFailed)
      .finally(() => setBusy(false));
  };
  return (
    <form className={forms.form} onSubmit={refund}>
      <p>
        {[number, date(at), amount(gross), ...addressee].join(' · ')}
        <br />
        {t('money.refundable', { amount: amount(refundable) })}
      </p>
      <Field label={t('money.amount')} inputMode="decimal" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Select
        label={t('money.reason')}
        value={reason ?? ''}
        onChange={({ target }) => setReason(refundReasonsByHand.find((each) => each === target.value))}
      >
        <option value="">{t('money.choose')}</option>
        {refundReasonsByHand.map((each) => (
          <option key={each} value={each}>
            {t(`money.reasons.${each}`)}
          </option>
        ))}
      </Select>
      <div>
        <Button look="danger" type="submit" busy={isBusy} disabled={!reason || !(cents > 0) || refundable === 0}>
          {t('money.giveBack')}
        </Button>
      </div>
    </form>
  );
}
