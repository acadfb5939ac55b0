import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../forms/form.module.css';
import { refreshSession, signOut } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';

/** For a user whose account is not admitted yet. Returning to the tab checks whether that has changed; they can sign out. */
export function NotAdmitted(props: {
  readonly title: string;
  readonly text: string;
  readonly breathing: boolean;
  readonly children?: ReactNode;
  /** The actions beside signing out. */
  readonly action?: ReactNode;
}) {
  const { t } = useTranslation('accounts');
  useEffect(() => {
    const refresh = () => void refreshSession();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, []);
  return (
    <main className={styles.page}>
      <Mark size="medium" breathing={props.breathing} />
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      {props.children}
      <div className={styles.actions}>
        {props.action}
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
