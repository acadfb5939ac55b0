import { rehearsalRoom } from '@unspoken/encounter/rules';
import { canBeDropped, isVeiled } from '@unspoken/encounter/veil';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../platform/use-configuration.ts';
import { Button } from '../../ui/button.tsx';
import { EndButton } from '../parts/end-button.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './guard-question.module.css';
import { Questions } from './questions.ts';
import { watchPicture } from './watch.ts';

/**
 * Asks "Is this all right?" when the guard has something to ask about. Nothing happens by itself, and the partner does not learn of it. Source:
 * requirements/looking 3.2
 */
export function GuardQuestion({ actor }: ScreenProps) {
  const { t } = useTranslation('guard');
  const id = useId();
  const { detector } = useConfiguration();
  const stream = useContext(actor, (context) => context.partnerStream as MediaStream | undefined);
  const isCovered = useContext(actor, isVeiled);
  const hasVeil = useContext(actor, canBeDropped);
  // In a rehearsal there is nobody.
  const isWatched = useContext(actor, ({ room }) => room !== undefined && room.roomID !== rehearsalRoom) && !isCovered;
  const [questions] = useState(() => new Questions());
  const [isAsked, setAsked] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    // What has the focus goes.
    if (panel.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    setAsked(false);
  };
  useEffect(() => {
    if (!isWatched || !stream) return;
    const stop = watchPicture(stream, detector, (kind) => questions.ask(kind) && setAsked(true));
    return () => {
      stop();
      questions.withdraw();
      setAsked(false);
    };
  }, [isWatched, stream, detector, questions]);
  return (
    <div ref={panel} className={isAsked ? styles.question : undefined} {...(isAsked && { role: 'group', 'aria-labelledby': id })}>
      <p role="status" id={id}>
        {isAsked && t('question')}
      </p>
      {isAsked && (
        <div className={styles.answers}>
          <Button
            look="brightOnDark"
            onClick={() => {
              questions.answer();
              close();
            }}
          >
            {t('goOn')}
          </Button>
          {hasVeil && (
            <Button look="onDark" onClick={() => actor.send({ type: 'veil pressed' })}>
              {t('veil')}
            </Button>
          )}
          <EndButton actor={actor} />
          <ReportButton actor={actor} look="onDark" />
        </div>
      )}
    </div>
  );
}
