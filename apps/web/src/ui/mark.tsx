import styles from './mark.module.css';

interface MarkProps {
  readonly size?: string;
  /** The two circles come together and part, as slowly as one breathes. */
  readonly breathing?: boolean;
}

/** Two people, near each other. */
export function Mark({ size = '2rem', breathing = false }: MarkProps) {
  return (
    <svg
      className={breathing ? styles.breathing : styles.still}
      viewBox="0 0 64 48"
      width={size}
      height={`calc(${size} * 0.75)`}
      aria-hidden="true"
    >
      <circle className={styles.one} cx="24" cy="24" r="16" />
      <circle className={styles.other} cx="40" cy="24" r="16" />
    </svg>
  );
}
