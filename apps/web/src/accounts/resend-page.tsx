import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { resendConfirmation } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';

/** /resendemail: for who is signed in and not confirmed yet; signed out it asks to sign in first. */
export default function ResendPage() {
  const { t } = useTranslation('accounts');
  const { ready, user } = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  if (!ready) return null;
  if (!user) return <Navigate to="/resendemail?auth=signin" replace />;
  if (!user.needsVerification) return <Navigate to="/" replace />;
  const resend = () => resendConfirmation().then(() => navigate('/confirmemail'), setFailure);
  return (
    <FormPage title={t('resend.title')}>
      <FormAlert failure={failure} invalid={false} />
      <p>{t('resend.text', { email: user.email })}</p>
      <div>
        <Button look="primary" onClick={() => void resend()}>
          {t('resend.submit')}
        </Button>
      </div>
    </FormPage>
  );
}
