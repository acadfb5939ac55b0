import { socialBody } from '@unspoken/contract/accounts';
import { email, password } from '@unspoken/contract/fields';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import * as z from 'zod/mini';
import { CurrentPassword } from '../forms/current-password.tsx';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { invitationOfTab } from '../invitations/invited.ts';
import { useObservable } from '../platform/observable.ts';
import { socialSignIn } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { type PendingSocial, pendingSocial } from './facebook.ts';

/** Asks for what Facebook did not supply: the address, or the password of the account that has it already. */
export function SocialForm({ onDone }: { readonly onDone: () => void }) {
  const pending = useObservable(pendingSocial);
  // A user who opened this by its link alone has no sign-in to continue.
  if (!pending) return <Navigate to="?auth=signin" replace />;
  return <Continue key={pending.needs} pending={pending} onDone={onDone} />;
}

interface Values {
  email: string;
  password?: string;
  accessToken: string;
}

function Continue({ pending, onDone }: { readonly pending: PendingSocial; readonly onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const known = pending.needs === 'password';
  const schema = z.extend(socialBody, known ? { email, password } : { email });
  // What is to be filled in first comes first, and has the focus.
  const initial: Values = { ...(known && { password: '' }), email: pending.email ?? '', accessToken: pending.accessToken };
  const form = useContractForm<Values>(schema, initial, async (typed) => {
    const need = await socialSignIn({
      accessToken: pending.accessToken,
      email: typed.email,
      ...(known && { password: typed.password ?? '' }),
      ...invitationOfTab(),
    });
    if (need) return pendingSocial.set({ accessToken: pending.accessToken, ...need, email: typed.email });
    pendingSocial.set(undefined);
    onDone();
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <p>{t(known ? 'social.needPassword' : 'social.needEmail')}</p>
      <Field label={t('name')} value={pending.name} readOnly />
      <Field
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        readOnly={known}
        {...form.field('email')}
      />
      {known && <CurrentPassword {...form.field('password')} />}
      <Button look="primary" type="submit" busy={form.submitting}>
        {t('social.submit')}
      </Button>
    </form>
  );
}
