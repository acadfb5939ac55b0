import type { PageDurations } from '@unspoken/contract/page-durations';
import type { Camera } from '@unspoken/encounter/ports';
import { useTranslation } from 'react-i18next';
import { CameraSelect } from '../encounters/parts/camera-select.tsx';
import { GuidelineBar } from '../encounters/parts/guideline-bar.tsx';
import { MinuteTime } from '../encounters/parts/minute-time.tsx';
import { PictureHint } from '../encounters/parts/picture-hint.tsx';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import styles from '../encounters/screens/screens.module.css';
import { Button } from '../ui/button.tsx';
import { Circles } from '../ui/circles.tsx';

interface OpeningProps {
  readonly isExplained: boolean;
  readonly onLeave: () => void;
}

/** The browser is asking for the camera. */
export function Opening({ isExplained, onLeave }: OpeningProps) {
  const { t } = useTranslation('mirror');
  const { t: encounterText } = useTranslation('encounters');
  return (
    <main className={styles.room}>
      <div className={styles.middle}>
        <ScreenHeading>{t('title')}</ScreenHeading>
        <p>{t('private')}</p>
        <p role="status">{encounterText(isExplained ? 'camera.prompt' : 'camera.opening')}</p>
        <Button look="onDark" onClick={onLeave}>
          {encounterText('cancel')}
        </Button>
      </div>
    </main>
  );
}

interface BeforeProps {
  readonly stream: MediaStream;
  readonly device: Camera['device'];
  readonly isGuided: boolean;
  readonly isOffered: boolean;
  readonly onHideGuideline: () => void;
  readonly onChoose: (deviceId: string) => void;
  readonly onStart: () => void;
  readonly onLeave: () => void;
}

/** Beside one's own picture, until Start. */
export function Before({ stream, device, isGuided, isOffered, onHideGuideline, onChoose, onStart, onLeave }: BeforeProps) {
  const { t } = useTranslation('mirror');
  const { t: encounterText } = useTranslation('encounters');
  return (
    <>
      <div className={styles.top}>
        <div className="visually-hidden">
          <ScreenHeading>{t('title')}</ScreenHeading>
        </div>
        {isGuided && <GuidelineBar onHide={onHideGuideline} />}
        <PictureHint stream={stream} />
      </div>
      <div className={styles.bottom}>
        <p className={styles.consent}>{t('private')}</p>
        <div className={styles.start}>
          {isOffered && (
            <Button look="brightOnDark" large className={styles.fade} onClick={onStart}>
              {encounterText('preparing.start')}
            </Button>
          )}
        </div>
        <CameraSelect device={device} onChoose={onChoose} />
        <Button look="onDark" onClick={onLeave}>
          {encounterText('cancel')}
        </Button>
      </div>
    </>
  );
}

/** The moment before the minute: where to look. */
export function Lens({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation('mirror');
  const { t: encounterText } = useTranslation('encounters');
  return (
    <>
      <div className={styles.lens} aria-hidden="true" />
      <div className={styles.middle}>
        <Circles state="near" size="medium" />
        <ScreenHeading>{encounterText('ready.title')}</ScreenHeading>
        <p role="status">{t('lens')}</p>
      </div>
      <div className={styles.bottom}>
        <Button look="onDark" onClick={onEnd}>
          {t('end')}
        </Button>
      </div>
    </>
  );
}

interface MinuteProps {
  readonly startedAt: number | undefined;
  readonly durations: Pick<PageDurations, 'connectionDuration' | 'progressAlwaysShown'>;
  readonly isShown: boolean;
  readonly onEnd: () => void;
}

/** The minute: time, and a way out. */
export function Minute({ startedAt, durations, isShown, onEnd }: MinuteProps) {
  const { t } = useTranslation('mirror');
  return (
    <>
      <div className="visually-hidden">
        <ScreenHeading>{t('minute')}</ScreenHeading>
      </div>
      <MinuteTime
        startsAt={startedAt}
        duration={durations.connectionDuration}
        alwaysShown={durations.progressAlwaysShown}
        isShown={isShown}
      />
      <div className={`${styles.foot} ${isShown ? '' : styles.dimmed}`}>
        <div className={styles.corners}>
          <Button look="onDark" aria-keyshortcuts="Escape" onClick={onEnd}>
            {t('end')}
          </Button>
        </div>
      </div>
    </>
  );
}
