import type { User } from '@unspoken/contract/accounts';
import { minutesToWelcome } from '@unspoken/contract/welcoming';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { InstallRow } from '../install/install-row.tsx';
import { later } from '../platform/later.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { DataDownload } from './data-download.tsx';
import { DirectConnection } from './direct-connection.tsx';
import { DutyGate } from './duty-gate.tsx';
import { EmailForm } from './email-form.tsx';
import { FacebookLink } from './facebook-link.tsx';
import { MailingList } from './mailing-list.tsx';
import { NameForm } from './name-form.tsx';
import styles from './profile.module.css';
import { SessionsList } from './sessions-list.tsx';
import { SubscriptionState } from './subscription-state.tsx';
import { TimeZone } from './time-zone.tsx';

/** Loaded only for members who may see it. */
const Welcoming = later(() => import('./welcoming.tsx'), 'seldom');

/** /account/profile: the user's name and address, and everything they can do about their account. */
export default function ProfilePage() {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const { additions } = useConfiguration();
  if (!user) return null;
  return (
    <main className={styles.profile}>
      <h1>{t('profile.title')}</h1>
      <section className={styles.card} aria-label={t('profile.title')}>
        <Editable
          label={t('profile.email')}
          value={user.email}
          form={(done) => (
            <DutyGate onCancel={done}>
              <EmailForm user={user} onDone={done} />
            </DutyGate>
          )}
        />
        <Editable label={t('profile.name')} value={user.name} form={(done) => <NameForm user={user} onDone={done} />} />
        <Password user={user} />
        {user.facebookID && <FacebookLink user={user} />}
      </section>
      <section className={styles.card}>
        <LinkedRow
          label={t('profile.circle')}
          value={t('profile.circleCount', { count: user.myCircleMatched })}
          to="/account/circle"
        />
        <LinkedRow label={t('profile.encounters')} value={t('profile.encountersText')} to="/account/encounters" />
        <LinkedRow label={t('profile.standing')} value={t('profile.standingText')} to="/account/standing" />
        <LinkedRow label={t('profile.gatherings')} value={t('profile.gatheringsText')} to="/host" />
        <LinkedRow label={t('profile.notifications')} value={t('profile.notificationsText')} to="/account/notifications" />
        <InstallRow />
        <SubscriptionState subscription={user.subscription} />
      </section>
      {additions.includes('welcomers') && user.completedMinutes >= minutesToWelcome && (
        <Suspense fallback={null}>
          <Welcoming />
        </Suspense>
      )}
      <TimeZone chosen={user.timeZone} />
      <DirectConnection wished={user.directInCircle} />
      <MailingList user={user} />
      <SessionsList />
      <DataDownload hasPassword={user.isPasswordExist} email={user.email} />
      <p>
        <Link to="/account/deleteaccount">{t('profile.delete')}</Link>
      </p>
    </main>
  );
}

function Row({ label, value, children }: { readonly label: string; readonly value: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      {children}
    </div>
  );
}

/** A row that leads to a page of its own. */
function LinkedRow({ label, value, to }: { readonly label: string; readonly value: string; readonly to: string }) {
  const { t } = useTranslation('settings');
  const action = t('profile.look');
  return (
    <Row label={label} value={value}>
      <Link to={to} className={styles.link} aria-label={t('profile.named', { action, what: label })}>
        {action}
      </Link>
    </Row>
  );
}

interface EditableProps {
  readonly label: string;
  readonly value: string;
  readonly form: (done: (note?: string) => void) => ReactNode;
}

/** A value that is replaced by its form for editing, and back. */
function Editable({ label, value, form }: EditableProps) {
  const { t } = useTranslation('settings');
  const [editing, setEditing] = useState(false);
  const [note, setNote] = useState<string>();
  const done = (message?: string) => {
    setEditing(false);
    setNote(message);
  };
  return (
    <div>
      <Row label={label} value={value}>
        {!editing && (
          <Button
            look="quiet"
            className={styles.change}
            aria-label={t('profile.named', { action: t('profile.change'), what: label })}
            onClick={() => setEditing(true)}
          >
            {t('profile.change')}
          </Button>
        )}
      </Row>
      {note && (
        <p role="status" className={styles.note}>
          {note}
        </p>
      )}
      {editing && form(done)}
    </div>
  );
}

function Password({ user }: { readonly user: User }) {
  const { t } = useTranslation('settings');
  const change = t(user.isPasswordExist ? 'profile.change' : 'profile.set');
  const masked = (
    <>
      <span aria-hidden="true">••••••••</span>
      <span className="visually-hidden">{t('profile.masked')}</span>
    </>
  );
  return (
    <Row label={t('profile.password')} value={user.isPasswordExist ? masked : t('profile.none')}>
      <Link
        to="/account/changepassword"
        className={styles.link}
        aria-label={t('profile.named', { action: change, what: t('profile.password') })}
      >
        {change}
      </Link>
    </Row>
  );
}
