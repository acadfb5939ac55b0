import { loginBody } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signIn } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import styles from './form.module.css';
import { FormAlert } from './form-alert.tsx';
import { useAccountForm } from './use-account-form.ts';

export default function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const form = useAccountForm<{ email: string; password: string }>(loginBody, { email: '', password: '' }, async (values) => {
    await signIn(values);
    onDone();
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert failure={form.failure} invalid={form.invalid} />
      <Field label={t('email')} type="email" autoComplete="username" error={form.error('email')} {...form.register('email')} />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        showLabel={t('show')}
        hideLabel={t('hide')}
        error={form.error('password')}
        {...form.register('password')}
      />
      <Button look="primary" type="submit" disabled={form.submitting}>
        {t('signin.submit')}
      </Button>
      <p className={styles.other}>
        {t('signin.noAccount')} <Link to="?auth=register">{t('register.submit')}</Link>
      </p>
    </form>
  );
}
