import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import { CardAction } from './card-action.tsx';
import { CardPicture } from './card-picture.tsx';
import { CardVideo } from './card-video.tsx';
import styles from './details.module.css';
import { useDetails } from './details.ts';
import { FacilitatorCard } from './facilitator-card.tsx';
import { Facts } from './facts.tsx';

/** Everything about one of these experiences, over the page whose address asks for it. */
export function DetailsDialog({ cards }: { readonly cards: readonly ExperienceCard[] }) {
  const { t } = useTranslation('experiences');
  const { open: card, close } = useDetails(cards);
  if (!card) return null;
  return (
    <Dialog key={card.type} title={card.name} closeLabel={t('close')} onClose={close}>
      <div className={styles.details}>
        <CardPicture card={card} />
        <p className={styles.description}>{card.description}</p>
        <Facts card={card} />
        <CardVideo card={card} />
        <FacilitatorCard card={card} />
        <CardAction card={card} look="primary" />
      </div>
    </Dialog>
  );
}
