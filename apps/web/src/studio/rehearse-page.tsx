import { scriptOf } from '@unspoken/contract/drafts';
import type { Language } from '@unspoken/contract/languages';
import type { Position } from '@unspoken/contract/rooms';
import type { Script } from '@unspoken/contract/scripts';
import { readDraft } from '@unspoken/contract/studio';
import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { rememberCameraFailure } from '../encounters/camera-failure.ts';
import { ScriptControls } from '../encounters/parts/script-controls.tsx';
import { Caption } from '../encounters/parts/script-words.tsx';
import { EnteringRoom, GettingMedia } from '../encounters/screens/arriving.tsx';
import { RoomIn } from '../encounters/screens/room.tsx';
import screens from '../encounters/screens/screens.module.css';
import script from '../encounters/screens/script.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { Circles } from '../ui/circles.tsx';
import { Select } from '../ui/field.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { LanguageOptions } from './language-options.tsx';
import { startRehearsal } from './rehearsal.ts';
import styles from './studio.module.css';
import { StudioGate } from './studio-gate.tsx';

interface Choice {
  readonly position: Position;
  readonly language: Language;
}

/** /studio/rehearse/{type}: the experience as one of the two people lives it. */
export default function RehearsePage() {
  const { type = '' } = useParams();
  const [choice, setChoice] = useState<Choice>();
  const { answer, failure } = useLoaded(readDraft, { type });
  const script = answer && scriptOf(answer.draft.script);
  const { t } = useTranslation('studio');
  useTitle(t('rehearse.title'));
  if (script && choice) return <Session {...{ type, script, choice }} onOver={() => setChoice(undefined)} />;
  return (
    <StudioGate>
      <h1>{t('rehearse.title')}</h1>
      <p>{t('rehearse.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {script && <ChoiceForm script={script} onChoose={setChoice} />}
      <p>
        <LinkButton to={`/studio/experience/${type}`}>{t('rehearse.back')}</LinkButton>
      </p>
    </StudioGate>
  );
}

function ChoiceForm({ script, onChoose }: { readonly script: Script; readonly onChoose: (choice: Choice) => void }) {
  const { t } = useTranslation('studio');
  const [choice, setChoice] = useState<Choice>({ position: 1, language: script.sourceLanguage });
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(choice);
      }}
    >
      <Select
        label={t('rehearse.seat')}
        value={choice.position}
        onChange={({ target }) => setChoice({ ...choice, position: target.value === '2' ? 2 : 1 })}
      >
        {[1, 2].map((number) => (
          <option key={number} value={number}>
            {t('person', { number })}
          </option>
        ))}
      </Select>
      <Select
        label={t('rehearse.language')}
        value={choice.language}
        onChange={({ target }) => setChoice({ ...choice, language: target.value as Language })}
      >
        <LanguageOptions languages={script.languages} />
      </Select>
      <p>
        <Button type="submit" look="primary">
          {t('rehearse.begin')}
        </Button>
      </p>
    </form>
  );
}

interface SessionProps {
  readonly type: string;
  readonly script: Script;
  readonly choice: Choice;
  readonly onOver: () => void;
}

function Session({ type, script, choice, onOver }: SessionProps) {
  const { durations } = useConfiguration();
  const [actor, setActor] = useState<EncounterActor>();
  useEffect(() => {
    const rehearsal = startRehearsal({ type, script, ...choice, durations });
    setActor(rehearsal.actor);
    const moved = () => rehearsal.actor.send({ type: 'controls wanted' });
    const controller = new AbortController();
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      window.addEventListener(event, moved, { signal: controller.signal, passive: true });
    return () => {
      controller.abort();
      rehearsal.stop();
    };
  }, [type, script, choice, durations]);
  return actor ? <Screen actor={actor} type={type} onOver={onOver} /> : <main className={screens.room} />;
}

function Screen({ actor, type, onOver }: { readonly actor: EncounterActor } & Pick<SessionProps, 'type' | 'onOver'>) {
  const state = useSelector(actor, userStateOf);
  const endReason = useSelector(actor, ({ context }) => context.endReason);
  const isAfter = state === 'disconnected' && endReason === 'natural';
  const isOver = (state === 'disconnected' && !isAfter) || state === 'digesting' || state === 'present';
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    if (state === 'enteringRoom') setBegun(true);
    if (state === 'mediaDenied') rememberCameraFailure(actor.getSnapshot().context);
  }, [actor, state]);
  if (state === 'mediaDenied') return <Navigate to="/camerafailure" replace />;
  if (isAfter) return <After actor={actor} />;
  if (hasBegun && isOver) return <Over type={type} onAgain={onOver} />;
  if (state === 'enteringRoom') return <EnteringRoom actor={actor} />;
  if (state === 'gettingMedia') return <GettingMedia actor={actor} />;
  if (state === 'preparing' || state === 'ready' || state === 'connected') return <RoomIn actor={actor} state={state} />;
  return <main className={screens.room} />;
}

/** What is heard after the connection, while nothing is said. */
function After({ actor }: { readonly actor: EncounterActor }) {
  return (
    <main className={screens.room}>
      <div className={screens.middle}>
        <Circles state="together" />
      </div>
      <ScriptControls actor={actor} />
      <div className={script.over}>
        <Caption actor={actor} />
      </div>
    </main>
  );
}

function Over({ type, onAgain }: { readonly type: string; readonly onAgain: () => void }) {
  const { t } = useTranslation('studio');
  const navigate = useNavigate();
  return (
    <main className={`${screens.room} ${screens.fade}`}>
      <div className={screens.middle}>
        <h1>{t('rehearse.over')}</h1>
        <p>{t('rehearse.overText')}</p>
        <div className={screens.actions}>
          <Button look="brightOnDark" onClick={onAgain}>
            {t('rehearse.again')}
          </Button>
          <Button look="onDark" onClick={() => navigate(`/studio/experience/${type}`)}>
            {t('rehearse.back')}
          </Button>
        </div>
      </div>
    </main>
  );
}
