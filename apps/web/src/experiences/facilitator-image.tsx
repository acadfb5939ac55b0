import { Portrait } from '../ui/portrait.tsx';
import styles from './details.module.css';

/** Which of the drawn portraits a person without a picture has: always the same one. */
const numberOf = (name: string): number => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);

/** The picture of a facilitator, or a drawn portrait. */
export function FacilitatorImage({ src, name }: { readonly src: string | null; readonly name: string }) {
  return (
    <span className={styles.image}>
      {src === null ? <Portrait number={numberOf(name)} /> : <img src={src} alt="" loading="lazy" decoding="async" />}
    </span>
  );
}
