import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../forms/form.module.css';
import { errorText } from '../platform/error-text.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { refreshSession, resendConfirmation, signOut } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';

/** Between registering and the mailed link. Coming back to the tab looks whether the address is confirmed by now. */
export function CheckEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation('accounts');
  const { t: problemText } = useTranslation('errors');
  const { mailbox } = useConfiguration();
  const [resent, setResent] = useState<'no' | 'yes' | { failed: unknown }>('no');
  useEffect(() => {
    const look = () => void refreshSession();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  const resend = () =>
    resendConfirmation().then(
      () => setResent('yes'),
      (failed: unknown) => setResent({ failed }),
    );
  return (
    <main className={styles.page}>
      <Mark size="7rem" breathing />
      <h1>{t('check.title')}</h1>
      <p>{t('check.text', { email })}</p>
      {resent === 'yes' && <Notice>{t('check.resent')}</Notice>}
      {typeof resent === 'object' && <Notice kind="problem">{errorText(problemText, resent.failed)}</Notice>}
      {mailbox && (
        <p>
          <a href="/dev/mailbox" target="_blank" rel="noreferrer">
            {t('check.mailbox')}
          </a>
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={resend}>{t('check.resend')}</Button>
        <Button look="quiet" onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      </div>
      <p>
        <Link to="/account/deleteaccount">{t('waiting.delete')}</Link>
      </p>
    </main>
  );
}
