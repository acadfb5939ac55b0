import { wantsWindow } from '@unspoken/encounter/portrait-window';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { browserCamera } from '../encounters/camera.ts';
import { rememberFailure } from '../encounters/camera-failure.ts';
import framed from '../encounters/parts/framed-picture.module.css';
import { FramedPicture } from '../encounters/parts/framed-picture.tsx';
import { useEscape } from '../encounters/parts/use-key.ts';
import styles from '../encounters/screens/screens.module.css';
import { browserWindow } from '../encounters/window/choice.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useTitle } from '../platform/use-title.ts';
import { mirrorMachine } from './machine.ts';
import { MirrorOver } from './mirror-over.tsx';
import { Before, Lens, Minute, Opening } from './mirror-screens.tsx';

const now = () => performance.timeOrigin + performance.now();

/**
 * /mirror: the screens of the minute with one's own face, before any account. It teaches the feeling, tries the camera, and costs
 * nobody a partner.
 */
export default function MirrorPage() {
  const { t } = useTranslation('mirror');
  const { t: encounterText } = useTranslation('encounters');
  const { durations, additions } = useConfiguration();
  const isFramed = useMemo(() => wantsWindow(browserWindow(additions.includes('window')), 'strangers'), [additions]);
  const navigate = useNavigate();
  const [snapshot, send] = useMachine(mirrorMachine, { input: { camera: browserCamera, isFramed, durations, now } });
  const { opened, startedAt, failure } = snapshot.context;
  const stream = opened?.stream as MediaStream | undefined;
  const leave = () => navigate('/');
  const isMinute = snapshot.hasTag('minute');
  const isLens = snapshot.hasTag('lens');
  const isShown = snapshot.hasTag('controls are shown');
  useTitle(t('title'));
  useEscape(() => (isMinute || isLens ? send({ type: 'end pressed' }) : leave()));
  useEffect(() => {
    const moved = () => send({ type: 'controls wanted' });
    const controller = new AbortController();
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      window.addEventListener(event, moved, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, [send]);
  useEffect(() => {
    if (failure) rememberFailure({ reason: failure });
  }, [failure]);
  if (failure) return <Navigate to="/camerafailure" replace />;
  if (snapshot.hasTag('left')) return <Navigate to="/" replace />;
  if (snapshot.hasTag('over')) return <MirrorOver onAgain={() => send({ type: 'again pressed' })} onLeave={leave} />;
  if (!stream) return <Opening isExplained={snapshot.hasTag('the permission prompt is explained')} onLeave={leave} />;
  return (
    <main className={`${styles.room} ${styles.fade} ${isMinute && !isShown ? styles.quiet : ''}`}>
      <div className={isLens ? `${styles.self} ${opened?.isFramed ? styles.upright : ''}` : `${styles.stage} ${framed.framing}`}>
        <FramedPicture
          stream={stream}
          isGuided={snapshot.hasTag('the guideline is shown')}
          className={styles.mirrored}
          data-testid="self"
          aria-label={encounterText('ownPicture')}
        />
      </div>
      {isLens ? (
        <Lens onEnd={() => send({ type: 'end pressed' })} />
      ) : isMinute ? (
        <Minute startedAt={startedAt} durations={durations} isShown={isShown} onEnd={() => send({ type: 'end pressed' })} />
      ) : (
        <Before
          stream={stream}
          device={opened?.device}
          isGuided={snapshot.hasTag('the guideline is shown')}
          isOffered={snapshot.hasTag('start is offered')}
          onHideGuideline={() => send({ type: 'guideline dismissed' })}
          onChoose={(deviceId) => send({ type: 'camera chosen', deviceId })}
          onStart={() => send({ type: 'start pressed' })}
          onLeave={leave}
        />
      )}
    </main>
  );
}
