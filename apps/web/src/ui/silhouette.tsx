import styles from './silhouette.module.css';

/** Where head and shoulders fit best in a picture. */
export function Silhouette() {
  return (
    <svg className={styles.silhouette} viewBox="0 0 200 220" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <path d="M12 220c10-32 38-52 72-58v-16c-21-10-36-34-36-62 0-33 21-58 52-58s52 25 52 58c0 28-15 52-36 62v16c34 6 62 26 72 58" />
    </svg>
  );
}
