import { isScripted, roomDurations } from '@unspoken/encounter/model';
import { isVeiled } from '@unspoken/encounter/veil';
import { useTranslation } from 'react-i18next';
import { EndButton } from '../parts/end-button.tsx';
import { FullScreenButton } from '../parts/full-screen-button.tsx';
import { MicrophoneBadge } from '../parts/microphone-badge.tsx';
import { MinuteTime } from '../parts/minute-time.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { ScriptControls } from '../parts/script-controls.tsx';
import { ScriptWords } from '../parts/script-words.tsx';
import { SoundBlocked } from '../parts/sound-blocked.tsx';
import type { Guard, Looking } from '../parts/use-looking.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';
import own from './script.module.css';

interface MinuteProps extends ScreenProps {
  readonly looking: Looking | undefined;
  readonly guard: Guard | undefined;
}

/** The minute, or an experience, itself: beside the partner's face only what is needed. */
export function Minute({ actor, looking, guard }: MinuteProps) {
  const { t } = useTranslation('encounters');
  const { t: scriptText } = useTranslation('scripts');
  const script = useContext(actor, (context) => context.script);
  const scripted = useContext(actor, isScripted);
  const microphoneLost = useTag(actor, 'our microphone is lost');
  const theirMicrophoneLost = useContext(actor, (context) => context.partnerMicrophoneLost);
  const controls = useTag(actor, 'controls are shown');
  const interrupted = useTag(actor, 'the partner is interrupted');
  const comingBack = useTag(actor, 'we are coming back');
  const cameraLost = useTag(actor, 'our camera is lost');
  const theirCameraLost = useContext(actor, (context) => context.partnerCameraLost);
  const isUnderVeil = useContext(actor, isVeiled);
  const startsAt = useContext(actor, (context) => context.startsAt);
  const duration = useContext(actor, (context) => roomDurations(context).connectionDuration);
  const alwaysShown = useContext(actor, (context) => context.durations.progressAlwaysShown);
  return (
    <>
      {looking && <looking.PresenceSound actor={actor} />}
      {looking && isUnderVeil ? (
        <looking.VeilPanel actor={actor} />
      ) : (
        <div className="visually-hidden">
          <ScreenHeading>{script?.name ?? t('minute.title')}</ScreenHeading>
        </div>
      )}
      <MinuteTime startsAt={startsAt} duration={duration} alwaysShown={alwaysShown} isShown={controls || isUnderVeil} />
      {script && <MicrophoneBadge actor={actor} />}
      {script && <ScriptControls actor={actor} isDimmed={!controls} />}
      <div className={`${styles.hints} ${scripted ? styles.raised : ''}`}>
        <div role="status" className={styles.hints}>
          {comingBack && <p className={styles.hint}>{scripted ? scriptText('comingBack') : t('comingBack')}</p>}
          {microphoneLost && <p className={styles.hint}>{scriptText('microphone.lost')}</p>}
          {theirMicrophoneLost && <p className={styles.hint}>{scriptText('microphone.theirLost')}</p>}
          {cameraLost && <p className={styles.hint}>{t('minute.cameraLost')}</p>}
          {theirCameraLost && <p className={styles.hint}>{t('minute.theirCameraLost')}</p>}
          {interrupted && !theirCameraLost && <p className={styles.hint}>{t('minute.interrupted')}</p>}
        </div>
        {looking && !isUnderVeil && <looking.SoftPictures actor={actor} />}
        {guard && <guard.GuardQuestion actor={actor} />}
      </div>
      {script && (
        <div className={own.over}>
          <SoundBlocked actor={actor} />
          <ScriptWords actor={actor} />
        </div>
      )}
      {!(looking && isUnderVeil) && (
        <div className={`${styles.foot} ${controls ? '' : styles.dimmed}`}>
          <div className={styles.corners}>
            <EndButton actor={actor} />
            <FullScreenButton />
            <ReportButton actor={actor} look="onDark" />
          </div>
          {looking && <looking.VeilEdge actor={actor} />}
        </div>
      )}
    </>
  );
}
