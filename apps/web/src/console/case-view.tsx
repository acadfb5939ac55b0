import { type CaseDetails, caseDetails, claimCase, noteCase, releaseCase } from '@unspoken/contract/cases';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { instantIn, keyOf } from '../moderation/words.ts';
import { call } from '../platform/api.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { TextArea } from '../ui/field.tsx';
import { AppealForm } from './appeal-form.tsx';
import styles from './console.module.css';
import { DecisionForm } from './decision-form.tsx';
import type { CaseOutcome } from './queue.tsx';
import { ReinstateForm } from './reinstate-form.tsx';

/** One case: the facts, what was done, and the decision to take. */
export function CaseView({ caseID }: { readonly caseID: string }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [details, setDetails] = useState<CaseDetails>();
  const [failure, setFailure] = useState<unknown>();
  useTitle(t('case.title'));
  const load = useCallback(() => call(caseDetails, { params: { caseID } }).then(setDetails, setFailure), [caseID]);
  useEffect(() => void load(), [load]);
  const back = (outcome: CaseOutcome = null) => void navigate('/admin', { state: outcome });
  const act = (what: Promise<unknown>, then: () => unknown) => what.then(then, setFailure);
  return (
    <>
      <p>
        <Link to="/admin">{t('case.back')}</Link>
      </p>
      <h1>{t(details ? `queue.kinds.${details.kind}` : 'case.title')}</h1>
      <FormAlert failure={failure} invalid={false} />
      {details && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <Person details={details} />
            <Words details={details} />
            <Records details={details} />
          </div>
          <div className={styles.column}>
            {details.otherPersonNeeded && <p className={styles.card}>{t('case.otherPersonNeeded')}</p>}
            {details.state === 'mine' && !details.otherPersonNeeded && (
              <section className={styles.card}>
                {details.kind === 'appeal' ? (
                  <AppealForm caseID={caseID} onDone={() => back('done')} />
                ) : (
                  <DecisionForm details={details} onDone={back} />
                )}
                <Button look="quiet" onClick={() => act(call(releaseCase, { body: { caseID } }), () => back())}>
                  {t('case.release')}
                </Button>
              </section>
            )}
            {(details.state === 'free' || details.state === 'secondNeeded') && !details.otherPersonNeeded && (
              <Button look="primary" onClick={() => act(call(claimCase, { body: { caseID } }), load)}>
                {t('case.claim')}
              </Button>
            )}
            {details.person && details.person.conduct !== 'good' && details.state === 'closed' && (
              <ReinstateForm caseID={caseID} onDone={load} />
            )}
            <Note caseID={caseID} onDone={load} />
            <History history={details.history} />
          </div>
        </div>
      )}
    </>
  );
}

function Person({ details: { person } }: { readonly details: CaseDetails }) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('moderation');
  if (!person) return null;
  const { memberSince, conduct, until, encounters } = person;
  const state = conduct === 'suspended' && until === null ? 'noEnd' : undefined;
  return (
    <section className={styles.card}>
      <h2>{t('case.person')}</h2>
      {memberSince === null && <p>{t('case.gone')}</p>}
      <p className={styles.note}>
        {dotted(
          memberSince === null ? '' : t('case.memberSince', { when: instantIn(i18n.language, memberSince) }),
          t('case.encounters', { count: encounters }),
          conduct === 'good' ? '' : words(`standing.kinds.${conduct}`),
          state
            ? words('standing.noEnd')
            : until === null
              ? ''
              : words('standing.until', { until: instantIn(i18n.language, until) }),
        )}
      </p>
    </section>
  );
}

function Words({ details: { kind, words } }: { readonly details: CaseDetails }) {
  const { t } = useTranslation('console');
  if (words === null || kind === 'reports') return null;
  return (
    <section className={styles.card}>
      <h2>{t(`case.words.${kind}`)}</h2>
      <p className={styles.words}>{words}</p>
    </section>
  );
}

function Records({ details: { records } }: { readonly details: CaseDetails }) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('moderation');
  if (records.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{t('case.reports')}</h2>
      {records.map(({ reporter, at, reasons, explanation, heldBack, upheld, dismissed, encounter }) => (
        <article key={`${reporter} ${at}`} className={styles.record}>
          <h3>{t('case.reporter', { name: reporter })}</h3>
          <p>
            {reasons.map((reason) => words(reason === 'other' ? 'report.other' : `report.reasons.${keyOf(reason)}`)).join(', ')}
          </p>
          {explanation && <p className={styles.words}>{explanation}</p>}
          {heldBack && <p className={styles.urgent}>{t(`case.heldBack.${heldBack}`)}</p>}
          <p className={styles.note}>
            {instantIn(i18n.language, at)} · {t('case.record', { upheld, dismissed })}
          </p>
          <p className={styles.note}>
            {encounter
              ? t('case.met', {
                  when: instantIn(i18n.language, encounter.connectedAt ?? encounter.pairedAt),
                  seconds: Math.round(encounter.duration / 1_000),
                  end: encounter.endReason ?? '–',
                })
              : t('case.noRecord')}
          </p>
        </article>
      ))}
    </section>
  );
}

function Note({ caseID, onDone }: { readonly caseID: string; readonly onDone: () => void }) {
  const { t } = useTranslation('console');
  const form = useContractForm(
    noteCase.body,
    { words: '', caseID },
    async (body) => {
      await call(noteCase, { body });
      form.reset();
      onDone();
    },
    { focusFirst: false },
  );
  return (
    <form className={`${styles.card} ${forms.form}`} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <TextArea label={t('case.note')} rows={2} {...form.field('words')} />
      <div className={forms.buttons}>
        <Button type="submit" disabled={form.submitting}>
          {t('case.saveNote')}
        </Button>
      </div>
    </form>
  );
}

function History({ history }: { readonly history: CaseDetails['history'] }) {
  const { t, i18n } = useTranslation('console');
  return (
    <section className={styles.card}>
      <h2>{t('case.history')}</h2>
      <ol className={styles.history}>
        {history.map(({ at, kind, by, words }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={i}>
            {t('case.historyLine', {
              when: instantIn(i18n.language, at),
              kind: t(`case.acts.${kind}`),
              by: by ?? t(kind === 'held' ? 'case.machine' : kind === 'appealed' ? 'case.themselves' : 'case.gone'),
            })}
            {words && <p className={styles.words}>{words}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
