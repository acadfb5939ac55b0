import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../encounters/parts/use-now.ts';
import screens from '../encounters/screens/screens.module.css';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { CopyLink } from './copy-link.tsx';
import styles from './experiences.module.css';
import { ownInvitation } from './invitation.ts';

/** The encoder is as large as the screen around it, and the link can be shared without it. */
const QrCode = lazy(() => import('../ui/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })));

/** The host's link: to share, to copy or to scan, and for how long it works. */
export function InvitationLink({ actor }: ScreenProps) {
  const { t } = useTranslation('experiences');
  const open = useObservable(ownInvitation);
  // A friend who was asked needs no link, and nobody else can use it.
  if (!open || open.friend !== undefined) return null;
  return (
    <section className={styles.invitation}>
      <TimeLeft actor={actor} />
      {open.membersOnly && <p className={screens.soft}>{t(open.isRehearsal ? 'panel.betaOnly' : 'panel.membersOnly')}</p>}
      <CopyLink url={open.url} />
      <figure>
        <Suspense fallback={<div className={styles.codePlace} />}>
          <QrCode text={open.url} />
        </Suspense>
        <figcaption className={screens.soft}>{t('panel.scan')}</figcaption>
      </figure>
    </section>
  );
}

function TimeLeft({ actor }: ScreenProps) {
  const { t, i18n } = useTranslation('experiences');
  const now = useNow(1_000);
  const until = useContext(actor, (context) => context.ownInvitationUntil) ?? 0;
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const time = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(until);
  const left =
    seconds >= 60 ? t('panel.minutesLeft', { count: Math.ceil(seconds / 60) }) : t('panel.secondsLeft', { count: seconds });
  return (
    <p className={screens.soft} role="timer" aria-live="off">
      {t('panel.until', { time, left })}
    </p>
  );
}
