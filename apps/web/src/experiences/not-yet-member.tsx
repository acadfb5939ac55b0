import type { User } from '@unspoken/contract/accounts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorText } from '../platform/error-text.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { refreshSession, resendConfirmation, signOut } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './experiences.module.css';

/** For an invited user whose account is not ready: what is missing, and that they can join without it. */
export function NotYetMember({ user }: { readonly user: User }) {
  const { t } = useTranslation('experiences');
  const { pathname } = useLocation();
  // The mailed link opens in another tab or browser.
  useEffect(() => {
    const look = () => void refreshSession();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return (
    <>
      {user.needsVerification ? <Unconfirmed email={user.email} /> : <p>{t('notYet.admission')}</p>}
      <div className={styles.actions}>
        <Button look="primary" onClick={() => void signOut(pathname)}>
          {t('notYet.asGuest')}
        </Button>
      </div>
    </>
  );
}

function Unconfirmed({ email }: { readonly email: string }) {
  const { t } = useTranslation('experiences');
  const { t: accounts } = useTranslation('accounts');
  const { t: problemText } = useTranslation('errors');
  const { mailbox } = useConfiguration();
  const [resent, setResent] = useState<'no' | 'yes' | { failed: unknown }>('no');
  const resend = () =>
    resendConfirmation().then(
      () => setResent('yes'),
      (failed: unknown) => setResent({ failed }),
    );
  return (
    <>
      <p>{t('notYet.confirmation', { email })}</p>
      {resent === 'yes' && <Notice>{accounts('check.resent')}</Notice>}
      {typeof resent === 'object' && <Notice kind="problem">{errorText(problemText, resent.failed)}</Notice>}
      <div className={styles.actions}>
        <Button onClick={resend}>{accounts('check.resend')}</Button>
        {mailbox && (
          <a href="/dev/mailbox" target="_blank" rel="noreferrer">
            {accounts('check.mailbox')}
          </a>
        )}
      </div>
    </>
  );
}
