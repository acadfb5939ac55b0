import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CameraSelect } from '../parts/camera-select.tsx';
import { GuidelineBar } from '../parts/guideline-bar.tsx';
import { PictureHint } from '../parts/picture-hint.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { SoundCheck } from '../parts/sound-check.tsx';
import type { Looking } from '../parts/use-looking.ts';
import { WindowSwitch } from '../parts/window-switch.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

/** The controls beside the user's own mirrored picture, until Start. */
export function Preparing({ actor, looking }: ScreenProps & { readonly looking: Looking | undefined }) {
  const { t } = useTranslation('encounters');
  const guided = useTag(actor, 'the guideline is shown');
  const offered = useTag(actor, 'start is offered');
  const short = useTag(actor, 'little time is left');
  const otherReady = useTag(actor, 'the hint that the other is ready');
  const controls = useTag(actor, 'controls are shown');
  const isWithGuest = useContext(actor, (context) => context.room?.partnerIsGuest === true);
  const warning = useContext(actor, ({ durations }) => Math.round(durations.startWarning / 1_000));
  const script = useContext(actor, (context) => context.script);
  const camera = useContext(actor, (context) => context.camera);
  return (
    <>
      <div className={styles.top}>
        <div className="visually-hidden">
          <ScreenHeading>{t('preparing.title')}</ScreenHeading>
        </div>
        {guided && (
          <GuidelineBar
            onHide={() => actor.send({ type: 'guideline dismissed', forGood: false })}
            onHideForGood={() => actor.send({ type: 'guideline dismissed', forGood: true })}
          />
        )}
        <PictureHint stream={camera?.stream as MediaStream | undefined} />
        {looking && <looking.FramingHelp actor={actor} />}
      </div>
      <div className={styles.bottom}>
        <div role="status" className={styles.hints}>
          {short && <p className={styles.hint}>{t('preparing.short', { count: warning })}</p>}
          {otherReady && !short && <p className={styles.hint}>{t('preparing.otherReady')}</p>}
          {isWithGuest && !otherReady && !short && <p className={styles.hint}>{t('entering.guest')}</p>}
        </div>
        {looking && <looking.MeetingLength actor={actor} />}
        <p className={styles.consent}>{t('preparing.consent')}</p>
        <div className={styles.start}>
          {offered && (
            <Button
              look="brightOnDark"
              large
              className={styles.fade}
              disabled={!camera}
              onClick={() => actor.send({ type: 'start pressed' })}
            >
              {t('preparing.start')}
            </Button>
          )}
        </div>
        {script && <SoundCheck actor={actor} />}
        <WindowSwitch actor={actor} />
        {looking && <looking.WishesPanel actor={actor} />}
        <CameraSelect device={camera?.device} onChoose={(deviceId) => actor.send({ type: 'camera chosen', deviceId })} />
        <Button
          look="onDark"
          className={controls ? undefined : styles.dimmed}
          onClick={() => actor.send({ type: 'cancel pressed' })}
        >
          {t('cancel')}
        </Button>
      </div>
    </>
  );
}
