import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { resendConfirmation } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';

const signIn = '/resendemail?auth=signin';

/** /resendemail: for a signed-in user who is not confirmed yet; a signed-out visitor is asked to sign in first. */
export default function ResendPage() {
  const { t } = useTranslation('accounts');
  const { ready, user } = useSession();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const isOffered = useRef(false);
  useEffect(() => {
    // Only once: a user who closes the dialog has the page to read.
    if (!ready || user || isOffered.current) return;
    isOffered.current = true;
    navigate(signIn, { replace: true });
  }, [ready, user, navigate]);
  if (!ready) return null;
  if (!user)
    return (
      <FormPage title={t('resend.title')}>
        <p>{t('resend.signInFirst')}</p>
        <div>
          <LinkButton look="primary" to={signIn}>
            {t('signin.submit')}
          </LinkButton>
        </div>
      </FormPage>
    );
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
