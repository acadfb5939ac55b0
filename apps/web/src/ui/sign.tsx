import styles from './sign.module.css';

/** Two half circles that face each other, turned by a share of a full turn: a neutral sign for a person. */
export function Sign({ turn }: { readonly turn: number }) {
  return (
    <svg viewBox="0 0 48 48" width="2.5rem" height="2.5rem" aria-hidden="true">
      <g transform={`rotate(${Math.round(turn * 360)} 24 24)`}>
        <path className={styles.one} d="M22 8a16 16 0 0 0 0 32z" />
        <path className={styles.other} d="M26 8a16 16 0 0 1 0 32z" />
      </g>
    </svg>
  );
}
