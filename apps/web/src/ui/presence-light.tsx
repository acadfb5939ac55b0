import styles from './presence-light.module.css';

/** The light beside how many people are here: it is lit while there is a connection by which that is known. */
export const PresenceLight = ({ isLit }: { readonly isLit: boolean }) => (
  <span className={isLit ? `${styles.light} ${styles.lit}` : styles.light} aria-hidden="true" />
);
