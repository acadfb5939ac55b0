import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Explanation } from './explanation.tsx';
import { readGatherings } from './list.ts';
import styles from './notice.module.css';
import { useWords, type Words } from './use-words.ts';
import type { LobbyView } from './view.ts';

interface NoticeCardProps {
  readonly view: LobbyView;
  readonly name: string;
  readonly when: ReactNode;
  /** The next step. */
  readonly main: ReactNode;
  /** How long the name of the next step is: beside the time, beside the links, or with a line of its own on a phone. */
  readonly step: 'short' | 'long' | 'longest';
  readonly links: ReactNode;
  /** Below all else: what came of the last step. */
  readonly children?: ReactNode;
}

/** A gathering in the lobby: its lines have fixed places, whatever they say. */
export function NoticeCard({ view: { kind, gathering }, name, when, main, step, links, children }: NoticeCardProps) {
  return (
    <div className={styles.card} data-kind={kind} data-step={step}>
      <p className={styles.name}>
        {kind === 'ended' ? <strong>{name}</strong> : <Link to={`/gathering/${gathering.gatheringID}`}>{name}</Link>}
        <Explanation />
      </p>
      <p className={styles.when}>{when}</p>
      <div className={styles.main}>{main}</div>
      <div className={styles.links}>{links}</div>
      {children}
    </div>
  );
}

/** The place of a gathering in the lobby. Its room is reserved before the list has loaded. */
export function NoticeRoom({ failure, children }: { readonly failure: unknown; readonly children: ReactNode }) {
  const { t } = useWords();
  return (
    <section className={styles.slot} aria-label={t('title')}>
      <div className={styles.room}>
        {children}
        {!children && failure !== undefined && (
          <div className={styles.failure}>
            <p>{t('list.failed')}</p>
            <Button look="quiet" onClick={() => void readGatherings()}>
              {t('list.tryAgain')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface PartProps {
  readonly view: LobbyView;
  readonly now: number;
  readonly words: Words;
}

/** `in 3 hours, 20:00 your time`; or until when it takes place. */
export function When({ view: { kind, gathering }, now, words: { t, times, countdown } }: PartProps) {
  const { startTimeMillSec: start, endTimeMillSec: end } = gathering;
  if (kind === 'now') return t('now', { time: times.time(end) });
  return (
    <>
      <span>{countdown(start, now)},</span> <span>{t('yourTime', { time: times.when(start, now) })}</span>
    </>
  );
}

/** A special gathering to come, or all of them. */
export function Others({ view: { other }, now, words: { t, times, nameOf } }: PartProps) {
  if (!other || other.isRegular) return <Link to="/gatherings">{t('all')}</Link>;
  return (
    <Link to={`/gathering/${other.gatheringID}`}>
      {t('next', { name: nameOf(other), time: times.when(other.startTimeMillSec, now) })}
    </Link>
  );
}
