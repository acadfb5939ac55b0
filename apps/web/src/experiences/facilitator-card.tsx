import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './details.module.css';
import { FacilitatorImage } from './facilitator-image.tsx';

interface FacilitatorCardProps {
  readonly card: ExperienceCard;
  /** In a new tab, where leaving the page would cost the user something. */
  readonly newTab?: boolean;
}

/** Who wrote an experience, as a link to their page. */
export function FacilitatorCard({ card, newTab = false }: FacilitatorCardProps) {
  const { t } = useTranslation('experiences');
  const { t: common } = useTranslation();
  // A rehearsal can come before its author's page.
  if (card.author === '') return null;
  return (
    <Link
      to={`/facilitator/${card.facilitatorSlug}`}
      className={styles.facilitator}
      {...(newTab && { target: '_blank', rel: 'noopener' })}
    >
      <FacilitatorImage src={card.facilitatorImg} name={card.author} />
      <span>
        <span className={styles.soft}>{t('details.facilitator')} </span>
        <strong>{card.author}</strong>
        <span className={styles.soft}> {card.facilitatorTitle}</span>
        {newTab && <span className="visually-hidden"> {common('newTab')}</span>}
      </span>
    </Link>
  );
}
