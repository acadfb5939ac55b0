import { joinEmailingList, leaveEmailingList } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { announce } from '../platform/announcements.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import styles from './profile.module.css';

export function MailingList({ joined }: { readonly joined: boolean }) {
  const { t } = useTranslation('settings');
  const [failure, setFailure] = useState<unknown>();
  const join = async () => {
    await call(joinEmailingList, { body: { howSolicited: 'profile' } });
    announce('registeredToEmails');
  };
  const toggle = () => {
    setFailure(undefined);
    void (joined ? call(leaveEmailingList) : join()).then(refreshSession).catch(setFailure);
  };
  return (
    <section className={styles.card}>
      <h2>{t('profile.mails')}</h2>
      <FormAlert failure={failure} invalid={false} />
      <div className={styles.row}>
        <span className={styles.value}>{t(joined ? 'profile.mailsOn' : 'profile.mailsOff')}</span>
        <Button onClick={toggle}>{t(joined ? 'profile.leaveList' : 'profile.join')}</Button>
      </div>
    </section>
  );
}
