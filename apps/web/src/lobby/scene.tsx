import styles from './scene.module.css';

export type SceneName = 'press' | 'look' | 'after';

/** Two people, one minute: each step drawn with the two circles of the mark and the ring of the minute. */
export function Scene({ name }: { readonly name: SceneName }) {
  return (
    <svg className={styles.scene} data-scene={name} viewBox="0 0 240 150" aria-hidden="true">
      <circle className={styles.ring} cx="120" cy="75" r="64" pathLength="60" />
      <circle className={styles.one} cx="120" cy="75" r="26" />
      <circle className={styles.other} cx="120" cy="75" r="26" />
    </svg>
  );
}
