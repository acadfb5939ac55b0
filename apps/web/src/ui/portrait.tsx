import styles from './portrait.module.css';

/** How the drawn people differ: the tilt of the head, the width of the shoulders, the fall of the hair. */
const people = [
  { tilt: -6, shoulders: 40, hair: 'M30 40a20 20 0 0 1 40 0c0-6-8-10-20-10s-20 4-20 10z' },
  { tilt: 5, shoulders: 46, hair: 'M29 58c-3-26 3-38 21-38s24 12 21 38c-3-8-3-16-5-20-8 0-22-1-28-6-4 6-6 16-9 26z' },
  { tilt: 0, shoulders: 44, hair: 'M31 38c2-12 10-17 19-17s17 5 19 17c-6-5-10-6-19-6s-13 1-19 6z' },
  { tilt: 8, shoulders: 38, hair: 'M28 52c-2-22 6-33 22-33 15 0 23 9 22 26-5-8-12-12-20-12-10 0-18 6-24 19z' },
  { tilt: -4, shoulders: 48, hair: 'M34 34c4-8 10-11 16-11s12 3 16 11c-9-3-23-3-32 0z' },
  { tilt: 3, shoulders: 42, hair: 'M29 46c-1-17 7-27 21-27s22 10 21 27c-2-7-5-11-9-14-6 3-18 3-24 0-4 3-7 7-9 14z' },
] as const;

/** A drawn portrait of no real person. */
export function Portrait({ number }: { readonly number: number }) {
  const { tilt, shoulders, hair } = people[number % people.length] ?? people[0];
  const odd = number % 2 === 1;
  return (
    <svg viewBox="0 0 100 100" className={odd ? styles.odd : styles.even} aria-hidden="true">
      <rect className={styles.ground} width="100" height="100" />
      <ellipse className={styles.body} cx="50" cy="104" rx={shoulders} ry="34" />
      <g transform={`rotate(${tilt} 50 60)`}>
        <rect className={styles.neck} x="43" y="54" width="14" height="24" rx="7" />
        <ellipse className={styles.face} cx="50" cy="46" rx="18" ry="22" />
        <path className={styles.hair} d={hair} />
      </g>
    </svg>
  );
}
