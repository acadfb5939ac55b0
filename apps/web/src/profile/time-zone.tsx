import { chooseTimeZone } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { ownZone, zonesWith } from '../gatherings/hosting.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Select } from '../ui/field.tsx';
import styles from './profile.module.css';

/** In which time zone quiet hours and the times in mails are meant: that of the newest browser, or one that the user chooses. */
export function TimeZone({ chosen }: { readonly chosen: string | null }) {
  const { t } = useTranslation('settings');
  const [failure, setFailure] = useState<unknown>();
  /** What has been chosen and is not stored yet; '' is that of the browser. */
  const [pending, setPending] = useState<string>();
  const choose = (zone: string) => {
    setFailure(undefined);
    setPending(zone);
    void call(chooseTimeZone, { body: { timeZone: zone } })
      .then(refreshSession)
      .catch(setFailure)
      .finally(() => setPending(undefined));
  };
  return (
    <section className={styles.card}>
      <h2>{t('timeZone.title')}</h2>
      <FormAlert failure={failure} invalid={false} />
      <Select label={t('timeZone.label')} value={pending ?? chosen ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('timeZone.newest')}</option>
        {zonesWith(chosen ?? ownZone()).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <p className={styles.note}>{t('timeZone.text', { zone: ownZone().replaceAll('_', ' ') })}</p>
    </section>
  );
}
