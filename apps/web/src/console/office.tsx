import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import styles from './console.module.css';
import { FeedbackInbox } from './office-feedback.tsx';
import { Ledger } from './office-ledger.tsx';
import { People } from './office-people.tsx';
import { Platform } from './office-platform.tsx';
import { WaitingList } from './office-waiting.tsx';

/** The parts of the console beside the cases: for those who run the platform. */
export const officeParts = {
  waiting: WaitingList,
  people: People,
  feedback: FeedbackInbox,
  ledger: Ledger,
  platform: Platform,
} as const;
export type OfficePart = keyof typeof officeParts;

export const isOfficePart = (name: string): name is OfficePart => Object.hasOwn(officeParts, name);

/** From one part of the console to another. */
export function Parts() {
  const { t } = useTranslation('console');
  return (
    <nav className={styles.parts} aria-label={t('parts.label')}>
      <NavLink to="/admin" end>
        {t('parts.cases')}
      </NavLink>
      {(Object.keys(officeParts) as OfficePart[]).map((part) => (
        <NavLink key={part} to={`/admin/${part}`}>
          {t(`parts.${part}`)}
        </NavLink>
      ))}
    </nav>
  );
}
