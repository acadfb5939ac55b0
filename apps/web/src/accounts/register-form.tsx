import { registerBody } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { NewPassword } from '../forms/new-password.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { forgetInvitation, invitation } from '../invitations/invited.ts';
import { Prose } from '../pages/prose.tsx';
import { useObservable } from '../platform/observable.ts';
import { createAccount } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Field } from '../ui/field.tsx';
import type { Outcome } from './auth-steps.ts';
import { FacebookButton } from './facebook-button.tsx';
import { StepLink } from './step-link.tsx';

interface Values {
  name: string;
  email: string;
  password: string;
  emailListRegistration: boolean;
  over18: boolean;
  termsAccepted: boolean;
}

const empty: Values = { name: '', email: '', password: '', emailListRegistration: false, over18: false, termsAccepted: false };

export function RegisterForm({ onDone }: { readonly onDone: (outcome: Outcome) => void }) {
  const { t } = useTranslation('accounts');
  const invited = useObservable(invitation);
  const initial = { ...empty, email: invited?.email ?? '' };
  const form = useContractForm<Values>(registerBody, initial, async (values) => {
    await createAccount({ ...values, ...(invited && { invitationHash: invited.hash }) });
    forgetInvitation();
    onDone({ emails: values.emailListRegistration });
  });
  // The invitation is valid for its address alone; a user who wants another address registers without it.
  const withoutInvitation = () => {
    forgetInvitation();
    form.set('email', '');
  };
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      {invited && (
        <p>
          {t('register.invited', { name: invited.name })}{' '}
          <Button type="button" look="quiet" onClick={withoutInvitation}>
            {t('register.otherAddress')}
          </Button>
        </p>
      )}
      <Field label={t('name')} autoComplete="given-name" hint={t('nameHint')} {...form.field('name')} />
      <Field
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        readOnly={invited !== undefined}
        {...form.field('email')}
      />
      <NewPassword typed={form.watch('password')} {...form.field('password')} />
      <div>
        <Checkbox {...form.field('over18')}>{t('register.over18')}</Checkbox>
        <Checkbox {...form.field('termsAccepted')}>{t('register.terms')}</Checkbox>
        <Policies />
        <Checkbox {...form.field('emailListRegistration')}>{t('register.emails')}</Checkbox>
      </div>
      <Button look="primary" type="submit" busy={form.submitting}>
        {t('register.submit')}
      </Button>
      <FacebookButton />
      <p className={styles.other}>
        {t('register.haveAccount')} <StepLink step="signin">{t('signin.submit')}</StepLink>
      </p>
    </form>
  );
}

/** The terms and the privacy policy, shown where they are accepted. */
function Policies() {
  const { t } = useTranslation('accounts');
  return (['terms', 'privacy'] as const).map((policy) => (
    <details key={policy} className={styles.policy}>
      <summary>{t(`register.read.${policy}`)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard */}
      <section className={styles.policyBox} tabIndex={0} aria-label={t(`register.read.${policy}`)}>
        <Prose name={policy} />
      </section>
      <a href={`/${policy}`} target="_blank" rel="noreferrer">
        {t('register.newTab')}
      </a>
    </details>
  ));
}
