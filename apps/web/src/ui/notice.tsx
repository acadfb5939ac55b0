import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  readonly kind?: 'calm' | 'problem';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Something to tell, said aloud by a screen reader as it appears. */
export function Notice({ kind = 'calm', children, actions }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
      <div>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
