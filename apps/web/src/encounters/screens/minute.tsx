import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { useNow } from '../parts/use-now.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

const progressEvery = 100;

/**
 * From Start to the end of the minute. The partner's picture is mounted before it may be seen, so that it is
 * already moving when the minute begins; nothing stands beside the face but what one needs.
 */
export function Minute({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const running = useTag(actor, 'connected');
  const partner = useContext(actor, (context) => context.partnerStream as MediaStream | undefined);
  const own = useContext(actor, (context) => context.camera?.stream as MediaStream | undefined);
  const controls = useTag(actor, 'controls are shown');
  const interrupted = useTag(actor, 'the partner is interrupted');
  const comingBack = useTag(actor, 'we are coming back');
  const cameraLost = useTag(actor, 'our camera is lost');
  const theirCameraLost = useContext(actor, (context) => context.partnerCameraLost);
  return (
    <main className={styles.room}>
      <div className={styles.stage}>
        <Picture
          stream={partner}
          className={`${styles.partner} ${running ? '' : styles.unseen}`}
          data-testid="partner"
          aria-label={t('partnerPicture')}
          aria-hidden={!running}
        />
      </div>
      {running ? (
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
      ) : (
        <Beforehand actor={actor} />
      )}
      <div className={`${styles.self} ${running && !controls ? styles.dimmed : ''}`}>
        <Picture stream={own} className={styles.mirrored} data-testid="self" aria-label={t('ownPicture')} />
      </div>
      <div className={`${styles.bottom} ${running && !controls ? styles.dimmed : ''}`}>
        <div className={styles.actions}>
          <Button look="onDark" onClick={() => actor.send({ type: 'end pressed' })}>
            {running ? t('minute.end') : t('cancel')}
          </Button>
          {running && <ReportButton actor={actor} look="onDark" />}
        </div>
      </div>
    </main>
  );
}

/** Start is pressed here; the other may still be looking at themselves. */
function Beforehand({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const both = useTag(actor, 'both are ready');
  const hint = useTag(actor, 'the hint that we wait');
  return (
    <div className={styles.middle}>
      <Mark size="7rem" breathing />
      <ScreenHeading>{t('ready.title')}</ScreenHeading>
      <p role="status">{both ? t('ready.both') : hint ? t('ready.waiting') : t('ready.text')}</p>
    </div>
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
