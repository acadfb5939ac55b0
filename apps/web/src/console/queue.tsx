import { type CaseEntry, caseQueue, claimCase, urgentRank } from '@unspoken/contract/cases';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { instantIn } from '../moderation/format.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './console.module.css';

/** What was just done in a case, shown on the page to which the decision leads. */
export type CaseOutcome = 'done' | 'secondNeeded' | 'released' | null;

/** The open cases, and a button for the next one that this moderator may decide. */
export function Queue() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { answer, failure, setFailure, load } = useLoaded(caseQueue);
  const [none, setNone] = useState(false);
  const busy = useRef(false);
  const next = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const { state: outcome } = useLocation() as { state: CaseOutcome };
  useTitle(t('title'));
  // After a case the work goes on with the next one; if there is none, with the news that there is none.
  const isLoaded = answer !== undefined;
  useEffect(() => {
    if (isLoaded && outcome) (next.current ?? status.current)?.focus();
  }, [isLoaded, outcome]);
  const take = async (caseID?: string) => {
    if (busy.current) return;
    busy.current = true;
    setNone(false);
    try {
      const claimed = await call(claimCase, { body: caseID === undefined ? {} : { caseID } });
      if (claimed.caseID !== null) return void navigate(`/admin/${claimed.caseID}`);
      setNone(true);
    } catch (problem) {
      await load();
      setFailure(problem);
    } finally {
      busy.current = false;
    }
  };
  return (
    <>
      <h1>{t('queue.title')}</h1>
      <p>{t('queue.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      <div ref={status} tabIndex={-1} id="queue-status" className={styles.status}>
        {outcome && !none && <Notice>{t(`queue.outcomes.${outcome}`)}</Notice>}
        {none && <Notice>{t('queue.nothingFree')}</Notice>}
        {answer?.cases.length === 0 && <p className={styles.card}>{t('queue.none')}</p>}
      </div>
      {!answer && failure === undefined && <p role="status">{t('queue.loading')}</p>}
      {answer && answer.cases.length > 0 && (
        <>
          <p>
            {/* Never disabled while a case is claimed, so that it keeps the focus. */}
            <Button ref={next} look="primary" aria-describedby="queue-status" onClick={() => take()}>
              {t('queue.next')}
            </Button>
          </p>
          <ul className={`${styles.card} ${styles.cases}`}>
            {answer.cases.map((each) => (
              <Entry key={each.caseID} entry={each} onTake={() => take(each.caseID)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const rankKey = { 1: '1', 2: '2', 3: '3', 4: '4' } as const;

/** How soon a case has to be looked at, in words. */
export function Urgency({ entry: { rank } }: { readonly entry: Pick<CaseEntry, 'rank'> }) {
  const { t } = useTranslation('console');
  return (
    <span className={`${styles.rank} ${rank >= urgentRank ? styles.urgent : ''}`}>
      {t(`queue.rank.${rankKey[rank as 1 | 2 | 3 | 4]}`)}
    </span>
  );
}

function Entry({ entry, onTake }: { readonly entry: CaseEntry; readonly onTake: () => void }) {
  const { t, i18n } = useTranslation('console');
  const { caseID, kind, state, openedAt, reports, held } = entry;
  const free = state === 'free' || state === 'secondNeeded';
  return (
    <li className={styles.entry}>
      <Urgency entry={entry} />
      <span className={styles.about}>
        {t(`queue.kinds.${kind}`)}
        <span className={styles.note}>
          {dotted(
            kind === 'reports' ? t('queue.count', { count: reports }) : '',
            t('queue.since', { when: instantIn(i18n.language, openedAt) }),
            // A case that is free has a button that says so.
            state === 'free' ? '' : t(`queue.states.${state}`),
            held ? t('queue.held') : '',
          )}
        </span>
      </span>
      {free ? (
        <Button
          onClick={onTake}
          aria-label={`${t('queue.take')}: ${t(`queue.kinds.${kind}`)}, ${instantIn(i18n.language, openedAt)}`}
        >
          {t('queue.take')}
        </Button>
      ) : (
        <Link
          to={`/admin/${caseID}`}
          className={styles.open}
          aria-label={`${t(state === 'mine' ? 'queue.open' : 'queue.look')}: ${t(`queue.kinds.${kind}`)}, ${instantIn(i18n.language, openedAt)}`}
        >
          {t(state === 'mine' ? 'queue.open' : 'queue.look')}
        </Link>
      )}
    </li>
  );
}
