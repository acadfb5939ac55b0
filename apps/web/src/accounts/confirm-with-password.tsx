import { confirmEmailWithPassword, confirmEmailWithPasswordBody } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { NewPassword } from '../forms/new-password.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';

/** The mailed link of an address that makes its owner an admin: opening it changes nothing, this form does. */
export function ConfirmWithPassword({ hash, onDone }: { readonly hash: string; readonly onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const form = useContractForm<{ password: string }>(confirmEmailWithPasswordBody, { password: '' }, async (body) => {
    await call(confirmEmailWithPassword, { params: { hash }, body });
    // Every session has ended, including this browser's if it had one.
    await refreshSession();
    onDone();
  });
  return (
    <FormPage title={t('confirm.admin')}>
      <p>{t('confirm.adminText')}</p>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <FormAlert {...form.alert} />
        <NewPassword label={t('reset.newPassword')} typed={form.watch('password')} {...form.field('password')} />
        <Button look="primary" type="submit" busy={form.submitting}>
          {t('confirm.adminSubmit')}
        </Button>
      </form>
    </FormPage>
  );
}
