import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { LanguageSelect } from '../parts/language-select.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import { Countdown } from './guidance.tsx';
import styles from './screens.module.css';

/** A partner is there: a few seconds to prepare for them. */
export function EnteringRoom({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  const isWithGuest = useContext(actor, (context) => context.room?.partnerIsGuest === true);
  return (
    <main className={`${styles.room} ${styles.fade}`}>
      <div className={styles.middle}>
        <Mark size="medium" breathing />
        <ScreenHeading>{t(isOwn ? 'entering.invited' : 'entering.title')}</ScreenHeading>
        {isWithGuest && <p>{t('entering.guest')}</p>}
        <p>{t('entering.text')}</p>
        <p>
          <Countdown actor={actor} />
        </p>
        <LanguageSelect actor={actor} />
        <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
          {t('cancel')}
        </Button>
      </div>
    </main>
  );
}

/** The browser is asking for the camera. */
export function GettingMedia({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const explained = useTag(actor, 'the permission prompt is explained');
  return (
    <main className={styles.room}>
      <div className={styles.middle}>
        <ScreenHeading>{t('camera.title')}</ScreenHeading>
        <p role="status">{explained ? t('camera.prompt') : t('camera.opening')}</p>
        <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
          {t('cancel')}
        </Button>
      </div>
    </main>
  );
}
