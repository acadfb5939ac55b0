import { Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { announce } from '../platform/announcements.ts';
import { later } from '../platform/later.ts';
import { useSession } from '../session/use-session.ts';
import type { AuthStep } from './auth-dialog.tsx';

const AuthDialog = later(() => import('./auth-dialog.tsx'));

const steps: readonly string[] = ['signin', 'register', 'social', 'apply'] satisfies AuthStep[];
const isStep = (value: string | null): value is AuthStep => value !== null && steps.includes(value);

/** ?auth=signin, register, social or apply over any page: a link opens it, Back closes it, being done closes it too. */
export function AuthModal() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { ready, user } = useSession();
  const step = search.get('auth');
  if (!ready || !isStep(step)) return null;
  // The questionnaire is for those who wait; all else for those whom nobody knows yet.
  if (step === 'apply' ? !user?.registeringStage : user) return null;
  const close = () => navigate(pathname, { replace: true });
  const done = () => {
    // Whoever registered from the call on the page about us goes on reading there.
    const stays = step === 'signin' || (step === 'register' && pathname === '/about');
    if (step === 'register' && stays) announce('emailsOn');
    return stays ? close() : navigate('/', { replace: true });
  };
  return (
    <Suspense>
      <AuthDialog key={step} step={step} onClose={close} onDone={done} />
    </Suspense>
  );
}
