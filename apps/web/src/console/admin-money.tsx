import type { AnswerOf } from '@unspoken/contract/call';
import { openDeclarations, settleDeclaration } from '@unspoken/contract/declarations';
import { approveRefund, moneyOverview, rejectRefund } from '@unspoken/contract/finance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import styles from './console.module.css';
import { CostForm } from './cost-form.tsx';
import { RefundForm } from './refund-form.tsx';
import { useAmounts } from './use-amounts.ts';

type Overview = AnswerOf<typeof moneyOverview>;

/** Money: what needs somebody first, then the books. */
export function Money() {
  const { t } = useTranslation('console');
  const { answer, failure, setFailure, load } = useLoaded(moneyOverview);
  useTitle(t('parts.money'));
  const [isBusy, setBusy] = useState(false);
  const act = (made: Promise<unknown>) => {
    setBusy(true);
    void made.then(load, setFailure).finally(() => setBusy(false));
  };
  return (
    <>
      <h1>{t('parts.money')}</h1>
      <FormAlert failure={failure} invalid={false} />
      {answer && <Condition answer={answer} />}
      <Declarations />
      {answer && (
        <Refunds
          refunds={answer.refunds}
          isBusy={isBusy}
          onApprove={(id) => act(call(approveRefund, { body: { id } }))}
          onReject={(id) => act(call(rejectRefund, { body: { id } }))}
        />
      )}
      {answer && answer.disputes.length > 0 && <Disputes disputes={answer.disputes} />}
      <RefundForm onDone={load} />
      {answer && <Balances balances={answer.balances} />}
      <CostForm onDone={load} />
    </>
  );
}

function Condition({ answer }: { readonly answer: Overview }) {
  const { payments, account, silentFor, undoneFor, faults, checkedAt, places } = answer;
  const { t } = useTranslation('console');
  const { minutes, moment } = useAmounts();
  return (
    <section className={styles.card}>
      <p>{t(`money.mode.${payments}`, { account })}</p>
      {payments !== 'closed' && <p>{t('money.signals', { silent: minutes(silentFor), undone: minutes(undoneFor) })}</p>}
      <p>{t('money.places', { open: places.open, waiting: places.waiting })}</p>
      {faults.length === 0 ? <p>{t('money.balanced')}</p> : <FaultList faults={faults} />}
      <p className={styles.note}>{t('money.checked', { at: moment(checkedAt) })}</p>
    </section>
  );
}

/** In English, as the log has them. */
function FaultList({ faults }: { readonly faults: readonly string[] }) {
  const { t } = useTranslation('console');
  return (
    <div role="alert">
      <p>{t('money.faults')}</p>
      <ul lang="en">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </div>
  );
}

function Declarations() {
  const { t } = useTranslation('console');
  const { answer, failure, setFailure, load } = useLoaded(openDeclarations);
  const [isBusy, setBusy] = useState(false);
  const settle = (id: string, execute: boolean) => {
    setBusy(true);
    void call(settleDeclaration, { body: { id, execute: execute ? 'true' : 'false' } })
      .then(load, setFailure)
      .finally(() => setBusy(false));
  };
  if (answer?.declarations.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{t('money.declarations')}</h2>
      <FormAlert failure={failure} invalid={false} />
      <ul className={styles.rows}>
        {answer?.declarations.map(({ id, kind, declaration, email, ofPayer, isDone }) => (
          <li key={id}>
            <p>{t(isDone ? 'money.doneForPayer' : ofPayer ? 'money.ofPayer' : 'money.ofOther', { email })}</p>
            <blockquote className={styles.words}>{declaration}</blockquote>
            <div className={styles.actions}>
              {ofPayer && !isDone && (
                <Button look="danger" busy={isBusy} onClick={() => settle(id, true)}>
                  {t(`money.execute.${kind}`)}
                </Button>
              )}
              <Button busy={isBusy} onClick={() => settle(id, false)}>
                {t('money.settled')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RefundsProps {
  readonly refunds: Overview['refunds'];
  readonly isBusy: boolean;
  readonly onApprove: (id: string) => void;
  readonly onReject: (id: string) => void;
}

function Refunds({ refunds, isBusy, onApprove, onReject }: RefundsProps) {
  const { t } = useTranslation('console');
  const { amount, date } = useAmounts();
  if (refunds.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{t('money.refunds')}</h2>
      <ul className={styles.rows}>
        {refunds.map(({ id, cents, state, decidedAt, isOwn }) => (
          <li key={id}>
            <p>{t(`money.refundState.${state}`, { amount: amount(cents), date: date(decidedAt) })}</p>
            {state === 'proposed' && isOwn && <p>{t('money.otherNeeded')}</p>}
            {state === 'proposed' && (
              <div className={styles.actions}>
                {!isOwn && (
                  <Button busy={isBusy} onClick={() => onApprove(id)}>
                    {t('money.approve')}
                  </Button>
                )}
                <Button busy={isBusy} onClick={() => onReject(id)}>
                  {t(isOwn ? 'money.takeBack' : 'money.reject')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Disputes({ disputes }: Pick<Overview, 'disputes'>) {
  const { t } = useTranslation('console');
  const { amount, date } = useAmounts();
  return (
    <section className={styles.card}>
      <h2>{t('money.disputes')}</h2>
      <ul className={styles.rows}>
        {disputes.map(({ ref, cents, dueAt }) => (
          <li key={ref}>
            {dueAt
              ? t('money.disputeUntil', { ref, amount: amount(cents), date: date(dueAt) })
              : t('money.dispute', { ref, amount: amount(cents) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The books: the names of accounts are those of the books, in English. */
function Balances({ balances }: Pick<Overview, 'balances'>) {
  const { t } = useTranslation('console');
  const { amount } = useAmounts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.card}>
      <h2>{t('money.books')}</h2>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'money.hideBooks' : 'money.showBooks')}
      </Button>
      {isOpen && (
        <table>
          <tbody lang="en">
            {balances.map(({ account, cents }) => (
              <tr key={account}>
                <th scope="row">{account}</th>
                <td>{amount(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
