import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** primary: the main action; plain: another; quiet: the way out; danger: an action that cannot be undone. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'onDark' | 'brightOnDark' | 'quietOnDark';
  readonly large?: boolean;
}

export function Button({ look = 'plain', large = false, className, type = 'button', ...rest }: ButtonProps) {
  const classes = [styles.button, styles[look], large && styles.large, className].filter(Boolean).join(' ');
  return <button type={type} className={classes} {...rest} />;
}
