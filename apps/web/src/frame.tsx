import type { User } from '@unspoken/contract/accounts';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useSearchParams } from 'react-router';
import { isOfInvitation, useEntering, useUserState, useWaitingRoom } from './encounters/current.ts';
import styles from './frame.module.css';
import { reporting, reportSent } from './moderation/reporting.ts';
import { BrandRow } from './pages/brand-row.tsx';
import { OutsideLink } from './pages/outside-link.tsx';
import { announcement } from './platform/announcements.ts';
import { social } from './platform/brand.ts';
import { LanguageSelect } from './platform/language-select.tsx';
import { later } from './platform/later.ts';
import { useObservable } from './platform/observable.ts';
import { PageFocus } from './platform/page-focus.tsx';
import { UpdateNotice } from './platform/update-notice.tsx';
import { useConfiguration } from './platform/use-configuration.ts';
import { signOut } from './session/session.ts';
import { useSession } from './session/use-session.ts';
import { Button } from './ui/button.tsx';
import { Mark } from './ui/mark.tsx';
import { Notice } from './ui/notice.tsx';
import { PageVisits } from './visits/page-visits.tsx';

const AuthModal = later(() => import('./accounts/auth-modal.tsx'));
const EncounterSigns = later(() => import('./encounters/signs/encounter-signs.tsx'));
const ReportFlow = later(() => import('./moderation/report-flow.tsx'));

/** The navigation, notices and footer around every page; left out during an encounter. */
export function Frame() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Tells `start.ts` and the tests that the application runs.
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
  }, []);
  const isReported = useObservable(reportSent) !== undefined;
  const isWaiting = useWaitingRoom();
  const isGuided = useUserState() === 'firstTimeGuidance';
  // On the way from the waiting room to the encounter, the lobby is not shown for a moment.
  const isEntering = useEntering();
  const isRoom = pathname === '/experience' || pathname === '/mirror' || pathname.startsWith('/studio/rehearse/');
  const bare = isRoom || isWaiting || isEntering;
  const hasOwnBar = pathname.startsWith('/facilitator/');
  // A user invited by a link sees what it is about, and little else; a guest has nothing else here.
  const { ready, user } = useSession();
  const isGuest = user?.role === 'experienceGuest';
  const minimal = isOfInvitation(pathname) || isGuest;
  // The screen after a report takes the place of the whole page: no picture of the other person is left anywhere.
  if (isReported)
    return (
      <Suspense fallback={<main />}>
        <ReportFlow />
      </Suspense>
    );
  return (
    <>
      {!bare && (
        <a href="#content" className={styles.skip}>
          {t('skip')}
        </a>
      )}
      <Signs />
      <PageVisits />
      <PageFocus page={bare ? undefined : isGuided ? 'guidance' : pathname} lobby={ready ? lobbyOf(user) : undefined} />
      {!bare && !hasOwnBar && <Navbar minimal={minimal} />}
      {!bare && (
        <div className={styles.announcement}>
          <UpdateNotice />
        </div>
      )}
      <Announcements isHidden={bare || isGuided} />
      <div id="content" tabIndex={-1} />
      <Suspense fallback={<main />}>
        <Outlet />
      </Suspense>
      {!bare && <Footer minimal={minimal} />}
      <Auth />
      <Reporting />
      <ScrollRestoration />
    </>
  );
}

const lobbyOf = (user: User | undefined) =>
  user ? (user.needsVerification ? 'unconfirmed' : user.registeringStage) || 'member' : '';

/** Only a signed-in user has encounters. */
function Signs() {
  const { user } = useSession();
  return <Suspense fallback={null}>{user && <EncounterSigns />}</Suspense>;
}

/** Signing in and registering, over any page. */
function Auth() {
  const [search] = useSearchParams();
  return <Suspense fallback={null}>{search.has('auth') && <AuthModal />}</Suspense>;
}

/** The report form, over any page. */
function Reporting() {
  const room = useObservable(reporting);
  return <Suspense fallback={null}>{room && <ReportFlow />}</Suspense>;
}

