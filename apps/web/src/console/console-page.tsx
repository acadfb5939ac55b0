import { Navigate, useParams } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { CaseView } from './case-view.tsx';
import styles from './console.module.css';
import { ConsoleNavigation, isSection, sections } from './console-navigation.tsx';
import FactorGate from './factor-gate.tsx';
import { Queue } from './queue.tsx';

/** /admin: for moderators and administrators, behind a second factor. */
export default function ConsolePage() {
  const { user } = useSession();
  const { part } = useParams();
  if (user?.role !== 'moderator' && user?.role !== 'admin') return <Navigate to="/" replace />;
  return (
    <main className={styles.console}>
      <FactorGate>
        <ConsoleNavigation role={user.role} />
        <Section name={part} />
      </FactorGate>
    </main>
  );
}

/** A section by its name; any other name is the id of a case. */
function Section({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <Queue />;
  if (!isSection(name)) return <CaseView key={name} caseID={name} />;
  const Shown = sections[name];
  return <Shown />;
}
