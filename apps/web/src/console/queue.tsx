import { type CaseEntry, caseQueue, claimCase } from '@unspoken/contract/cases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { instantIn } from '../moderation/words.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { Notice } from '../ui/notice.tsx';
import styles from './console.module.css';

/** What was just done in a case, shown on the page to which the decision leads. */
export type CaseOutcome = 'done' | 'secondNeeded' | null;

/** The open cases, and a button for the next one that this moderator may decide. */
export function Queue() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { answer, failure, setFailure, load } = useLoaded(caseQueue);
  const [none, setNone] = useState(false);
  const [busy, setBusy] = useState(false);
  const { state: outcome } = useLocation() as { state: CaseOutcome };
  useTitle(t('title'));
  const take = async (caseID?: string) => {
    setNone(false);
    setBusy(true);
    try {
      const claimed = await call(claimCase, { body: caseID === undefined ? {} : { caseID } });
      if (claimed.caseID !== null) return void navigate(`/admin/${claimed.caseID}`);
      setNone(true);
    } catch (problem) {
      await load();
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h1>{t('queue.title')}</h1>
      <p>{t('queue.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {outcome && !none && <Notice>{t(`decide.${outcome}`)}</Notice>}
      {none && <Notice>{t('queue.nothingFree')}</Notice>}
      {!answer && failure === undefined && <p role="status">{t('queue.loading')}</p>}
      {answer?.cases.length === 0 && <p className={styles.card}>{t('queue.none')}</p>}
      {answer && answer.cases.length > 0 && (
        <>
          <p>
            <Button look="primary" disabled={busy} onClick={() => take()}>
              {t('queue.next')}
            </Button>
          </p>
          <ul className={`${styles.card} ${styles.cases}`}>
            {answer.cases.map((each) => (
              <Entry key={each.caseID} entry={each} busy={busy} onTake={() => take(each.caseID)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const rankKey = { 1: '1', 2: '2', 3: '3', 4: '4' } as const;

function Entry({ entry, busy, onTake }: { readonly entry: CaseEntry; readonly busy: boolean; readonly onTake: () => void }) {
  const { t, i18n } = useTranslation('console');
  const { caseID, kind, state, openedAt, rank, reports, held } = entry;
  const free = state === 'free' || state === 'secondNeeded';
  return (
    <li className={styles.entry}>
      <span className={`${styles.rank} ${rank >= 3 ? styles.urgent : ''}`}>
        {t(`queue.rank.${rankKey[rank as 1 | 2 | 3 | 4]}`)}
      </span>
      <span className={styles.about}>
        {t(`queue.kinds.${kind}`)}
        <span className={styles.note}>
          {dotted(
            kind === 'reports' ? t('queue.count', { count: reports }) : '',
            t('queue.since', { when: instantIn(i18n.language, openedAt) }),
            t(`queue.states.${state}`),
            held ? t('queue.held') : '',
          )}
        </span>
      </span>
      {free ? (
        <Button
          disabled={busy}
          onClick={onTake}
          aria-label={`${t('queue.take')}: ${t(`queue.kinds.${kind}`)}, ${instantIn(i18n.language, openedAt)}`}
        >
          {t('queue.take')}
        </Button>
      ) : (
        <Link to={`/admin/${caseID}`} className={styles.open}>
          {t(state === 'mine' ? 'queue.open' : 'queue.look')}
        </Link>
      )}
    </li>
  );
}
