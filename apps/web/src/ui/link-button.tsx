import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

export interface LinkButtonProps extends ComponentPropsWithRef<typeof Link> {
  readonly look?: 'primary' | 'plain';
  readonly large?: boolean;
}

/** A step that is a place of its own: looks like a button, and leads there also before the application is at work. */
export function LinkButton({ look = 'plain', large = false, ...rest }: LinkButtonProps) {
  return <Link className={[styles.button, styles[look], large && styles.large].filter(Boolean).join(' ')} {...rest} />;
}
