import { exportData } from '@unspoken/contract/account-settings';
import { useTranslation } from 'react-i18next';
import { CurrentPassword } from '../forms/current-password.tsx';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import styles from './profile.module.css';
import { UsernameForManagers } from './username-for-managers.tsx';

/** All data kept about the user, as one JSON file. */
export function DataDownload({ hasPassword, email }: { readonly hasPassword: boolean; readonly email: string }) {
  const { t } = useTranslation('settings');
  const initial: { password?: string } = hasPassword ? { password: '' } : {};
  const form = useContractForm<typeof initial>(
    exportData.body,
    initial,
    async (body) => {
      saveFile('my-data.json', 'application/json', JSON.stringify(await call(exportData, { body }), null, 2));
      form.reset();
    },
    { focusFirst: false },
  );
  return (
    <section className={styles.card}>
      <h2>{t('profile.data')}</h2>
      <form className={forms.form} onSubmit={form.submit} noValidate>
        <FormAlert {...form.alert} />
        <p>{t('profile.dataText')}</p>
        <UsernameForManagers email={email} />
        {hasPassword && <CurrentPassword {...form.field('password')} />}
        <div>
          <Button type="submit" busy={form.submitting}>
            {t('profile.download')}
          </Button>
        </div>
      </form>
    </section>
  );
}
