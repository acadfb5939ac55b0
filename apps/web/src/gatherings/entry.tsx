import { isCurrent } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { Link } from 'react-router';
import { Changing, Registering } from './actions.tsx';
import styles from './pages.module.css';
import { differsHere } from './times.ts';
import type { Acts } from './use-acts.ts';
import { useMember } from './use-member.ts';
import type { Words } from './use-words.ts';

interface EntryProps {
  readonly gathering: Gathering;
  readonly all: readonly Gathering[];
  readonly now: number;
  readonly acts: Acts;
  readonly words: Words;
}

/** A gathering in the list: when, what, and for a member the registration. */
export function Entry({ gathering, all, now, acts, words }: EntryProps) {
  const isMember = useMember() === 'member';
  const { t, times, nameOf, elsewhere } = words;
  const { gatheringID, startTimeMillSec: start, endTimeMillSec: end, zone } = gathering;
  const isOver = end <= now;
  const isNow = isCurrent(gathering, now);
  // The name of a regular one in another zone says the time there already.
  const isElsewhere = nameOf(gathering) !== t('daily') && gathering.name === '' ? false : differsHere(start, zone);
  return (
    <li className={styles.entry} data-over={isOver}>
      <p className={styles.hours}>
        <time dateTime={new Date(start).toISOString()}>{times.time(start)}</time>
      </p>
      <div className={styles.what}>
        <Link to={`/gathering/${gatheringID}`}>{nameOf(gathering)}</Link>
        <p className={styles.details}>
          {isNow ? t('now', { time: times.time(end) }) : isOver ? t('over') : t('until', { time: times.time(end) })}
          {isElsewhere && ` · ${elsewhere(gathering)}`}
        </p>
      </div>
      {isMember && !isOver && (
        <div className={styles.acts}>
          <Registering {...{ gathering, acts, words }} look="plain" />
          <Changing {...{ gathering, all, now, acts, words }} />
        </div>
      )}
    </li>
  );
}
