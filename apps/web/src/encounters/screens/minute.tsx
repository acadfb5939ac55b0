import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FullScreenButton } from '../parts/full-screen-button.tsx';
import { MinuteTime } from '../parts/minute-time.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

/** The minute itself: beside the partner's face only what is needed. */
export function Minute({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const controls = useTag(actor, 'controls are shown');
  const interrupted = useTag(actor, 'the partner is interrupted');
  const comingBack = useTag(actor, 'we are coming back');
  const cameraLost = useTag(actor, 'our camera is lost');
  const theirCameraLost = useContext(actor, (context) => context.partnerCameraLost);
  const startsAt = useContext(actor, (context) => context.startsAt);
  const { connectionDuration, progressAlwaysShown } = useContext(actor, (context) => context.durations);
  return (
    <>
      <div className="visually-hidden">
        <ScreenHeading>{t('minute.title')}</ScreenHeading>
      </div>
      <MinuteTime startsAt={startsAt} duration={connectionDuration} alwaysShown={progressAlwaysShown} isShown={controls} />
      <div role="status" className={styles.hints}>
        {comingBack && <p className={styles.hint}>{t('comingBack')}</p>}
        {cameraLost && <p className={styles.hint}>{t('minute.cameraLost')}</p>}
        {theirCameraLost && <p className={styles.hint}>{t('minute.theirCameraLost')}</p>}
        {interrupted && !theirCameraLost && <p className={styles.hint}>{t('minute.interrupted')}</p>}
      </div>
      <div className={`${styles.corners} ${controls ? '' : styles.dimmed}`}>
        <Button look="onDark" aria-keyshortcuts="Escape" title={t('escape')} onClick={() => actor.send({ type: 'end pressed' })}>
          {t('minute.end')}
        </Button>
        <FullScreenButton />
        <ReportButton actor={actor} look="onDark" />
      </div>
    </>
  );
}
