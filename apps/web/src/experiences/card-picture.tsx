import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { minutesOf } from '@unspoken/contract/scripts';
import { useTranslation } from 'react-i18next';
import styles from './card-picture.module.css';

/** The picture of an experience, or its colour with the two circles, and the duration. */
export function CardPicture({ card }: { readonly card: ExperienceCard }) {
  const { t } = useTranslation('experiences');
  return (
    <div className={styles.picture} style={{ backgroundColor: card.backgroundColor }}>
      {card.backgroundImage === null ? (
        <span className={styles.drawn} aria-hidden="true" />
      ) : (
        <img src={card.backgroundImage} alt="" loading="lazy" decoding="async" />
      )}
      <span className={styles.badge}>{t('card.minutes', { count: minutesOf(card.totalDuration) })}</span>
    </div>
  );
}
