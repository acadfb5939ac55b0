import { loginBody } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CurrentPassword } from '../forms/current-password.tsx';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { CallError } from '../platform/api.ts';
import { signIn } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FacebookButton } from './facebook-button.tsx';
import { StepLink } from './step-link.tsx';

export function SignInForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const form = useContractForm<{ email: string; password: string }>(loginBody, { email: '', password: '' }, async (values) => {
    await signIn(values);
    onDone();
  });
  const { failure } = form.alert;
  const needsLink = failure instanceof CallError && ['password_not_set', 'too_many_accounts'].includes(failure.code);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert}>
        {needsLink && (
          <>
            {' '}
            <Link to="/requestrecoverpassword">{t('signin.setPassword')}</Link>
          </>
        )}
      </FormAlert>
      <Field label={t('email')} type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
      <CurrentPassword {...form.field('password')} />
      <Button look="primary" type="submit" busy={form.submitting}>
        {t('signin.submit')}
      </Button>
      <FacebookButton />
      <p className={styles.other}>
        <Link to="/requestrecoverpassword">{t('signin.forgotten')}</Link>
      </p>
      <p className={styles.other}>
        {t('signin.noAccount')} <StepLink step="register">{t('register.submit')}</StepLink>
      </p>
    </form>
  );
}
