import styles from './silhouette.module.css';

interface SilhouetteProps {
  /** Where the eyes are to lie, as a share of the height of the picture. */
  readonly eyes?: number;
}

/** Where head and shoulders fit best in a picture, drawn over the box that it covers. */
export function Silhouette({ eyes = 0.36 }: SilhouetteProps) {
  return (
    <div className={styles.frame} aria-hidden="true">
      <svg
        aria-hidden="true"
        className={styles.silhouette}
        viewBox="0 0 200 250"
        style={{ top: `calc(${eyes * 100}cqh - 0.34 * var(--height))` }}
      >
        <path d="M6 700V250c4-50 36-84 78-92v-12c-21-10-36-34-36-62 0-33 21-58 52-58s52 25 52 58c0 28-15 52-36 62v12c42 8 74 42 78 92v450" />
      </svg>
    </div>
  );
}
