import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import { Entry } from './entry.tsx';
import { readGatherings } from './list.ts';
import { Outcome } from './outcome.tsx';
import styles from './pages.module.css';
import { TakePart } from './take-part.tsx';
import { useActs } from './use-acts.ts';
import { useGatherings } from './use-gatherings.ts';
import { useMember } from './use-member.ts';
import { useWords, type Words } from './use-words.ts';

/** /gatherings: what gatherings are, when the next ones take place, and registration. */
export default function GatheringsPage() {
  const { t } = useTranslation('gatherings');
  const { t: hosting } = useTranslation('groupspace');
  const isMember = useMember() === 'member';
  useTitle(t('title'));
  return (
    <main className={styles.page}>
      <header className={styles.heading}>
        <h1>{t('title')}</h1>
        <p>{t('list.text')}</p>
        <p className={styles.small}>{t('list.registering')}</p>
        <TakePart />
      </header>
      <List />
      {isMember && <CalendarFeed />}
      {isMember && <Link to="/host">{hosting('propose')}</Link>}
    </main>
  );
}

function List() {
  const { all, now, failure } = useGatherings();
  const words = useWords(all);
  const acts = useActs();
  const { t, times } = words;
  if (!all && failure !== undefined)
    return (
      <div className={styles.message} role="alert">
        <p>{t('list.failed')}</p>
        <Button onClick={() => void readGatherings()}>{t('list.tryAgain')}</Button>
      </div>
    );
  if (!all)
    return (
      <div className={styles.message}>
        <p role="status">{t('list.loading')}</p>
      </div>
    );
  const coming = all.filter(({ endTimeMillSec }) => endTimeMillSec > now);
  const past = all.filter(({ endTimeMillSec }) => endTimeMillSec <= now).toReversed();
  const days = [...Map.groupBy(coming, ({ startTimeMillSec }) => times.date(startTimeMillSec)).values()];
  const entries = (those: readonly Gathering[]) => (
    <ul className={styles.entries}>
      {those.map((gathering) => (
        <Entry key={gathering.gatheringID} {...{ gathering, all, now, acts, words }} />
      ))}
    </ul>
  );
  return (
    <div className={styles.list}>
      <Outcome acts={acts} />
      {coming.length === 0 && <p>{t('list.none')}</p>}
      {days.map((those) => {
        const title = times.dayTitle(those[0]?.startTimeMillSec ?? now, now);
        return (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            {entries(those)}
          </section>
        );
      })}
      <Zone words={words} now={now} />
      {past.length > 0 && (
        <section className={styles.past} aria-label={t('list.past')}>
          <h2>{t('list.past')}</h2>
          {entries(past)}
        </section>
      )}
    </div>
  );
}

function Zone({ words: { t, times }, now }: { readonly words: Words; readonly now: number }) {
  return <p className={styles.small}>{t('list.zone', { zone: times.zoneName(now) })}</p>;
}
