import { durationsInRoom } from '@unspoken/contract/room-durations';
import { useTranslation } from 'react-i18next';
import { InvitationLink } from '../../experiences/invitation-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CloseButton } from '../../ui/close-button.tsx';
import { LanguageSelect } from '../parts/language-select.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { useEscape } from '../parts/use-key.ts';
import { useNow } from '../parts/use-now.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

const rules = ['silence', 'camera', 'end', 'adults', 'clothed', 'kind', 'private'] as const;

/**
 * Explains the minute before the first one; its buttons are enabled after a while, and it can be closed at any time. A host has the
 * link first, to send it while they read.
 */
export function Guidance({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const answerable = useTag(actor, 'guidance can be answered');
  const minute = useContext(actor, ({ durations, lengthWish }) =>
    Math.round(durationsInRoom(durations, { length: lengthWish.length }).connectionDuration / 1_000),
  );
  const isHost = useContext(actor, ({ ownInvitationUntil }) => ownInvitationUntil !== undefined);
  const close = () => actor.send({ type: 'cancel pressed' });
  useEscape(close);
  return (
    <main className={`${styles.page} ${styles.fade}`}>
      <div className={styles.closing}>
        <CloseButton label={t('guidance.close')} onClick={close} />
      </div>
      {isHost && <InvitationLink actor={actor} />}
      <ScreenHeading>{t('guidance.title')}</ScreenHeading>
      <p>{t('guidance.intro', { count: minute })}</p>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{t(`guidance.rules.${rule}`)}</li>
        ))}
      </ul>
      <LanguageSelect actor={actor} />
      <div className={styles.actions}>
        <Button look="primary" disabled={!answerable} onClick={() => actor.send({ type: 'guidance accepted' })}>
          {t('guidance.accept')}
        </Button>
        <Button look="quiet" disabled={!answerable} onClick={() => actor.send({ type: 'guidance declined' })}>
          {t('guidance.decline')}
        </Button>
      </div>
      <p className={styles.soft}>{answerable ? t('guidance.takeYourTime') : <Countdown actor={actor} />}</p>
    </main>
  );
}

/** The time left of a countdown; it is paused while the language list is open. */
export function Countdown({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const now = useNow(250);
  const paused = useTag(actor, 'the countdown is paused');
  const left = useContext(actor, ({ countdownLeft, countdownSince }) => countdownLeft - (paused ? 0 : now - countdownSince));
  return <span>{t('inSeconds', { count: Math.max(0, Math.ceil(left / 1_000)) })}</span>;
}
