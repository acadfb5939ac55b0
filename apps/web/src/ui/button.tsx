import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** primary: the main action; plain: another; quiet: the way out; danger: an action that cannot be undone. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'onDark' | 'brightOnDark' | 'quietOnDark';
  readonly large?: boolean;
  /** What it does is under way: pressing it again does nothing. Unlike a disabled button it keeps the focus. */
  readonly busy?: boolean;
}

/** An Enter key that is held is one press, although the button may still have the focus when what it did is done. */
export const pressOnce = (event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault();

export function Button({
  look = 'plain',
  large = false,
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const classes = [styles.button, styles[look], large && styles.large, className].filter(Boolean).join(' ');
  return (
    <button
      type={type}
      className={classes}
      aria-disabled={busy || undefined}
      // Neither does it send its form, by the Enter key in a field either.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      onKeyDown={pressOnce}
      {...rest}
    />
  );
}
