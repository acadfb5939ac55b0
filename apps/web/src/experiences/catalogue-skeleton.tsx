import styles from './catalogue.module.css';

/** The space of two rows of cards, until they have loaded. */
export function CatalogueSkeleton() {
  return (
    <div className={styles.rows} aria-hidden="true">
      {['one', 'two'].map((row) => (
        <div key={row} className={styles.row}>
          <div className={styles.blankText} />
          <ul className={`${styles.cards} ${styles.still}`}>
            {['a', 'b', 'c', 'd'].map((card) => (
              <li key={card}>
                <div className={styles.blank} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
