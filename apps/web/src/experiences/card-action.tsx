import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import styles from './card.module.css';
import { useCardChoices } from './card-choices.ts';

interface CardActionProps {
  readonly card: ExperienceCard;
  readonly look?: 'primary' | 'plain';
}

/** Connect in the chosen pool, or what the user can do instead. */
export function CardAction({ card, look = 'plain' }: CardActionProps) {
  const { t } = useTranslation('experiences');
  const { t: lobby } = useTranslation('lobby');
  const { offer, isBusy, canConnect, connect } = useCardChoices(card);
  const named = (label: string) => `${label}: ${card.name}`;
  if (offer === 'account')
    return (
      <LinkButton look={look} to="?auth=register" preventScrollReset aria-label={named(t('card.connect'))}>
        {t('card.connect')}
      </LinkButton>
    );
  if (offer === 'membership')
    return (
      <LinkButton look={look} to="/membership" aria-label={named(t('card.member'))}>
        {t('card.member')}
      </LinkButton>
    );
  const label = isBusy ? lobby('connect.waiting') : t(offer === 'try' ? 'card.try' : 'card.connect');
  return (
    <Button look={look} className={styles.action} disabled={!canConnect} aria-label={named(label)} onClick={connect}>
      {label}
    </Button>
  );
}
