import { deleteAccountBody, requestDeletionCode } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CurrentPassword } from '../forms/current-password.tsx';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { useBack } from '../forms/use-back.ts';
import { useContractForm } from '../forms/use-contract-form.ts';
import { announce } from '../platform/announcements.ts';
import { call } from '../platform/api.ts';
import { deleteAndLeave } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { DutyGatePage } from './duty-gate.tsx';
import { UsernameForManagers } from './username-for-managers.tsx';

/** /account/deleteaccount: with the password, or with a mailed code for an account without one. */
export default function DeleteAccountPage() {
  return (
    <DutyGatePage>
      <DeleteAccount />
    </DutyGatePage>
  );
}

function DeleteAccount() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { user } = useSession();
  // A user who is not admitted yet has no profile to return to.
  const back = useBack(user?.needsVerification || user?.registeringStage ? '/' : '/account/profile');
  // The page keeps the user while the deletion signs them out.
  const [{ hasPassword, email }] = useState({ hasPassword: user?.isPasswordExist === true, email: user?.email ?? '' });
  const initial: { password?: string; code?: string } = hasPassword ? { password: '' } : { code: '' };
  const form = useContractForm<typeof initial>(deleteAccountBody, initial, async (body) => {
    await deleteAndLeave(body);
    announce('accountDeleted');
    navigate('/', { replace: true });
  });
  return (
    <FormPage title={t('delete.title')}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <FormAlert {...form.alert} />
        <p>{t('delete.text')}</p>
        <UsernameForManagers email={email} />
        {hasPassword ? (
          <CurrentPassword {...form.field('password')} />
        ) : (
          <>
            <RequestCode email={email} />
            <Field label={t('delete.code')} inputMode="numeric" autoComplete="one-time-code" {...form.field('code')} />
          </>
        )}
        <FormButtons submit={t('delete.submit')} submitting={form.submitting} danger cancel={t('delete.keep')} onCancel={back} />
      </form>
    </FormPage>
  );
}

function RequestCode({ email }: { readonly email: string }) {
  const { t } = useTranslation('settings');
  const [outcome, setOutcome] = useState<'sent' | { failed: unknown }>();
  const request = () =>
    void call(requestDeletionCode).then(
      () => setOutcome('sent'),
      (failed: unknown) => setOutcome({ failed }),
    );
  return (
    <>
      {typeof outcome === 'object' && <FormAlert failure={outcome.failed} invalid={false} />}
      <p role="status">{outcome === 'sent' ? t('delete.codeSent', { email }) : t('delete.codeText')}</p>
      <div>
        <Button onClick={request}>{t('delete.requestCode')}</Button>
      </div>
    </>
  );
}
