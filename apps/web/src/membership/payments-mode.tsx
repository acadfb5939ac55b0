import type { AnswerOf } from '@unspoken/contract/call';
import type { paymentCountries } from '@unspoken/contract/payments';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import profile from '../profile/profile.module.css';
import { Notice } from '../ui/notice.tsx';
import styles from './membership.module.css';

export type PaymentsMode = AnswerOf<typeof paymentCountries>['payments'];

// A page that comes back from the browser's memory would show a form that was sent, or a state that has changed.
if (typeof window !== 'undefined') window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** A page about money: says above everything else if none moves here. */
export function MoneyPage({ mode, children }: { readonly mode: PaymentsMode | undefined; readonly children: ReactNode }) {
  const { t } = useTranslation('membership');
  return (
    <main className={`${profile.profile} ${styles.page}`}>
      {mode === 'rehearsal' && <p className={styles.rehearsal}>{t('rehearsal')}</p>}
      {children}
    </main>
  );
}

export function PaymentsClosed() {
  const { t } = useTranslation('membership');
  return <Notice>{t('closed')}</Notice>;
}
