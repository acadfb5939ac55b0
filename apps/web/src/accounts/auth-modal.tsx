import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { Dialog } from '../ui/dialog.tsx';

const RegisterForm = lazy(() => import('./register-form.tsx'));
const SignInForm = lazy(() => import('./sign-in-form.tsx'));

/** ?auth=signin or ?auth=register over any page: a link opens it, Back closes it, signing in closes it too. */
export function AuthModal() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { ready, user } = useSession();
  const step = search.get('auth');
  if (!ready || user || (step !== 'signin' && step !== 'register')) return null;
  const close = () => navigate(pathname, { replace: true });
  return (
    <Dialog key={step} title={t(`${step}.title`)} closeLabel={t('close')} onClose={close}>
      <Suspense>
        {step === 'signin' ? <SignInForm onDone={close} /> : <RegisterForm onDone={() => navigate('/', { replace: true })} />}
      </Suspense>
    </Dialog>
  );
}
