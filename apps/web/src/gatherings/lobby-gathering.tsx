import { minuteType } from '@unspoken/contract/matchmaking';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useUserState } from '../encounters/current.ts';
import { chosenExperience } from '../experiences/chosen.ts';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { isSupported } from '../lobby/unsupported.tsx';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { CalendarLink, Changing, Registering } from './actions.tsx';
import { NoticeCard, NoticeRoom, Others, When } from './notice-card.tsx';
import { Outcome } from './outcome.tsx';
import { spacePath } from './space-path.ts';
import { SurveyLink } from './survey-link.tsx';
import { minuteOfDay } from './times.ts';
import { useActs } from './use-acts.ts';
import { useGatherings } from './use-gatherings.ts';
import { useWayToSpace } from './use-way-to-space.ts';
import { useWords } from './use-words.ts';
import { type LobbyView, lobbyView, openSpace } from './view.ts';

/** The gathering that concerns a member most, in their lobby: what it is, when, and the next step. */
export function LobbyGathering({ actor }: { readonly actor: EncounterActor }) {
  const { all = [], now, failure } = useGatherings();
  const { durations } = useConfiguration();
  useWayToSpace(all, now);
  const words = useWords(all);
  const acts = useActs();
  const view = lobbyView(all, now, { durations, minuteOfDay }, true);
  const card = () => {
    if (!view) return undefined;
    const { kind, gathering } = view;
    const part = { view, now, words };
    if (kind === 'ended') return <Ended {...part} />;
    const space = openSpace(gathering, now, durations);
    const isBefore = kind === 'next' && space === undefined;
    const main =
      space !== undefined ? (
        <LinkButton look="primary" to={spacePath(space)}>
          {words.t('act.enter')}
        </LinkButton>
      ) : kind === 'now' && !gathering.isPrivate ? (
        <ConnectNow actor={actor} name={words.nameOf(gathering)} />
      ) : (
        <Registering {...{ gathering, acts, words }} />
      );
    const links = (
      <>
        {isBefore && <Changing key={gathering.gatheringID} {...{ gathering, all, now, acts, words }} />}
        {isBefore && <CalendarLink {...{ gathering, words }} />}
        {!(isBefore && gathering.registered) && <Others {...part} />}
      </>
    );
    return (
      <NoticeCard
        view={view}
        name={words.nameOf(gathering)}
        when={<When {...part} />}
        main={main}
        step={kind === 'now' ? 'long' : 'short'}
        links={links}
      >
        <Outcome acts={acts} />
      </NoticeCard>
    );
  };
  return <NoticeRoom failure={failure}>{card()}</NoticeRoom>;
}

/** The ordinary Connect: a gathering without a space of its own takes place in the lobby. */
function ConnectNow({ actor, name }: { readonly actor: EncounterActor; readonly name: string }) {
  const { t } = useWords();
  const state = useUserState();
  const { pause } = useConfiguration();
  const isReady = (state === 'present' || state === 'absent') && pause !== 'paused' && isSupported();
  const connect = () => {
    chosenExperience.set(undefined);
    actor.send({ type: 'connect pressed', poolType: 'anyone', noRepeat: avoidRepeat.get()[minuteType] ?? false });
  };
  return (
    <Button look="primary" disabled={!isReady} aria-label={t('act.named', { action: t('act.connect'), name })} onClick={connect}>
      {t('act.connect')}
    </Button>
  );
}

interface EndedProps {
  readonly view: LobbyView;
  readonly now: number;
  readonly words: ReturnType<typeof useWords>;
}

/** Thanks, the survey, and how long both are there. */
function Ended({ view, now, words }: EndedProps) {
  const { t, countdown } = words;
  const { durations } = useConfiguration();
  const closes = countdown(view.gathering.endTimeMillSec + durations.gatheringClosing, now);
  return (
    <NoticeCard
      view={view}
      name={t('ended.title')}
      when={t('ended.closes', { countdown: closes })}
      main={<SurveyLink gathering={view.gathering} />}
      step="long"
      links={<Others view={view} now={now} words={words} />}
    />
  );
}
