import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { useUserState } from '../encounters/current.ts';
import { PauseBanner } from '../lobby/pause-banner.tsx';
import { UnsupportedNotice } from '../lobby/unsupported.tsx';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import Catalogue from './catalogue.tsx';
import styles from './pages.module.css';

/** /betaexperiences: what is being tried out, for those with access to it. */
export default function BetaPage() {
  const { t } = useTranslation('experiences');
  const { user } = useSession();
  const state = useUserState();
  useTitle(t('beta.title'));
  if (!user?.betaExperienceAccess) return <Navigate to="/" replace />;
  if (state !== 'present' && state !== 'absent' && state !== 'waiting') return <Navigate to="/experience" replace />;
  return (
    <main className={styles.page}>
      <header className={styles.heading}>
        <h1>{t('beta.title')}</h1>
        <p>{t('beta.text')}</p>
        <Link to="/feedback">{t('beta.feedback')}</Link>
      </header>
      <PauseBanner />
      <UnsupportedNotice />
      <Catalogue status="beta" heading="h2" />
    </main>
  );
}
