import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import styles from '../forms/form.module.css';
import { announce } from '../platform/announcements.ts';
import { errorText } from '../platform/error-text.ts';
import { confirmAddress } from '../session/session.ts';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';

type Outcome = 'asking' | 'signed in' | 'confirmed' | { failed: unknown };

/** /confirmemail/{hash}: the mailed link. In the browser that registered it leads straight in. */
export default function ConfirmEmail() {
  const { t } = useTranslation('accounts');
  const { t: problemText } = useTranslation('errors');
  const { hash = '' } = useParams();
  const [outcome, setOutcome] = useState<Outcome>('asking');
  useEffect(() => {
    confirmAddress(hash).then(
      (signedIn) => {
        if (signedIn) announce('emailVerified');
        setOutcome(signedIn ? 'signed in' : 'confirmed');
      },
      (failed: unknown) => setOutcome({ failed }),
    );
  }, [hash]);
  if (outcome === 'signed in') return <Navigate to="/" replace />;
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
