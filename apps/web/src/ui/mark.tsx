import styles from './mark.module.css';

interface MarkProps {
  readonly size?: 'small' | 'medium' | 'large' | 'hero';
  /** The two circles come together and part, at the pace of slow breathing. */
  readonly breathing?: boolean;
}

/**
 * Two people, near each other. Boxes instead of an SVG drawing, because only boxes are animated off the main thread: the
 * animation continues while the browser is busy.
 */
export function Mark({ size = 'small', breathing = false }: MarkProps) {
  return (
    <span className={`${styles.mark} ${styles[size]} ${breathing ? styles.breathing : ''}`} aria-hidden="true">
      <span className={styles.one} />
      <span className={styles.other} />
    </span>
  );
}
