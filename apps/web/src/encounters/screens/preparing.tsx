import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CameraSelect } from '../parts/camera-select.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

/** The controls beside the user's own mirrored picture, until Start. */
export function Preparing({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const guided = useTag(actor, 'the guideline is shown');
  const offered = useTag(actor, 'start is offered');
  const short = useTag(actor, 'little time is left');
  const otherReady = useTag(actor, 'the hint that the other is ready');
  const controls = useTag(actor, 'controls are shown');
  const isWithGuest = useContext(actor, (context) => context.room?.partnerIsGuest === true);
  const warning = useContext(actor, ({ durations }) => Math.round(durations.startWarning / 1_000));
  return (
    <>
      <div className={styles.top}>
        <div className="visually-hidden">
          <ScreenHeading>{t('preparing.title')}</ScreenHeading>
        </div>
        {guided && (
          <div className={styles.guideline}>
            <span className={styles.hint}>{t('preparing.guideline')}</span>
            <Button look="onDark" onClick={() => actor.send({ type: 'guideline dismissed', forGood: false })}>
              {t('preparing.hideGuideline')}
            </Button>
            <Button look="onDark" onClick={() => actor.send({ type: 'guideline dismissed', forGood: true })}>
              {t('preparing.neverGuideline')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.bottom}>
        <div role="status">
          {short && <p className={styles.hint}>{t('preparing.short', { count: warning })}</p>}
          {otherReady && !short && <p className={styles.hint}>{t('preparing.otherReady')}</p>}
          {isWithGuest && !otherReady && !short && <p className={styles.hint}>{t('entering.guest')}</p>}
        </div>
        <CameraSelect actor={actor} />
        <div className={styles.actions}>
          {offered && (
            <Button look="brightOnDark" large className={styles.fade} onClick={() => actor.send({ type: 'start pressed' })}>
              {t('preparing.start')}
            </Button>
          )}
          <Button
            look="onDark"
            large={offered}
            className={controls ? undefined : styles.dimmed}
            onClick={() => actor.send({ type: 'cancel pressed' })}
          >
            {t('cancel')}
          </Button>
        </div>
      </div>
    </>
  );
}
