import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import { Button } from '../ui/button.tsx';
import styles from './report-sent.module.css';
import { reportSent } from './reporting.ts';

/**
 * After a report: the only thing on the page, so that nothing of the other person is left on it. Every way out takes the
 * place of the present page in the tab's history.
 */
export function ReportSent({ byGuest }: { readonly byGuest: boolean }) {
  const { t } = useTranslation('moderation');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [target, setTarget] = useState<string>();
  const go = useCallback(
    (to: string) => {
      setTarget(to);
      void navigate(to, { replace: true });
    },
    [navigate],
  );
  // Until the router has arrived, the page below would still be the one that was reported from, which redirects elsewhere.
  useEffect(() => {
    if (target === pathname + search) reportSent.set(undefined);
  }, [target, pathname, search]);
  useEffect(() => {
    const leave = ({ key, repeat }: KeyboardEvent) => {
      if (key === 'Escape' && !repeat) go('/');
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [go]);
  const leaveFor = (to: string) => (event: MouseEvent) => {
    event.preventDefault();
    go(to);
  };
  // Blank at once.
  if (target !== undefined) return <main />;
  return (
    <main className={styles.screen}>
      <ScreenHeading>{t('sent.title')}</ScreenHeading>
      <p>{t('sent.apart')}</p>
      <h2>{t('sent.next')}</h2>
      <p>{t(byGuest ? 'sent.nextForGuests' : 'sent.nextForMembers')}</p>
      <h2>{t('sent.help')}</h2>
      <p>
        {t('sent.danger')} <a href="tel:112">112</a>
      </p>
      <p>
        {t('sent.talk')}{' '}
        <Link to="/helplines" replace onClick={leaveFor('/helplines')}>
          {t('sent.helpLines')}
        </Link>
      </p>
      <div className={styles.buttons}>
        <Button look="primary" large aria-keyshortcuts="Escape" title={t('sent.escape')} onClick={() => go('/')}>
          {t('sent.leave')}
        </Button>
        <Button large onClick={() => go(byGuest ? '/?auth=signin' : '/account/encounters')}>
          {t(byGuest ? 'sent.signIn' : 'sent.encounters')}
        </Button>
      </div>
      <p className={styles.small}>{t('sent.leaveText')}</p>
    </main>
  );
}
