import { type ComponentProps, useId } from 'react';
import styles from './select.module.css';

/** A choice of a few options, with its label beside it. */
export function Select({ label, ...select }: { readonly label: string } & ComponentProps<'select'>) {
  const id = useId();
  return (
    <div className={styles.select}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} />
    </div>
  );
}
