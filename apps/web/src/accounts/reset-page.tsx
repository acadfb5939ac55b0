import { resetPassword, resetPasswordBody, validateRecoveryHash } from '@unspoken/contract/account-settings';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker, useNavigate, useParams } from 'react-router';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { NewPassword } from '../forms/new-password.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { announce } from '../platform/announcements.ts';
import { CallError, call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** /resetpassword/{hash}: the mailed link, checked before anything is typed. */
export default function ResetPage() {
  const { hash = '' } = useParams();
  const navigate = useNavigate();
  const [checked, setChecked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    call(validateRecoveryHash, { body: { hash } }).then(
      () => setChecked(true),
      (error: unknown) => {
        if (!(error instanceof CallError && error.code === 'invalid_recovery_link')) return setFailure(error);
        announce('invalidRecoveryLink', 'problem');
        navigate('/', { replace: true });
      },
    );
  }, [hash, navigate]);
  const { t } = useTranslation('accounts');
  return (
    <FormPage title={t('reset.title')}>
      {failure !== undefined && <FormAlert failure={failure} invalid={false} />}
      {checked && <ResetForm hash={hash} />}
    </FormPage>
  );
}

function ResetForm({ hash }: { readonly hash: string }) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const done = useRef(false);
  const form = useContractForm<{ password: string; hash: string }>(resetPasswordBody, { password: '', hash }, async (body) => {
    await call(resetPassword, { body });
    done.current = true;
    announce('passwordReset');
    navigate('/', { replace: true });
  });
  const password = form.watch('password');
  const typed = password !== '';
  const blocker = useBlocker(() => typed && !done.current);
  useBeforeUnload((event) => typed && !done.current && event.preventDefault());
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <NewPassword label={t('reset.newPassword')} typed={password} {...form.field('password')} />
      <Button look="primary" type="submit" busy={form.submitting}>
        {t('reset.submit')}
      </Button>
      {blocker.state === 'blocked' && (
        <Dialog title={t('reset.title')} closeLabel={t('close')} onClose={() => blocker.reset()}>
          <p>{t('reset.leave')}</p>
          <div className={styles.actions}>
            <Button look="primary" data-first onClick={() => blocker.reset()}>
              {t('reset.stay')}
            </Button>
            <Button look="quiet" onClick={() => blocker.proceed()}>
              {t('reset.leaveAnyway')}
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
