import { registerBody } from '@unspoken/contract/accounts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { createAccount } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field, PasswordField } from '../ui/field.tsx';
import { isCommonPassword } from './common-passwords.ts';
import styles from './form.module.css';
import { FormAlert } from './form-alert.tsx';
import { useAccountForm } from './use-account-form.ts';

const PolicyText = lazy(() => import('../pages/policy-text.tsx'));

interface Values {
  name: string;
  email: string;
  password: string;
  emailListRegistration: boolean;
  over18: boolean;
  termsAccepted: boolean;
}

const empty: Values = { name: '', email: '', password: '', emailListRegistration: false, over18: false, termsAccepted: false };

export default function RegisterForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const form = useAccountForm<Values>(registerBody, empty, async (values) => {
    await createAccount(values);
    onDone();
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert failure={form.failure} invalid={form.invalid} />
      <Field
        label={t('name')}
        autoComplete="given-name"
        hint={t('nameHint')}
        error={form.error('name')}
        {...form.register('name')}
      />
      <Field label={t('email')} type="email" autoComplete="username" error={form.error('email')} {...form.register('email')} />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        showLabel={t('show')}
        hideLabel={t('hide')}
        hint={isCommonPassword(form.watch('password')) ? t('commonPassword') : t('passwordHint')}
        error={form.error('password')}
        {...form.register('password')}
      />
      <div>
        <Checkbox error={form.error('over18')} {...form.register('over18')}>
          {t('register.over18')}
        </Checkbox>
        <Checkbox error={form.error('termsAccepted')} {...form.register('termsAccepted')}>
          {t('register.terms')}
        </Checkbox>
        <Policies />
        <Checkbox {...form.register('emailListRegistration')}>{t('register.emails')}</Checkbox>
      </div>
      <Button look="primary" type="submit" disabled={form.submitting}>
        {t('register.submit')}
      </Button>
      <p className={styles.other}>
        {t('register.haveAccount')} <Link to="?auth=signin">{t('signin.submit')}</Link>
      </p>
    </form>
  );
}

/** The terms and the privacy policy, to be read where they are accepted. */
function Policies() {
  const { t } = useTranslation('accounts');
  return (['terms', 'privacy'] as const).map((policy) => (
    <details key={policy} className={styles.policy}>
      <summary>{t(`register.read.${policy}`)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={styles.policyBox} tabIndex={0} aria-label={t(`register.read.${policy}`)}>
        <Suspense>
          <PolicyText policy={policy} />
        </Suspense>
      </section>
      <a href={`/${policy}`} target="_blank" rel="noreferrer">
        {t('register.newTab')}
      </a>
    </details>
  ));
}
