import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { FullScreenButton } from '../parts/full-screen-button.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { useNow } from '../parts/use-now.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

const progressEvery = 100;

/** The minute itself: beside the partner's face only what is needed. */
export function Minute({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const controls = useTag(actor, 'controls are shown');
  const interrupted = useTag(actor, 'the partner is interrupted');
  const comingBack = useTag(actor, 'we are coming back');
  const cameraLost = useTag(actor, 'our camera is lost');
  const theirCameraLost = useContext(actor, (context) => context.partnerCameraLost);
  return (
    <>
      <div className={styles.top}>
        <div className="visually-hidden">
          <ScreenHeading>{t('minute.title')}</ScreenHeading>
        </div>
        <MinuteProgress actor={actor} shown={controls} />
        <div role="status" className={styles.hints}>
          {comingBack && <p className={styles.hint}>{t('comingBack')}</p>}
          {cameraLost && <p className={styles.hint}>{t('minute.cameraLost')}</p>}
          {theirCameraLost && <p className={styles.hint}>{t('minute.theirCameraLost')}</p>}
          {interrupted && !theirCameraLost && <p className={styles.hint}>{t('minute.interrupted')}</p>}
        </div>
      </div>
      <div className={`${styles.bottom} ${controls ? '' : styles.dimmed}`}>
        <div className={styles.actions}>
          <Button
            look="onDark"
            aria-keyshortcuts="Escape"
            title={t('escape')}
            onClick={() => actor.send({ type: 'end pressed' })}
          >
            {t('minute.end')}
          </Button>
          <ReportButton actor={actor} look="onDark" />
          <FullScreenButton />
        </div>
      </div>
    </>
  );
}

function MinuteProgress({ actor, shown }: ScreenProps & { readonly shown: boolean }) {
  const { t } = useTranslation('encounters');
  const now = useNow(progressEvery);
  const startsAt = useContext(actor, (context) => context.startsAt ?? now);
  const { connectionDuration, progressAlwaysShown } = useContext(actor, (context) => context.durations);
  const gone = now - startsAt;
  const last = connectionDuration - gone <= progressAlwaysShown;
  return (
    <div className={styles.time}>
      <ProgressBar label={t('minute.time')} value={gone / connectionDuration} hidden={!shown && !last} />
    </div>
  );
}
