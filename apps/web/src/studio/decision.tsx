import { useTranslation } from 'react-i18next';
import type { OwnExperience } from './own-experience.ts';
import styles from './studio.module.css';

/** What the newest decision was, in the words of the administrator who made it. */
export function Decision({ experience: { versions } }: { readonly experience: OwnExperience }) {
  const { t } = useTranslation('studio');
  const decided = versions.find(({ decision }) => decision !== null);
  if (!decided?.decision || decided.decision === 'withdrawn' || !decided.reason) return null;
  return (
    <blockquote className={styles.reason}>
      <p>{t(`decision.${decided.decision}`, { number: decided.number })}</p>
      <p>{decided.reason}</p>
    </blockquote>
  );
}
