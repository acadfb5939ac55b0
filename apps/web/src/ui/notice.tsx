import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly kind?: 'calm' | 'problem';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Makes the notice dismissible. */
  readonly close?: { readonly label: string; readonly onClick: () => void };
}

/** A message, announced by screen readers as it appears. */
export function Notice({ kind = 'calm', children, actions, close }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
      <div>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {close && <CloseButton {...close} />}
    </div>
  );
}
