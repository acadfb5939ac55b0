import type { ReactNode } from 'react';
import styles from './form.module.css';

/** A page that consists mostly of one form. */
export function FormPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.formPage}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
