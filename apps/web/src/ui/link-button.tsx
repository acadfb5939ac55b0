import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

export interface LinkButtonProps extends ComponentPropsWithRef<typeof Link> {
  readonly look?: 'primary' | 'plain';
  readonly large?: boolean;
}

/** A link that looks like a button; it works before the application runs, too. */
export function LinkButton({ look = 'plain', large = false, ...rest }: LinkButtonProps) {
  return <Link className={[styles.button, styles[look], large && styles.large].filter(Boolean).join(' ')} {...rest} />;
}
