import { secondFactorState } from '@unspoken/contract/second-factor';
import { Navigate, useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useSession } from '../session/use-session.ts';
import { CaseView } from './case-view.tsx';
import styles from './console.module.css';
import { isPart, Parts, parts } from './parts.tsx';
import { Queue } from './queue.tsx';
import { ProveSecondFactor, SetUpSecondFactor } from './second-factor.tsx';

/** /admin: for those who moderate, and those who run the platform, behind a second factor. */
export default function ConsolePage() {
  const { user } = useSession();
  const { part } = useParams();
  const { answer, failure, load } = useLoaded(secondFactorState);
  if (user?.role !== 'moderator' && user?.role !== 'admin') return <Navigate to="/" replace />;
  return (
    <main className={styles.console}>
      <FormAlert failure={failure} invalid={false} />
      {answer && !answer.proved && !answer.setUp && <SetUpSecondFactor onDone={load} />}
      {answer && !answer.proved && answer.setUp && <ProveSecondFactor hasPasskey={answer.hasPasskey} onDone={load} />}
      {answer?.proved && <Parts role={user.role} />}
      {answer?.proved && <Part name={part} />}
    </main>
  );
}

/** A part by its name; any other name is a case's. */
function Part({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <Queue />;
  if (!isPart(name)) return <CaseView key={name} caseID={name} />;
  const Shown = parts[name];
  return <Shown />;
}
