import type { AnswerOf } from '@unspoken/contract/call';
import type { retrieveInvitation } from '@unspoken/contract/experiences';
import { useTranslation } from 'react-i18next';
import screens from '../encounters/screens/screens.module.css';
import { Mark } from '../ui/mark.tsx';
import { CardPicture } from './card-picture.tsx';
import { CardVideo } from './card-video.tsx';
import styles from './details.module.css';
import { FacilitatorCard } from './facilitator-card.tsx';
import { Facts } from './facts.tsx';

export type InvitedTo = AnswerOf<typeof retrieveInvitation>['experience'];

interface IntroductionProps {
  /** The first name of the host, if it is known. */
  readonly host: string;
  readonly experience: InvitedTo;
  readonly isRehearsal?: boolean;
}

/** What the user is invited to, and by whom. */
export function Introduction({ host, experience: { name, card }, isRehearsal = false }: IntroductionProps) {
  const { t } = useTranslation('experiences');
  if (!card)
    return (
      <>
        <Mark size="large" breathing />
        <h1>{host === '' ? t('invited.title') : t('invited.titleNamed', { name: host })}</h1>
        <p className={screens.soft}>{t('invited.text')}</p>
      </>
    );
  return (
    <>
      <h1>{t(host === '' ? 'invitedTo.title' : 'invitedTo.titleNamed', { name: host, experience: name })}</h1>
      {isRehearsal && <p>{t('invitedTo.rehearsal')}</p>}
      <article className={styles.invited}>
        <CardPicture card={card} />
        <p className={styles.description}>{card.description}</p>
        <Facts card={card} />
        <CardVideo card={card} />
        <FacilitatorCard card={card} newTab />
      </article>
      <p className={screens.soft}>{t(card.microphoneIcon ? 'invitedTo.spoken' : 'invitedTo.silent')}</p>
    </>
  );
}
