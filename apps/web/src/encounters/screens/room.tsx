import type { UserState } from '@unspoken/contract/encounters';
import { isSoft, isWished } from '@unspoken/encounter/statements';
import { isVeiled } from '@unspoken/encounter/veil';
import { useTranslation } from 'react-i18next';
import { useUserState } from '../current.ts';
import framed from '../parts/framed-picture.module.css';
import { FramedPicture } from '../parts/framed-picture.tsx';
import { useEscape } from '../parts/use-key.ts';
import { useGuard, useLooking } from '../parts/use-looking.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import lookingStyles from './looking.module.css';
import { Minute } from './minute.tsx';
import { Preparing } from './preparing.tsx';
import { Ready } from './ready.tsx';
import styles from './screens.module.css';

/**
 * The room of two, from the user's own picture to the end of the minute. Both pictures stay the same elements throughout,
 * and the partner's is mounted before it may be seen. Pressing Start therefore mounts nothing, which leaves the browser free
 * to decode the first frame, and that frame is already moving when the minute begins.
 */
export function Room({ actor }: ScreenProps) {
  return <RoomIn actor={actor} state={useUserState()} />;
}

/** The same in any state, also for a chart beside that of the page. */
export function RoomIn({ actor, state }: ScreenProps & { readonly state: UserState }) {
  const { t } = useTranslation('encounters');
  useEscape(() => actor.send({ type: 'end pressed' }));
  const partner = useContext(actor, (context) => context.partnerStream as MediaStream | undefined);
  const camera = useContext(actor, (context) => context.camera);
  const bothReady = useTag(actor, 'both are ready');
  const guided = useTag(actor, 'the guideline is shown');
  const controls = useTag(actor, 'controls are shown');
  const looking = useLooking(actor);
  const guard = useGuard();
  const isRising = useTag(actor, 'the veil is rising');
  const soft = useContext(actor, isSoft) ? lookingStyles.softened : '';
  const isOwnHidden = useContext(actor, (context) => isWished(context, 'hidesOwnPicture'));
  const isCovered = useContext(actor, isVeiled) || isRising;
  const covered = isCovered ? styles.covered : '';
  const [preparing, running] = [state === 'preparing', state === 'connected'];
  return (
    <main className={`${styles.room} ${styles.fade} ${running && !controls ? styles.quiet : ''}`}>
      <div className={`${styles.stage} ${running || bothReady ? framed.framing : ''} ${covered} ${soft}`}>
        <FramedPicture
          stream={partner}
          className={`${styles.partner} ${running ? '' : styles.unseen}`}
          data-testid="partner"
          aria-label={t('partnerPicture')}
          aria-hidden={!running}
        />
      </div>
      <div
        className={
          preparing
            ? `${styles.stage} ${framed.framing} ${soft}`
            : `${styles.self} ${camera?.isFramed ? styles.upright : ''} ${running && !controls ? styles.gone : ''} ${isOwnHidden ? styles.covered : covered} ${soft}`
        }
      >
        <FramedPicture
          stream={camera?.stream as MediaStream | undefined}
          isGuided={preparing && guided}
          className={styles.mirrored}
          data-testid="self"
          aria-label={t('ownPicture')}
        />
      </div>
      {preparing ? (
        <Preparing actor={actor} looking={looking} />
      ) : running ? (
        <Minute actor={actor} looking={looking} guard={guard} />
      ) : (
        <Ready actor={actor} />
      )}
      {looking && !preparing && <looking.PartnerSigns actor={actor} isKept={controls || !running} />}
    </main>
  );
}
