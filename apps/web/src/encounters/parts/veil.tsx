import { canBeDropped, isOurVeil, veilEnd, waitsForPartner } from '@unspoken/encounter/veil';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import { EndButton } from './end-button.tsx';
import { ReportButton } from './report-button.tsx';
import { ScreenHeading } from './screen-heading.tsx';
import { useKey } from './use-key.ts';
import { useNow } from './use-now.ts';
import styles from './veil.module.css';

/** Whether a key that is pressed here belongs to what has the focus. */
const isTaken = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element &&
  target.closest(key === ' ' ? 'button, a, select, input, textarea, summary' : 'select, input, textarea') !== null;

/** The space bar, or the arrow down, drops the veil from wherever the focus is. */
const dropsVeil = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (key === ' ' || key === 'ArrowDown') && !altKey && !ctrlKey && !metaKey && !isTaken(target, key);

/** The edge of the screen on which one tap, anywhere, drops the veil over both pictures. */
export function VeilEdge({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const isOffered = useContext(actor, canBeDropped);
  const drop = () => actor.send({ type: 'veil pressed' });
  useKey(dropsVeil, drop);
  if (!isOffered) return null;
  return (
    <button type="button" className={styles.edge} aria-keyshortcuts="Space ArrowDown" title={t('veil.hint')} onClick={drop}>
      {t('veil.drop')}
    </button>
  );
}

/** What stands in place of both pictures while the veil is down. */
export function VeilPanel({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const isOurs = useContext(actor, isOurVeil);
  const isWaiting = useContext(actor, waitsForPartner);
  return (
    <section className={styles.veil} data-testid="veil">
      <div className={styles.words}>
        <ScreenHeading>{t(isOurs ? 'veil.ours' : 'veil.theirs')}</ScreenHeading>
        <p>{t(isOurs ? 'veil.oursText' : 'veil.theirsText')}</p>
        <p role="status">{isWaiting && t('veil.waiting')}</p>
        <TimeLeft actor={actor} />
      </div>
      <div className={styles.actions}>
        {isWaiting ? (
          <Button look="onDark" large onClick={() => actor.send({ type: 'veil pressed' })}>
            {t('veil.keep')}
          </Button>
        ) : (
          <Button look="brightOnDark" large onClick={() => actor.send({ type: 'lift pressed' })}>
            {t('veil.lift')}
          </Button>
        )}
        <div className={styles.ways}>
          <EndButton actor={actor} />
          <ReportButton actor={actor} look="onDark" />
        </div>
      </div>
    </section>
  );
}

/** How long the veil may stay. Not announced: a count that is read aloud would press. */
function TimeLeft({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const now = useNow(500);
  const until = useContext(actor, veilEnd);
  if (until === undefined) return null;
  return <p className={styles.left}>{t('veil.left', { count: Math.max(0, Math.ceil((until - now) / 1_000)) })}</p>;
}
