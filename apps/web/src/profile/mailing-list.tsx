import { joinEmailingList, leaveEmailingList } from '@unspoken/contract/account-settings';
import type { User } from '@unspoken/contract/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import form from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { announce } from '../platform/announcements.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import styles from './profile.module.css';

/** The mailing list: it is joined by the link in a mail, and left at once. */
export function MailingList({ user: { solicitedEmails: joined, emailsAsked: asked } }: { readonly user: User }) {
  const { t } = useTranslation('settings');
  const [failure, setFailure] = useState<unknown>();
  const change = (work: () => Promise<unknown>) => () => {
    setFailure(undefined);
    void work().then(refreshSession).catch(setFailure);
  };
  const join = change(async () => {
    await call(joinEmailingList, { body: { howSolicited: 'profile' } });
    announce('registeredToEmails');
  });
  const leave = change(() => call(leaveEmailingList));
  return (
    <section className={styles.card}>
      <h2>{t('profile.mails')}</h2>
      <FormAlert failure={failure} invalid={false} />
      {asked ? (
        <>
          <p>{t('profile.mailsAsked')}</p>
          <div className={form.buttons}>
            <Button onClick={join}>{t('profile.askAgain')}</Button>
            <Button look="quiet" onClick={leave}>
              {t('profile.withdraw')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.row}>
          <span className={styles.value}>{t(joined ? 'profile.mailsOn' : 'profile.mailsOff')}</span>
          <Button onClick={joined ? leave : join}>{t(joined ? 'profile.leaveList' : 'profile.join')}</Button>
        </div>
      )}
    </section>
  );
}
