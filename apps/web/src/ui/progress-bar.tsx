import { useLayoutEffect, useRef } from 'react';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** Absent where words beside it say the same: then it is decoration. */
  readonly label?: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly hidden?: boolean;
}

/** Fills slowly from both ends towards the middle, like two people who come together. */
export function ProgressBar({ label, value, hidden = false }: ProgressBarProps) {
  const share = Math.min(Math.max(value, 0), 1);
  const bar = useRef<HTMLDivElement>(null);
  // Not as an attribute, because the Content Security Policy allows none in a prerendered page.
  useLayoutEffect(() => bar.current?.style.setProperty('--share', String(share)), [share]);
  return (
    <div
      ref={bar}
      className={`${styles.bar} ${hidden ? styles.hidden : ''}`}
      {...(label
        ? {
            role: 'progressbar',
            'aria-label': label,
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': Math.round(share * 100),
          }
        : { 'aria-hidden': true })}
    >
      <span />
      <span />
    </div>
  );
}
