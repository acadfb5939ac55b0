import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, NavLink } from 'react-router';
import FactorGate from '../console/factor-gate.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './studio.module.css';

/** Who may open the studio. */
const hasStudio = (role: string | undefined): boolean => role === 'facilitator' || role === 'admin';

/** A page of the studio: for facilitators and administrators, behind a second factor. */
export function StudioGate({ wide = false, children }: { readonly wide?: boolean; readonly children: ReactNode }) {
  const { user } = useSession();
  if (!hasStudio(user?.role)) return <Navigate to="/" replace />;
  return (
    <main className={`${styles.studio} ${wide ? styles.wide : ''}`}>
      <FactorGate>{children}</FactorGate>
    </main>
  );
}

export function StudioNavigation() {
  const { t } = useTranslation('studio');
  return (
    <nav className={styles.parts} aria-label={t('title')}>
      <NavLink to="/studio" end>
        {t('list.title')}
      </NavLink>
      <NavLink to="/studio/files">{t('files.title')}</NavLink>
      <NavLink to="/studio/profile">{t('profile.title')}</NavLink>
    </nav>
  );
}
