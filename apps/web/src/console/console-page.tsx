import { secondFactorState } from '@unspoken/contract/second-factor';
import { Navigate, useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useSession } from '../session/use-session.ts';
import { CaseView } from './case-view.tsx';
import styles from './console.module.css';
import { Queue } from './queue.tsx';
import { ProveSecondFactor, SetUpSecondFactor } from './second-factor.tsx';

/** /admin: for those who moderate, behind a second factor. */
export default function ConsolePage() {
  const { user } = useSession();
  const { caseID } = useParams();
  const { answer, failure, load } = useLoaded(secondFactorState);
  if (user?.role !== 'moderator' && user?.role !== 'admin') return <Navigate to="/" replace />;
  return (
    <main className={styles.console}>
      <FormAlert failure={failure} invalid={false} />
      {answer && !answer.proved && !answer.setUp && <SetUpSecondFactor onDone={load} />}
      {answer && !answer.proved && answer.setUp && <ProveSecondFactor onDone={load} />}
      {answer?.proved && (caseID === undefined ? <Queue /> : <CaseView key={caseID} caseID={caseID} />)}
    </main>
  );
}
