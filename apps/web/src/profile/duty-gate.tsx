import { type ReactNode, Suspense } from 'react';
import styles from '../forms/form.module.css';
import { later } from '../platform/later.ts';
import { useSession } from '../session/use-session.ts';

/** Only those who have a duty load it. */
const FactorGate = later(() => import('../console/factor-gate.tsx'));

const useDuty = (): boolean => {
  const { user } = useSession();
  return user?.role === 'moderator' || user?.role === 'admin';
};

/** A form that could hand the account over: somebody with a duty proves their second factor first. */
export function DutyGate({ children }: { readonly children: ReactNode }) {
  if (!useDuty()) return children;
  return (
    <Suspense fallback={null}>
      <FactorGate heading="h3">{children}</FactorGate>
    </Suspense>
  );
}

/** The same for a page of its own. */
export function DutyGatePage({ children }: { readonly children: ReactNode }) {
  if (!useDuty()) return children;
  return (
    <Suspense fallback={null}>
      <FactorGate frame={(content) => <main className={styles.formPage}>{content}</main>}>{children}</FactorGate>
    </Suspense>
  );
}
