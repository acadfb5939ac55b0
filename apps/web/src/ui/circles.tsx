import styles from './circles.module.css';

interface CirclesProps {
  /** One person alone; two beside each other; two that overlap. */
  readonly state: 'alone' | 'near' | 'together';
  /** Grows and shrinks at the pace of slow breathing, six times a minute. */
  readonly breathing?: boolean;
  readonly size?: 'medium' | 'large';
}

/**
 * Two people as two circles, through a whole encounter: one waits, a second one comes, they overlap. A change of state is a movement,
 * except with reduced motion. Boxes instead of an SVG drawing, because boxes are animated off the main thread.
 */
export function Circles({ state, breathing = false, size = 'large' }: CirclesProps) {
  return (
    <span
      className={`${styles.circles} ${styles[size]} ${breathing ? styles.breathing : ''}`}
      data-state={state}
      aria-hidden="true"
    >
      <span className={styles.one} />
      <span className={styles.other} />
    </span>
  );
}
