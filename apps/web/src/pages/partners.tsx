import { partners } from '../platform/brand.ts';
import { Sign } from '../ui/sign.tsx';
import styles from './brand.module.css';
import { OutsideLink } from './outside-link.tsx';

/** The partners: a row of links, each with a drawn mark. */
export function Partners() {
  return (
    <ul className={styles.partners}>
      {partners.map(({ name, href }, index) => (
        <li key={href}>
          <OutsideLink href={href}>
            <Sign turn={index / partners.length} />
            {name}
          </OutsideLink>
        </li>
      ))}
    </ul>
  );
}
