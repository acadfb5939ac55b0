import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { browserCamera } from '../encounters/camera.ts';
import { rememberFailure } from '../encounters/camera-failure.ts';
import { CameraSelect } from '../encounters/parts/camera-select.tsx';
import { FramedPicture } from '../encounters/parts/framed-picture.tsx';
import { GuidelineBar } from '../encounters/parts/guideline-bar.tsx';
import { MinuteTime } from '../encounters/parts/minute-time.tsx';
import { PictureHint } from '../encounters/parts/picture-hint.tsx';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import { useEscape } from '../encounters/parts/use-escape.ts';
import styles from '../encounters/screens/screens.module.css';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { mirrorMachine } from './machine.ts';
import { MirrorOver } from './mirror-over.tsx';

const now = () => performance.timeOrigin + performance.now();

/**
 * /mirror: the screens of the minute with one's own face, before any account. It teaches the feeling, tries the camera, and costs
 * nobody a partner.
 */
export default function MirrorPage() {
  const { t } = useTranslation('mirror');
  const { t: encounterText } = useTranslation('encounters');
  const { durations } = useConfiguration();
  const navigate = useNavigate();
  const [snapshot, send] = useMachine(mirrorMachine, { input: { camera: browserCamera, durations, now } });
  const { opened, startedAt, failure } = snapshot.context;
  const stream = opened?.stream as MediaStream | undefined;
  const leave = () => navigate('/');
  useTitle(t('title'));
  useEscape(() => (snapshot.hasTag('minute') ? send({ type: 'end pressed' }) : leave()));
  useEffect(() => {
    const moved = () => send({ type: 'controls wanted' });
    const controller = new AbortController();
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      window.addEventListener(event, moved, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [send]);
  if (failure) {
    rememberFailure({ reason: failure });
    return <Navigate to="/camerafailure" replace />;
  }
  if (snapshot.hasTag('over')) return <MirrorOver onAgain={() => send({ type: 'again pressed' })} onLeave={leave} />;
  const isMinute = snapshot.hasTag('minute');
  const isShown = snapshot.hasTag('controls are shown');
  if (!stream)
    return (
      <main className={styles.room}>
        <div className={styles.middle}>
          <ScreenHeading>{t('title')}</ScreenHeading>
          <p>{t('private')}</p>
          <p role="status">
            {encounterText(snapshot.hasTag('the permission prompt is explained') ? 'camera.prompt' : 'camera.opening')}
          </p>
          <Button look="onDark" onClick={leave}>
            {encounterText('cancel')}
          </Button>
        </div>
      </main>
    );
  return (
    <main className={`${styles.room} ${styles.fade} ${isMinute && !isShown ? styles.quiet : ''}`}>
      <div className={styles.stage}>
        <FramedPicture
          stream={stream}
          isGuided={snapshot.hasTag('the guideline is shown')}
          className={styles.mirrored}
          data-testid="self"
          aria-label={encounterText('ownPicture')}
        />
      </div>
      {isMinute ? (
        <>
          <div className="visually-hidden">
            <ScreenHeading key="minute">{t('minute')}</ScreenHeading>
          </div>
          <MinuteTime
            startsAt={startedAt}
            duration={durations.connectionDuration}
            alwaysShown={durations.progressAlwaysShown}
            isShown={isShown}
          />
          <div className={`${styles.corners} ${isShown ? '' : styles.dimmed}`}>
            <Button look="onDark" aria-keyshortcuts="Escape" onClick={() => send({ type: 'end pressed' })}>
              {t('end')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <div className={styles.top}>
            <div className="visually-hidden">
              <ScreenHeading key="before">{t('title')}</ScreenHeading>
            </div>
            {snapshot.hasTag('the guideline is shown') && <GuidelineBar onHide={() => send({ type: 'guideline dismissed' })} />}
            <PictureHint stream={stream} />
          </div>
          <div className={styles.bottom}>
            <p className={styles.consent}>{t('private')}</p>
            <div className={styles.start}>
              {snapshot.hasTag('start is offered') && (
                <Button look="brightOnDark" large className={styles.fade} onClick={() => send({ type: 'start pressed' })}>
                  {encounterText('preparing.start')}
                </Button>
              )}
            </div>
            <CameraSelect stream={stream} onChoose={(deviceId) => send({ type: 'camera chosen', deviceId })} />
            <Button look="onDark" onClick={leave}>
              {encounterText('cancel')}
            </Button>
          </div>
        </>
      )}
    </main>
  );
}
