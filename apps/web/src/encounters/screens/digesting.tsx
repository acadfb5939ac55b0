import { isMatch, isScripted } from '@unspoken/encounter/model';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeelings } from '../../feelings/use-feelings.ts';
import { Button } from '../../ui/button.tsx';
import { Circles } from '../../ui/circles.tsx';
import { CircleButton, CircleState } from '../parts/circle-part.tsx';
import { Received } from '../parts/received.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { ThankButton } from '../parts/thank-button.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import own from './afterwards.module.css';
import styles from './screens.module.css';

/** Afterwards: first only thanks; then the circle, and moving on. A report is always at hand. */
export function Digesting({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const given = useContext(actor, (context) => context.thanksGiven);
  const received = useContext(actor, (context) => context.thanksReceived);
  const { t: scriptText } = useTranslation('scripts');
  const scripted = useContext(actor, isScripted);
  const isWhole = useContext(actor, (context) => context.endReason === 'natural');
  const isShort = useContext(actor, ({ room }) => room?.length !== undefined);
  const matched = useContext(actor, ({ circle }) => isMatch(circle));
  const [isHeld, setHeld] = useState(false);
  const [isSkipped, setSkipped] = useState(false);
  const feelings = useFeelings(actor);
  const isThanking = !given && !isSkipped;
  return (
    <main className={`${styles.page} ${styles.centred} ${styles.fade} ${received ? own.warm : ''}`}>
      <Circles state={isHeld || given || matched ? 'together' : 'near'} />
      {isThanking ? (
        <>
          <ScreenHeading>
            {scripted
              ? scriptText(isWhole ? 'digesting.title' : 'digesting.early')
              : t(isWhole ? (isShort ? 'ended.natural.title' : 'digesting.title') : 'digesting.early')}
          </ScreenHeading>
          <Received actor={actor} />
          <ThankButton onHeld={setHeld} onThank={() => actor.send({ type: 'thank pressed' })} />
          <div className={styles.actions}>
            <Button look="quiet" onClick={() => setSkipped(true)}>
              {t('digesting.notNow')}
            </Button>
            <ReportButton actor={actor} />
          </div>
        </>
      ) : matched ? (
        <Match actor={actor} />
      ) : (
        <Circle actor={actor} />
      )}
      {isWhole && feelings && <feelings.FeelingAfter actor={actor} />}
    </main>
  );
}

/** Whether the two want to meet again. */
function Circle({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const given = useContext(actor, (context) => context.thanksGiven);
  const { t: scriptText } = useTranslation('scripts');
  const scripted = useContext(actor, isScripted);
  const isAsked = useContext(actor, ({ circle }) => !circle.otherIsGuest);
  const title = scripted ? scriptText('digesting.title') : t('digesting.title');
  return (
    <>
      <ScreenHeading>{isAsked ? t('digesting.again') : title}</ScreenHeading>
      <div role="status">
        {given && <p>{t('digesting.given')}</p>}
        <CircleState actor={actor} />
      </div>
      <Received actor={actor} />
      <div className={styles.actions}>
        {isAsked && <CircleButton actor={actor} />}
        <Button look="primary" onClick={() => actor.send({ type: 'move on pressed' })}>
          {t('digesting.moveOn')}
        </Button>
      </div>
      <ReportButton actor={actor} />
    </>
  );
}

/** Both want to meet again: the other’s first name, and nothing that competes with it. */
function Match({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const { t: circleText } = useTranslation('circle');
  const { firstName, failed } = useContext(actor, ({ circle }) => circle);
  // What the screen before has said is not said again.
  const wasThanked = useRef(useContext(actor, (context) => context.thanksReceived)).current;
  return (
    <>
      <div className={styles.words}>
        <ScreenHeading key={firstName}>{firstName ?? circleText('afterwards.matchTitle')}</ScreenHeading>
      </div>
      <div role="status">
        <p>{circleText(failed ? 'afterwards.failed' : 'afterwards.match')}</p>
      </div>
      {!wasThanked && <Received actor={actor} />}
      <Button look="primary" onClick={() => actor.send({ type: 'move on pressed' })}>
        {t('digesting.moveOn')}
      </Button>
      <details className={own.more}>
        <summary>{t('digesting.more')}</summary>
        <div className={styles.actions}>
          <CircleButton actor={actor} />
        </div>
      </details>
      <ReportButton actor={actor} />
    </>
  );
}
