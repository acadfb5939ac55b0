import styles from './silhouette.module.css';

/** Where head and shoulders fit best in a picture. */
export function Silhouette() {
  return (
    <svg className={styles.silhouette} viewBox="0 0 200 220" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <path d="M100 26c-31 0-52 25-52 58 0 28 15 52 36 62v16c-34 6-62 26-72 58h176c-10-32-38-52-72-58v-16c21-10 36-34 36-62 0-33-21-58-52-58z" />
    </svg>
  );
}
