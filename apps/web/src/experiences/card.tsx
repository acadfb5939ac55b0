import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';
import styles from './card.module.css';
import { CardAction } from './card-action.tsx';
import { CardOptions } from './card-options.tsx';
import { CardPicture } from './card-picture.tsx';
import { cutAtWord } from './cut.ts';
import { linkToDetails } from './details.ts';

interface CardProps {
  readonly card: ExperienceCard;
  /** The level of its title on the page. */
  readonly heading: 'h3' | 'h4';
}

/** An experience of the catalogue. */
export function Card({ card, heading: Heading }: CardProps) {
  const { t } = useTranslation('experiences');
  const tabs = [
    { name: 'about', title: t('card.about'), content: <About card={card} /> },
    { name: 'options', title: t('card.options'), content: <CardOptions card={card} /> },
  ] as const;
  return (
    <article className={styles.card}>
      <CardPicture card={card} />
      <div className={styles.body}>
        <Heading>{card.name}</Heading>
        <p className={styles.author}>
          {t('card.by')} <Link to={`/facilitator/${card.facilitatorSlug}`}>{card.author}</Link>
        </p>
        <Tabs label={t('card.tabs', { name: card.name })} tabs={tabs} />
        <CardAction card={card} />
      </div>
    </article>
  );
}

function About({ card }: { readonly card: ExperienceCard }) {
  const { t } = useTranslation('experiences');
  const { text, isCut } = cutAtWord(card.description);
  return (
    <div className={styles.about}>
      <p>
        {text}
        {isCut && '…'}
      </p>
      <Link {...linkToDetails(card.type)} aria-label={`${t('card.more')}: ${card.name}`}>
        {t('card.more')}
      </Link>
    </div>
  );
}