function Navbar({ minimal }: { readonly minimal: boolean }) {
  const { t } = useTranslation();
  const { productName } = useConfiguration();
  const { ready, user } = useSession();
  return (
    <header className={styles.navbar}>
      <nav aria-label={t('navigation')}>
        <NavLink to="/" className={styles.brand ?? ''}>
          <Mark />
          <span>{productName}</span>
        </NavLink>
        {!minimal && <Pages />}
        {!minimal && ready && !user && <Link to="?auth=signin">{t('signIn')}</Link>}
        {!minimal && user && (
          <span className={styles.own}>
            {!user.needsVerification && user.registeringStage === null && (
              <>
                {(user.role === 'moderator' || user.role === 'admin') && <NavLink to="/admin">{t('moderation')}</NavLink>}
                {user.role === 'facilitator' && <NavLink to="/studio">{t('studio')}</NavLink>}
                <NavLink to="/account/profile" title={user.email}>
                  {t('account')}
                </NavLink>
              </>
            )}
            <Button look="quiet" onClick={() => void signOut()}>
              {t('signOut')}
            </Button>
          </span>
        )}
      </nav>
    </header>
  );
}

/** The pages to read: one link, and a list that opens. */
function Pages() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const list = useRef<HTMLDetailsElement>(null);
  // Closed by a choice, by leaving for another page, and by Escape.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is opened closes the list
  useEffect(() => list.current?.removeAttribute('open'), [key]);
  return (
    <span className={styles.pages}>
      <NavLink to="/">{t('pages.home')}</NavLink>
      <NavLink to="/about">{t('pages.about')}</NavLink>
      <details
        ref={list}
        className={styles.list}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('open');
        }}
        onKeyDown={({ key: pressed, currentTarget }) => {
          if (pressed !== 'Escape') return;
          currentTarget.removeAttribute('open');
          currentTarget.querySelector('summary')?.focus();
        }}
      >
        <summary>{t('pages.howtouse')}</summary>
        {/* Takes the focus where clicking a link does not (Safari), so that choosing a link does not leave the list. */}
        <ul tabIndex={-1}>
          {(['howtouse', 'faq', 'communityguidelines', 'gatherings'] as const).map((page) => (
            <li key={page}>
              <NavLink to={`/${page}`}>{t(`pages.${page}`)}</NavLink>
            </li>
          ))}
        </ul>
      </details>
    </span>
  );
}

/** An announcement of what has just happened: shown on the page that follows, removed on the page after that. */
function Announcements({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation();
  const message = useObservable(announcement);
  const { key } = useLocation();
  const shown = useRef({ message, key, pages: 0 });
  useEffect(() => {
    const last = shown.current;
    if (last.message !== message) shown.current = { message, key, pages: 0 };
    else if (last.key !== key) {
      shown.current = { message, key, pages: last.pages + 1 };
      if (last.pages === 1) announcement.set(undefined);
    }
  }, [key, message]);
  if (!message || isHidden) return null;
  return (
    <div className={styles.announcement}>
      <Notice kind={message.kind} close={{ label: t('close'), onClick: () => announcement.set(undefined) }}>
        {t(`announcements.${message.text}`)}
      </Notice>
    </div>
  );
}

function FollowUs() {
  const { t } = useTranslation();
  return (
    <ul className={styles.social} aria-label={t('followUs')}>
      <li aria-hidden="true">{t('followUs')}</li>
      {social.map(({ name, href }) => (
        <li key={href}>
          <OutsideLink href={href}>{name}</OutsideLink>
        </li>
      ))}
    </ul>
  );
}

function Footer({ minimal }: { readonly minimal: boolean }) {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <footer className={styles.footer}>
      {!minimal && <Link to="/about">{t('pages.about')}</Link>}
      {(
        [
          'terms',
          'privacy',
          'privacychoices',
          'communityguidelines',
          'helplines',
          'accessibility',
          'transparency',
          'imprint',
        ] as const
      ).map((page) => (
        <Link key={page} to={`/${page}`}>
          {t(`pages.${page}`)}
        </Link>
      ))}
      {!minimal && user && !user.needsVerification && user.registeringStage === null && (
        <Link to="/feedback">{t('feedback')}</Link>
      )}
      {!minimal && <Link to="/membership">{t('pages.membership')}</Link>}
      {!minimal && <Link to="/donate">{t('pages.donate')}</Link>}
      {/* On every page, and for guests, too. Source: section 312k BGB, Directive 2011/83/EU Article 11a */}
      <Link to="/cancelcontract">{t('pages.cancelcontract')}</Link>
      <Link to="/withdrawcontract">{t('pages.withdrawcontract')}</Link>
      <Link to="/report-a-problem">{t('reportProblem')}</Link>
      {!minimal && (
        <BrandRow row="social">
          <FollowUs />
        </BrandRow>
      )}
      <LanguageSelect />
    </footer>
  );
}
