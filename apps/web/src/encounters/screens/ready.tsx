import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Circles } from '../../ui/circles.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { ScriptControls } from '../parts/script-controls.tsx';
import { ScriptWords } from '../parts/script-words.tsx';
import { SoundBlocked } from '../parts/sound-blocked.tsx';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';
import own from './script.module.css';

/** Start is pressed here; the partner may not have pressed it yet. */
export function Ready({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const both = useTag(actor, 'both are ready');
  const hint = useTag(actor, 'the hint that we wait');
  const script = useContext(actor, (context) => context.script);
  const isIntro = useContext(actor, ({ introStartsAt }) => introStartsAt !== undefined);
  const comingBack = useTag(actor, 'we are coming back');
  if (comingBack) return <ComingBackToIntro />;
  if (script && both && isIntro) return <Intro actor={actor} name={script.name} />;
  return (
    <>
      <div className={`${styles.lens} ${both ? '' : styles.unseen}`} aria-hidden="true" />
      <div className={styles.middle}>
        <Circles state={both ? 'near' : 'alone'} breathing={!both} size="medium" />
        <ScreenHeading>{t('ready.title')}</ScreenHeading>
        <p role="status">{both ? t('ready.both') : hint ? t('ready.waiting') : t('ready.text')}</p>
      </div>
      <Leave actor={actor} />
    </>
  );
}

/** The intro of an experience: its sound and its words, for both at once, before they see each other. */
function Intro({ actor, name }: ScreenProps & { readonly name: string }) {
  const { t: scriptText } = useTranslation('scripts');
  const isSaying = useContext(actor, ({ moment }) => moment?.text !== undefined || moment?.caption !== undefined);
  return (
    <>
      <ScriptControls actor={actor} />
      <div className={styles.middle}>
        <Circles state="near" breathing size="medium" />
        <ScreenHeading>{name}</ScreenHeading>
        <div className={own.intro}>
          <SoundBlocked actor={actor} />
          {!isSaying && <p>{scriptText('ready.both')}</p>}
          <ScriptWords actor={actor} />
        </div>
      </div>
      <Leave actor={actor} />
    </>
  );
}

/** The page was reloaded within the intro. */
function ComingBackToIntro() {
  const { t } = useTranslation('scripts');
  return (
    <div className={styles.middle}>
      <Circles state="alone" breathing size="medium" />
      <ScreenHeading>{t('comingBack')}</ScreenHeading>
    </div>
  );
}

function Leave({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  return (
    <div className={styles.bottom}>
      <Button look="onDark" onClick={() => actor.send({ type: 'end pressed' })}>
        {t('cancel')}
      </Button>
    </div>
  );
}
