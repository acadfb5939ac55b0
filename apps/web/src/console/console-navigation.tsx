import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Categories } from './admin-categories.tsx';
import { Encounters } from './admin-encounters.tsx';
import { Experiences } from './admin-experiences.tsx';
import { FeedbackInbox } from './admin-feedback.tsx';
import { Gatherings } from './admin-gatherings.tsx';
import { Ledger } from './admin-ledger.tsx';
import { Money } from './admin-money.tsx';
import { People } from './admin-people.tsx';
import { Platform } from './admin-platform.tsx';
import { WaitingList } from './admin-waiting.tsx';
import { Welcomers } from './admin-welcomers.tsx';
import styles from './console.module.css';
import { FactorSettings } from './factor-settings.tsx';

/** The sections of the console beside the cases: for administrators, and the last one for all. */
export const sections = {
  waiting: WaitingList,
  people: People,
  experiences: Experiences,
  categories: Categories,
  gatherings: Gatherings,
  welcomers: Welcomers,
  feedback: FeedbackInbox,
  money: Money,
  encounters: Encounters,
  ledger: Ledger,
  platform: Platform,
  factor: FactorSettings,
} as const;
type SectionName = keyof typeof sections;
const forAll: readonly SectionName[] = ['factor'];

export const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name);

/** The navigation between the sections of the console. */
export function ConsoleNavigation({ role }: { readonly role: 'moderator' | 'admin' }) {
  const { t } = useTranslation('console');
  const { additions } = useConfiguration();
  const offered = (Object.keys(sections) as SectionName[]).filter((name) => name !== 'welcomers' || additions.includes(name));
  const open = role === 'admin' ? offered : forAll;
  return (
    <nav className={styles.parts} aria-label={t('parts.label')}>
      <NavLink to="/admin" end>
        {t('parts.cases')}
      </NavLink>
      {open.map((section) => (
        <NavLink key={section} to={`/admin/${section}`}>
          {t(`parts.${section}`)}
        </NavLink>
      ))}
    </nav>
  );
}
