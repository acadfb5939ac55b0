import { isScripted } from '@unspoken/encounter/model';
import { hasMessage, invitationStands } from '@unspoken/encounter/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Circles } from '../../ui/circles.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useUserState } from '../current.ts';
import { Received } from '../parts/received.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { ScriptControls } from '../parts/script-controls.tsx';
import { Caption } from '../parts/script-words.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import own from './afterwards.module.css';
import { Digesting } from './digesting.tsx';
import styles from './screens.module.css';
import script from './script.module.css';

/** What follows an encounter: how it ended, then thanks and the circle. An end before its time has a short screen of its own. */
export function Afterwards({ actor }: ScreenProps) {
  const state = useUserState();
  const reason = useContext(actor, (context) => context.endReason);
  const [wantsMore, setWantsMore] = useState(false);
  const more = () => {
    setWantsMore(true);
    if (state === 'disconnected') actor.send({ type: 'move on pressed' });
  };
  if ((reason === 'manual_self' || reason === 'manual_other') && !wantsMore)
    return <EndedEarly actor={actor} reason={reason} onMore={more} />;
  if (state === 'disconnected' && !wantsMore) return <Ended actor={actor} />;
  return <Digesting actor={actor} />;
}

/** One of the two has ended it. Nothing asks the other for thanks; they are one step away. */
function EndedEarly({
  actor,
  reason,
  onMore,
}: ScreenProps & { readonly reason: 'manual_self' | 'manual_other'; readonly onMore: () => void }) {
  const { t } = useTranslation('encounters');
  const received = useContext(actor, (context) => context.thanksReceived);
  const isOpen = useContext(actor, ({ pool, person }) => pool.poolType !== 'personalInvite' && !person.guest);
  return (
    <main className={`${styles.room} ${styles.fade} ${received ? own.warm : ''}`}>
      <div className={styles.middle}>
        <Mark size="medium" />
        <ScreenHeading>{t(`ended.${reason}.title`)}</ScreenHeading>
        <p>{t(`ended.${reason}.text`)}</p>
        <Received actor={actor} />
        <div className={styles.actions}>
          {isOpen && (
            <Button look="brightOnDark" onClick={() => actor.send({ type: 'meet another pressed' })}>
              {t('ended.meetAnother')}
            </Button>
          )}
          <Button look="onDark" onClick={() => actor.send({ type: 'leave pressed' })}>
            {t('ended.notNow')}
          </Button>
        </div>
        <div className={styles.actions}>
          <Button look="quietOnDark" onClick={onMore}>
            {t('ended.more')}
          </Button>
          <ReportButton actor={actor} look="quietOnDark" />
        </div>
      </div>
    </main>
  );
}

/** The end and its reason. After a whole minute the first moments stay without words, and the room grows warmer. */
function Ended({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const reason = useContext(actor, (context) => context.endReason);
  const scripted = useContext(actor, isScripted);
  const isQuiet = useTag(actor, 'the end is not said yet');
  const connectedPartner = useContext(actor, (context) => context.startsAt !== undefined);
  const canComeAgain = useContext(actor, (context) => invitationStands(context, context.ports.clock.now()));
  if (isQuiet)
    return (
      <main className={styles.room}>
        <div className={styles.middle}>
          <Circles state="together" />
        </div>
        {scripted && <AfterSound actor={actor} />}
      </main>
    );
  return (
    <main className={`${styles.room} ${reason === 'natural' ? styles.brighten : styles.fade}`}>
      <div className={styles.middle}>
        {reason === 'natural' ? <Circles state="together" /> : <Mark size="medium" />}
        {hasMessage(reason) ? (
          <div className={styles.words}>
            <ScreenHeading>{t(`ended.${reason}.title`)}</ScreenHeading>
            <p>{t(reason === 'ice_failure' && !connectedPartner ? 'ended.ice_failure.before' : `ended.${reason}.text`)}</p>
          </div>
        ) : (
          <div className="visually-hidden">
            <ScreenHeading>{t('ended.quiet')}</ScreenHeading>
          </div>
        )}
        {canComeAgain && <p>{t('ended.invitationStands')}</p>}
        <div className={styles.actions}>
          <Button look="onDark" onClick={() => actor.send({ type: 'move on pressed' })}>
            {t('continue')}
          </Button>
          <ReportButton actor={actor} look="onDark" />
        </div>
      </div>
      {scripted && <AfterSound actor={actor} />}
    </main>
  );
}

/** What an experience plays after the connection can be read, and turned off. */
function AfterSound({ actor }: ScreenProps) {
  return (
    <>
      <ScriptControls actor={actor} />
      <div className={script.over}>
        <Caption actor={actor} />
      </div>
    </>
  );
}
