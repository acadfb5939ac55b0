import { lazy, Suspense } from 'react';
import styles from './pages.module.css';
import type { Policy } from './policy-text.tsx';

const PolicyText = lazy(() => import('./policy-text.tsx'));

export function PolicyPage({ policy }: { readonly policy: Policy }) {
  return (
    <main className={styles.page}>
      <Suspense>
        <PolicyText policy={policy} />
      </Suspense>
    </main>
  );
}
