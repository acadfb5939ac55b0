import { isCurrent } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { CalendarLink, Changing, Registering } from './actions.tsx';
import { readGatherings } from './list.ts';
import { Outcome } from './outcome.tsx';
import styles from './pages.module.css';
import { ShareButton } from './share-button.tsx';
import { Welcome } from './space-parts.tsx';
import { spacePath } from './space-path.ts';
import { TakePart } from './take-part.tsx';
import { differsHere } from './times.ts';
import { useActs } from './use-acts.ts';
import { useGatherings } from './use-gatherings.ts';
import { useMember } from './use-member.ts';
import { useWords, type Words } from './use-words.ts';
import { openSpace } from './view.ts';

/** /gathering/{id}: one gathering, for everybody who has the link. */
export default function GatheringPage() {
  const { gatheringID } = useParams();
  const { all, now, failure } = useGatherings();
  const words = useWords(all);
  const gathering = all?.find((each) => each.gatheringID === gatheringID);
  useTitle(gathering ? words.nameOf(gathering) : words.t('title'));
  if (!all || !gathering) return <NoGathering failure={failure} isLoading={!all} />;
  return <One {...{ gathering, all, now, words }} />;
}

interface OneProps {
  readonly gathering: Gathering;
  readonly all: readonly Gathering[];
  readonly now: number;
  readonly words: Words;
}

function One({ gathering, all, now, words }: OneProps) {
  const { t, times, nameOf, elsewhere, countdown } = words;
  const { startTimeMillSec: start, endTimeMillSec: end, zone } = gathering;
  const isOver = end <= now;
  return (
    <main className={styles.one}>
      <header>
        <Mark size="medium" />
        <h1>{nameOf(gathering)}</h1>
        <p className={styles.moment}>
          <span>{times.dayTitle(start, now)}</span>
          <span>{t('fromTo', { from: times.time(start), to: times.time(end) })}</span>
        </p>
        {differsHere(start, zone) && <p className={styles.small}>{elsewhere(gathering)}</p>}
        <p className={styles.count}>
          {isOver ? t('over') : isCurrent(gathering, now) ? t('now', { time: times.time(end) }) : countdown(start, now)}
        </p>
      </header>
      {!isOver && <Steps {...{ gathering, all, now, words }} />}
      <Welcome gathering={gathering} />
      <p className={styles.small}>{t('explain.text')}</p>
      <Link to="/gatherings">{t('all')}</Link>
    </main>
  );
}

/** What can be done: go in, register, or take it along. */
function Steps({ gathering, all, now, words }: OneProps) {
  const { t, times, nameOf } = words;
  const { durations } = useConfiguration();
  const isMember = useMember() === 'member';
  const acts = useActs();
  const space = openSpace(gathering, now, durations);
  const doorsAt = gathering.startTimeMillSec - durations.gatheringDoors;
  return (
    <div className={styles.steps}>
      {space !== undefined && (
        <LinkButton look="primary" to={spacePath(space)}>
          {t('act.enter')}
        </LinkButton>
      )}
      {isCurrent(gathering, now) && !gathering.isPrivate && (
        <LinkButton look="primary" to="/">
          {t('survey.lobby')}
        </LinkButton>
      )}
      {isMember ? <Registering {...{ gathering, acts, words }} /> : <TakePart />}
      {gathering.isPrivate && gathering.registered && now < doorsAt && (
        <p className={styles.small}>{t('one.doors', { time: times.time(doorsAt) })}</p>
      )}
      <div className={styles.links}>
        <Changing {...{ gathering, all, now, acts, words }} />
        <CalendarLink {...{ gathering, words }} />
        <ShareButton title={nameOf(gathering)} />
      </div>
      <Outcome acts={acts} />
    </div>
  );
}

function NoGathering({ failure, isLoading }: { readonly failure: unknown; readonly isLoading: boolean }) {
  const { t } = useTranslation('gatherings');
  const { t: problemText } = useTranslation('errors');
  const isWaiting = isLoading && failure === undefined;
  return (
    <main className={styles.alone}>
      <Mark size="large" breathing={isWaiting} />
      {isWaiting ? (
        <p role="status">{t('one.loading')}</p>
      ) : (
        <>
          <h1>{isLoading ? t('list.failed') : problemText('gathering_not_found')}</h1>
          {isLoading && <Button onClick={() => void readGatherings()}>{t('list.tryAgain')}</Button>}
          <LinkButton look="primary" to="/gatherings">
            {t('all')}
          </LinkButton>
        </>
      )}
    </main>
  );
}
