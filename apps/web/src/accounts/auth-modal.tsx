import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { isOfInvitation } from '../encounters/current.ts';
import { announce } from '../platform/announcements.ts';
import { destinationOf } from '../session/destination.ts';
import { session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { AuthDialog } from './auth-dialog.tsx';
import type { AuthStep, Outcome } from './auth-steps.ts';

const steps: readonly string[] = ['signin', 'register', 'social', 'apply'] satisfies AuthStep[];
const isStep = (value: string | null): value is AuthStep => value !== null && steps.includes(value);

/** Loaded once an address asks for it. ?auth=signin, register, social or apply over any page: a link opens it; Back, or completing it, closes it. */
export default function AuthModal() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { ready, user } = useSession();
  const step = search.get('auth');
  if (!ready || !isStep(step)) return null;
  // The questionnaire is for accounts on the waiting list; all other steps are for signed-out visitors.
  const destination = destinationOf(search);
  if (step !== 'apply' && user && destination) return <Navigate to={destination} replace />;
  if (step === 'apply' ? !user?.registeringStage : user) return null;
  const close = () => navigate(pathname, { replace: true });
  const done = ({ emails = false }: Outcome = {}) => {
    if (step !== 'register' && destination) return navigate(destination, { replace: true });
    // The page of an invitation shows an invited user what is still missing.
    if (step === 'signin' || isOfInvitation(pathname)) return close();
    // A user who asked for our mails on the About page is thanked there; all others are shown the next step in the lobby.
    const next = session.get().user;
    if (step !== 'register' || pathname !== '/about' || !emails || next?.registeringStage)
      return navigate('/', { replace: true });
    announce(next?.needsVerification ? 'emailsOnConfirm' : 'emailsOn');
    return close();
  };
  return <AuthDialog key={step} step={step} onClose={close} onDone={done} />;
}
