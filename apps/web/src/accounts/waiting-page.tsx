import type { User } from '@unspoken/contract/accounts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import styles from '../forms/form.module.css';
import { useConfiguration } from '../platform/use-configuration.ts';
import { refreshSession, signOut } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';

const pages = { sentCredentials: 'unfinished', sentInfo: 'sent', declined: 'declined' } as const;

/** While somebody is on the waiting list: what is still owed, or that it is their turn to wait. */
export function WaitingPage({ stage }: { readonly stage: NonNullable<User['registeringStage']> }) {
  const { t } = useTranslation('accounts');
  const { supportEmail } = useConfiguration();
  const navigate = useNavigate();
  const opened = useRef(false);
  useEffect(() => {
    const look = () => void refreshSession();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  useEffect(() => {
    if (stage !== 'sentCredentials' || opened.current) return;
    opened.current = true;
    navigate('/?auth=apply');
  }, [stage, navigate]);
  const page = pages[stage];
  return (
    <main className={styles.page}>
      <Mark size="7rem" breathing={stage !== 'declined'} />
      <h1>{t(`waiting.${page}.title`)}</h1>
      <p>{t(`waiting.${page}.text`, { support: supportEmail })}</p>
      <div className={styles.actions}>
        {stage === 'sentCredentials' && (
          <Button look="primary" onClick={() => navigate('/?auth=apply')}>
            {t('waiting.continue')}
          </Button>
        )}
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
