import { Navigate, useParams } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { CaseView } from './case-view.tsx';
import styles from './console.module.css';
import FactorGate from './factor-gate.tsx';
import { isPart, Parts, parts } from './parts.tsx';
import { Queue } from './queue.tsx';

/** /admin: for moderators and administrators, behind a second factor. */
export default function ConsolePage() {
  const { user } = useSession();
  const { part } = useParams();
  if (user?.role !== 'moderator' && user?.role !== 'admin') return <Navigate to="/" replace />;
  return (
    <main className={styles.console}>
      <FactorGate>
        <Parts role={user.role} />
        <Part name={part} />
      </FactorGate>
    </main>
  );
}

/** A part by its name; any other name is the id of a case. */
function Part({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <Queue />;
  if (!isPart(name)) return <CaseView key={name} caseID={name} />;
  const Shown = parts[name];
  return <Shown />;
}
