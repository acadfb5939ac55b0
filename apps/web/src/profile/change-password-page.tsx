import { changePassword, changePasswordBody } from '@unspoken/contract/account-settings';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CurrentPassword } from '../forms/current-password.tsx';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { NewPassword } from '../forms/new-password.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { announce } from '../platform/announcements.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { DutyGatePage } from './duty-gate.tsx';
import { UsernameForManagers } from './username-for-managers.tsx';

interface Values {
  oldPassword?: string;
  newPassword: string;
}

/** /account/changepassword; sets the first password of an account created with Facebook. */
export default function ChangePasswordPage() {
  return (
    <DutyGatePage>
      <ChangePassword />
    </DutyGatePage>
  );
}

function ChangePassword() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { user } = useSession();
  const exists = user?.isPasswordExist === true;
  const initial: Values = { ...(exists && { oldPassword: '' }), newPassword: '' };
  const form = useContractForm<Values>(changePasswordBody, initial, async (body) => {
    await call(changePassword, { body });
    announce('passwordChanged');
    await refreshSession();
    navigate('/account/profile');
  });
  return (
    <FormPage title={t(exists ? 'changePassword.title' : 'changePassword.setTitle')}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <FormAlert {...form.alert} />
        <UsernameForManagers email={user?.email ?? ''} />
        {exists && <CurrentPassword label={t('changePassword.old')} {...form.field('oldPassword')} />}
        <NewPassword label={t('changePassword.new')} typed={form.watch('newPassword')} {...form.field('newPassword')} />
        <FormButtons
          submit={t('changePassword.submit')}
          submitting={form.submitting}
          cancel={t('profile.cancel')}
          onCancel={() => navigate('/account/profile')}
        />
      </form>
    </FormPage>
  );
}
