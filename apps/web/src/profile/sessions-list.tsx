import { endSession, listSessions } from '@unspoken/contract/account-settings';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { announce } from '../platform/announcements.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { signOutEverywhere } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { nameOf } from './browser-name.ts';
import styles from './profile.module.css';

/** The browsers in which the user is signed in: each can be signed out, or all at once. */
export function SessionsList() {
  const { t, i18n } = useTranslation('settings');
  const navigate = useNavigate();
  const { answer, failure, setFailure, load } = useLoaded(listSessions);
  const end = (id: string) => void call(endSession, { body: { id } }).then(load, setFailure);
  const everywhere = () => {
    void signOutEverywhere().then(() => {
      announce('signedOutEverywhere');
      navigate('/', { replace: true });
    }, setFailure);
  };
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles.card}>
      <h2>{t('sessions.title')}</h2>
      <FormAlert failure={failure} invalid={false} />
      <ul className={styles.list}>
        {answer?.sessions.map(({ id, current, userAgent, lastUsedAt }) => (
          <li key={id} className={styles.row}>
            <span className={styles.value}>
              {nameOf(userAgent) ?? t('sessions.unknown')}
              <span className={styles.note}>
                {current ? t('sessions.current') : t('sessions.lastUsed', { when: when.format(new Date(lastUsedAt)) })}
              </span>
            </span>
            {!current && (
              <Button look="quiet" className={styles.change} onClick={() => end(id)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={everywhere}>{t('sessions.everywhere')}</Button>
      </div>
    </section>
  );
}
