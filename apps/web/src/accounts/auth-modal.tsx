import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { Dialog } from '../ui/dialog.tsx';

const steps = {
  signin: lazy(() => import('./sign-in-form.tsx')),
  register: lazy(() => import('./register-form.tsx')),
  social: lazy(() => import('./social-form.tsx')),
  apply: lazy(() => import('./apply-form.tsx')),
};
const isStep = (value: string | null): value is keyof typeof steps => value !== null && Object.hasOwn(steps, value);

/** ?auth=signin, register, social or apply over any page: a link opens it, Back closes it, being done closes it too. */
export function AuthModal() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { ready, user } = useSession();
  const step = search.get('auth');
  if (!ready || !isStep(step)) return null;
  // The questionnaire is for those who wait; all else for those whom nobody knows yet.
  if (step === 'apply' ? !user?.registeringStage : user) return null;
  const close = () => navigate(pathname, { replace: true });
  const home = () => navigate('/', { replace: true });
  const Form = steps[step];
  return (
    <Dialog key={step} title={t(`${step}.title`)} closeLabel={t('close')} onClose={close}>
      <Suspense>
        <Form onDone={step === 'signin' ? close : home} />
      </Suspense>
    </Dialog>
  );
}
