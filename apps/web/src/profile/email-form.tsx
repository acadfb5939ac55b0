import { changeEmail, changeEmailBody } from '@unspoken/contract/account-settings';
import type { User } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import { CurrentPassword } from '../forms/current-password.tsx';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Field } from '../ui/field.tsx';

interface Values {
  email: string;
  password?: string;
}

/** Changes the address; the change takes effect once the link mailed to the new one is opened. */
export function EmailForm({ user, onDone }: { readonly user: User; readonly onDone: (note?: string) => void }) {
  const { t } = useTranslation('settings');
  const initial: Values = { email: '', ...(user.isPasswordExist && { password: '' }) };
  const form = useContractForm<Values>(changeEmailBody, initial, async (body) => {
    await call(changeEmail, { body });
    onDone(t('profile.emailSent', { email: body.email.trim() }));
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <Field label={t('profile.newEmail')} type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      {user.isPasswordExist && <CurrentPassword {...form.field('password')} />}
      <FormButtons
        submit={t('profile.save')}
        submitting={form.submitting}
        cancel={t('profile.cancel')}
        onCancel={() => onDone()}
      />
    </form>
  );
}
