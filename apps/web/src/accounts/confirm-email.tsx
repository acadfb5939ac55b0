import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import styles from '../forms/form.module.css';
import { announce } from '../platform/announcements.ts';
import { errorText } from '../platform/error-text.ts';
import { confirmAddress } from '../session/session.ts';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConfirmWithPassword } from './confirm-with-password.tsx';

type Outcome = 'asking' | Awaited<ReturnType<typeof confirmAddress>> | { failed: unknown };

/** /confirmemail/{hash}: the mailed link. In the browser that registered, it signs in at once. */
export default function ConfirmEmail() {
  const { t } = useTranslation('accounts');
  const { t: problemText } = useTranslation('errors');
  const { hash = '' } = useParams();
  const [outcome, setOutcome] = useState<Outcome>('asking');
  useEffect(() => {
    confirmAddress(hash).then(
      (confirmed) => {
        if (confirmed === 'signed in') announce('emailVerified');
        setOutcome(confirmed);
      },
      (failed: unknown) => setOutcome({ failed }),
    );
  }, [hash]);
  if (outcome === 'signed in') return <Navigate to="/" replace />;
  if (outcome === 'password needed') return <ConfirmWithPassword hash={hash} onDone={() => setOutcome('confirmed')} />;
  return (
    <main className={styles.page}>
      <Mark size="medium" breathing={outcome === 'asking'} />
      {outcome === 'asking' && <h1>{t('confirm.asking')}</h1>}
      {outcome === 'confirmed' && (
        <>
          <h1>{t('confirm.done')}</h1>
          <Link to="/?auth=signin">{t('signin.submit')}</Link>
        </>
      )}
      {typeof outcome === 'object' && (
        <>
          <Notice kind="problem">{errorText(problemText, outcome.failed)}</Notice>
          <Link to="/">{t('confirm.home')}</Link>
        </>
      )}
    </main>
  );
}
