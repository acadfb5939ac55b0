import { minutesOf } from '@unspoken/contract/scripts';
import { isScripted } from '@unspoken/encounter/model';
import type { ReceivedScript } from '@unspoken/encounter/ports';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { doneIn } from '../parts/done-in.ts';
import { LanguageSelect } from '../parts/language-select.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import { Countdown } from './guidance.tsx';
import styles from './screens.module.css';
import own from './script.module.css';

/** A partner is there: a few seconds to prepare for them. */
export function EnteringRoom({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  const isWithGuest = useContext(actor, (context) => context.room?.partnerIsGuest === true);
  const script = useContext(actor, (context) => context.script);
  return (
    <main className={`${styles.room} ${styles.fade}`}>
      <div className={styles.middle}>
        <Mark size="medium" breathing />
        <ScreenHeading>{t(isOwn ? 'entering.invited' : 'entering.title')}</ScreenHeading>
        {isWithGuest && <p>{t('entering.guest')}</p>}
        {script ? <About script={script} /> : <p>{t('entering.text')}</p>}
        <p>
          <Countdown actor={actor} />
        </p>
        <LanguageSelect actor={actor} />
        <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
          {t('cancel')}
        </Button>
      </div>
    </main>
  );
}

/** What the experience is called, how long it takes, and what the user will do in it. */
function About({ script: { name, plan } }: { readonly script: ReceivedScript }) {
  const { t } = useTranslation('scripts');
  const { intro, connection, after } = plan.durations;
  const { hears, what } = doneIn(plan);
  return (
    <div className={own.facts}>
      <h2>{name}</h2>
      <p>
        {t(`entering.${what}`)} {t('entering.minutes', { count: minutesOf(intro + connection + after) })}.
      </p>
      <p>{t('entering.text')}</p>
      {hears && <p>{t('entering.headphones')}</p>}
    </div>
  );
}

/** The browser is asking for the camera, and then, where the user speaks, for the microphone. */
export function GettingMedia({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const { t: scriptText } = useTranslation('scripts');
  const explained = useTag(actor, 'the permission prompt is explained');
  const isMicrophone = useTag(actor, 'the microphone is requested');
  const scripted = useContext(actor, isScripted);
  if (isMicrophone)
    return (
      <Asking key="microphone" actor={actor} title={scriptText('microphone.title')}>
        {scriptText(explained ? 'microphone.prompt' : 'microphone.opening')}
      </Asking>
    );
  const prompt = scripted ? scriptText('camera.prompt') : t('camera.prompt');
  return (
    <Asking key="camera" actor={actor} title={t('camera.title')}>
      {explained ? prompt : t('camera.opening')}
    </Asking>
  );
}

function Asking({ actor, title, children }: ScreenProps & { readonly title: string; readonly children: string }) {
  const { t } = useTranslation('encounters');
  return (
    <main className={styles.room}>
      <div className={styles.middle}>
        <ScreenHeading>{title}</ScreenHeading>
        <p role="status">{children}</p>
        <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
          {t('cancel')}
        </Button>
      </div>
    </main>
  );
}
