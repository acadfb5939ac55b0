import type { Signs } from '@unspoken/contract/statements';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './partner-signs.module.css';

const names = ['firstMinute', 'cannotSee'] as const satisfies (keyof Signs)[];

interface PartnerSignsProps extends ScreenProps {
  /** Whether they stay readable; otherwise they fade once they have been read. */
  readonly isKept: boolean;
}

/**
 * What the partner says of themselves. A place of its own, from Start to the end: what is read aloud once is not read again with every other
 * hint.
 */
export function PartnerSigns({ actor, isKept }: PartnerSignsProps) {
  const { t } = useTranslation('looking');
  const signs = useContext(actor, ({ heard }) => heard.signs);
  return (
    <div role="status" className={`${styles.signs} ${isKept ? styles.kept : ''}`}>
      {names
        .filter((name) => signs?.[name])
        .map((name) => (
          <p key={name}>{t(`signs.${name}`)}</p>
        ))}
    </div>
  );
}
