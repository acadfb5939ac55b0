import styles from './mark.module.css';

interface MarkProps {
  readonly size?: 'small' | 'medium' | 'large' | 'hero';
  /** The two circles come together and part, as slowly as one breathes. */
  readonly breathing?: boolean;
}

/**
 * Two people, near each other. Boxes and not a drawing, since only boxes are moved beside the page's own work: it
 * breathes where the browser has its hands full.
 */
export function Mark({ size = 'small', breathing = false }: MarkProps) {
  return (
    <span className={`${styles.mark} ${styles[size]} ${breathing ? styles.breathing : ''}`} aria-hidden="true">
      <span className={styles.one} />
      <span className={styles.other} />
    </span>
  );
}
