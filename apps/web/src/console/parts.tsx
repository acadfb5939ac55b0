import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import styles from './console.module.css';
import { FactorSettings } from './factor-settings.tsx';
import { Encounters } from './office-encounters.tsx';
import { FeedbackInbox } from './office-feedback.tsx';
import { Ledger } from './office-ledger.tsx';
import { People } from './office-people.tsx';
import { Platform } from './office-platform.tsx';
import { WaitingList } from './office-waiting.tsx';

/** The parts of the console beside the cases: for administrators, and the last one for all. */
export const parts = {
  waiting: WaitingList,
  people: People,
  feedback: FeedbackInbox,
  encounters: Encounters,
  ledger: Ledger,
  platform: Platform,
  factor: FactorSettings,
} as const;
type PartName = keyof typeof parts;
const forAll: readonly PartName[] = ['factor'];

export const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/** The navigation between the parts of the console. */
export function Parts({ role }: { readonly role: 'moderator' | 'admin' }) {
  const { t } = useTranslation('console');
  const open = role === 'admin' ? (Object.keys(parts) as PartName[]) : forAll;
  return (
    <nav className={styles.parts} aria-label={t('parts.label')}>
      <NavLink to="/admin" end>
        {t('parts.cases')}
      </NavLink>
      {open.map((part) => (
        <NavLink key={part} to={`/admin/${part}`}>
          {t(`parts.${part}`)}
        </NavLink>
      ))}
    </nav>
  );
}
