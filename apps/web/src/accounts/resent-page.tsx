import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { FormPage } from '../forms/form-page.tsx';
import { useSession } from '../session/use-session.ts';

/** /confirmemail, after the link was sent again. */
export default function ResentPage() {
  const { t } = useTranslation('accounts');
  const { ready, user } = useSession();
  if (!ready) return null;
  if (!user?.needsVerification) return <Navigate to="/" replace />;
  return (
    <FormPage title={t('resend.sent.title')}>
      <p role="status">{t('resend.sent.text', { email: user.email })}</p>
      <p>
        <Link to="/">{t('confirm.home')}</Link>
      </p>
    </FormPage>
  );
}
