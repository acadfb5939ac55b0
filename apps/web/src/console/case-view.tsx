import { type CaseDetails, caseDetails, claimCase, releaseCase } from '@unspoken/contract/cases';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { AppealForm } from './appeal-form.tsx';
import { CaseFacts } from './case-facts.tsx';
import styles from './console.module.css';
import { DecisionForm } from './decision-form.tsx';
import { NoteForm } from './note-form.tsx';
import { type CaseOutcome, Urgency } from './queue.tsx';
import { ReinstateForm } from './reinstate-form.tsx';

/** One case: first the facts, then the decision to take. */
export function CaseView({ caseID }: { readonly caseID: string }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [details, setDetails] = useState<CaseDetails>();
  const [failure, setFailure] = useState<unknown>();
  const [claimedHere, setClaimedHere] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t(details ? `queue.kinds.${details.kind}` : 'case.title');
  useTitle(title);
  const load = useCallback(() => call(caseDetails, { params: { caseID } }).then(setDetails, setFailure), [caseID]);
  useEffect(() => void load(), [load]);
  const back = (outcome: CaseOutcome) => void navigate('/admin', { state: outcome });
  const act = (what: Promise<unknown>, then: () => unknown) => what.then(then, setFailure);
  const claim = () => {
    setClaimedHere(true);
    void act(call(claimCase, { body: { caseID } }), load);
  };
  const release = () => void act(call(releaseCase, { body: { caseID } }), () => back('released'));
  const mayDecide = details && !details.otherPersonNeeded;
  const isFree = details?.state === 'free' || details?.state === 'secondNeeded';
  return (
    <>
      <p>
        <Link to="/admin">{t('case.back')}</Link>
      </p>
      {/* It receives the focus when it appears, so it waits until it says what the case is about. */}
      {(details || failure !== undefined) && (
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      )}
      {!details && failure === undefined && <p role="status">{t('queue.loading')}</p>}
      <FormAlert failure={failure} invalid={false} />
      {details && <Urgency entry={details} />}
      {details && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <CaseFacts details={details} />
          </div>
          <div className={`${styles.column} ${styles.beside}`}>
            {details.otherPersonNeeded && <p className={styles.card}>{t('case.otherPersonNeeded')}</p>}
            {mayDecide && details.state === 'mine' && (
              <section className={styles.card}>
                {details.kind === 'appeal' ? (
                  <AppealForm caseID={caseID} focusFirst={claimedHere} onDone={() => back('done')} />
                ) : (
                  <DecisionForm details={details} focusFirst={claimedHere} onDone={back} />
                )}
                <Button look="quiet" className={styles.release} onClick={release}>
                  {t('case.release')}
                </Button>
              </section>
            )}
            {mayDecide && isFree && (
              <Button look="primary" onClick={claim}>
                {t('case.claim')}
              </Button>
            )}
            {details.person && details.person.conduct !== 'good' && details.state === 'closed' && (
              <ReinstateForm caseID={caseID} onDone={() => void load().then(() => heading.current?.focus())} />
            )}
            <NoteForm caseID={caseID} onDone={load} />
          </div>
        </div>
      )}
    </>
  );
}
