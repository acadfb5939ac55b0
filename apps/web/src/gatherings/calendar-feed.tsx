import { createCalendarFeed, revokeCalendarFeed } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyLink } from '../experiences/copy-link.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import buttons from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import styles from './pages.module.css';

/** The same address, for programs that subscribe to calendars. */
const subscribed = (url: string): string => url.replace(/^https?:/, 'webcal:');

/** A private address from which a calendar reads one’s own gatherings. It is shown once: the server keeps its hash only. */
export function CalendarFeed() {
  const { t } = useTranslation('gatherings');
  const [url, setUrl] = useState<string>();
  const [isRevoked, setRevoked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = (what: () => Promise<void>) => {
    setFailure(undefined);
    void what().catch(setFailure);
  };
  const create = async () => {
    setUrl((await call(createCalendarFeed)).url);
    setRevoked(false);
  };
  const revoke = async () => {
    await call(revokeCalendarFeed);
    setUrl(undefined);
    setRevoked(true);
  };
  return (
    <section className={styles.feed}>
      <h2>{t('feed.title')}</h2>
      <p>{t('feed.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {url !== undefined && (
        <>
          <CopyLink url={url} label={t('feed.address')}>
            <a className={`${buttons.button} ${buttons.plain}`} href={subscribed(url)}>
              {t('feed.open')}
            </a>
          </CopyLink>
          <p>{t('feed.secret')}</p>
        </>
      )}
      <p role="status">{isRevoked && t('feed.revoked')}</p>
      <div className={styles.feedActions}>
        {url === undefined && <Button onClick={() => run(create)}>{t('feed.create')}</Button>}
        <Button look="quiet" onClick={() => run(revoke)}>
          {t('feed.revoke')}
        </Button>
      </div>
    </section>
  );
}
