import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { AuthModal } from './accounts/auth-modal.tsx';
import { EncounterNavigation } from './encounters/navigation.ts';
import styles from './frame.module.css';
import { useConfiguration } from './platform/use-configuration.ts';
import { signOut } from './session/session.ts';
import { useSession } from './session/use-session.ts';
import { Button } from './ui/button.tsx';
import { Mark } from './ui/mark.tsx';

/** What stands around every page; nothing of it during an encounter. */
export function Frame() {
  const bare = useLocation().pathname === '/experience';
  return (
    <>
      <EncounterNavigation />
      {!bare && <Navbar />}
      <Suspense fallback={<main />}>
        <Outlet />
      </Suspense>
      {!bare && <Footer />}
      <AuthModal />
      <ScrollRestoration />
    </>
  );
}

function Navbar() {
  const { t } = useTranslation();
  const { productName } = useConfiguration();
  const { ready, user } = useSession();
  return (
    <header className={styles.navbar}>
      <nav aria-label={t('navigation')}>
        <NavLink to="/" className={styles.brand ?? ''}>
          <Mark size="2.25rem" />
          <span>{productName}</span>
        </NavLink>
        {ready && !user && <Link to="?auth=signin">{t('signIn')}</Link>}
        {user && (
          <Button look="quiet" title={user.email} onClick={() => void signOut()}>
            {t('signOut')}
          </Button>
        )}
      </nav>
    </header>
  );
}

function Footer() {
  const { t } = useTranslation();
  const { supportEmail } = useConfiguration();
  return (
    <footer className={styles.footer}>
      <Link to="/terms">{t('terms')}</Link>
      <Link to="/privacy">{t('privacy')}</Link>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </footer>
  );
}
