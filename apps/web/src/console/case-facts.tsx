import type { CaseDetails } from '@unspoken/contract/cases';
import type { EndReason } from '@unspoken/contract/encounters';
import { useTranslation } from 'react-i18next';
import { instantIn, keyOf } from '../moderation/format.ts';
import { dotted } from '../ui/dotted.ts';
import styles from './console.module.css';
import { useReasonText } from './reasons.ts';

/** What a moderator knows before a decision: the person, what was reported or said, and what was done so far. */
export function CaseFacts({ details }: { readonly details: CaseDetails }) {
  return (
    <>
      <Person details={details} />
      <Words details={details} />
      <Records details={details} />
      <History history={details.history} />
    </>
  );
}

function Person({ details: { person } }: { readonly details: CaseDetails }) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('standing');
  if (!person) return null;
  const { memberSince, conduct, until, encounters, veiledBy } = person;
  const isOpenSuspension = conduct === 'suspended' && until === null;
  return (
    <section className={styles.card}>
      <h2>{t('case.person')}</h2>
      <p>
        {memberSince === null ? t('case.gone') : t('case.memberSince', { when: instantIn(i18n.language, memberSince) })}
        <br />
        {t('case.encounters', { count: encounters })}
        {veiledBy > 0 && <br />}
        {veiledBy > 0 && t('case.veiledBy', { count: veiledBy })}
      </p>
      {conduct !== 'good' && (
        <p className={styles.urgent}>
          {dotted(
            words(`standing.kinds.${conduct}`),
            isOpenSuspension ? words('standing.noEnd') : '',
            until === null ? '' : words('standing.until', { until: instantIn(i18n.language, until) }),
          )}
        </p>
      )}
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
  const { t } = useTranslation('console');
  if (records.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{t('case.reports')}</h2>
      {records.map((record) => (
        <Report key={`${record.reporter} ${record.at}`} record={record} />
      ))}
    </section>
  );
}

type ReportRecord = CaseDetails['records'][number];

function Report({ record }: { readonly record: ReportRecord }) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('moderation');
  const { reporter, at, reasons, explanation, heldBack, upheld, dismissed, encounter } = record;
  return (
    <article className={styles.record}>
      <h3>
        {reasons.map((reason) => words(reason === 'other' ? 'report.other' : `report.reasons.${keyOf(reason)}`)).join(', ')}
      </h3>
      {explanation && <p className={styles.words}>{explanation}</p>}
      {heldBack && <p className={styles.urgent}>{t(`case.heldBack.${heldBack}`)}</p>}
      {encounter ? <Encounter encounter={encounter} /> : <p>{t('case.noRecord')}</p>}
      <p className={styles.note}>
        {dotted(t('case.reporter', { name: reporter }), instantIn(i18n.language, at))}
        <br />
        {upheld + dismissed === 0 ? t('case.noEarlier') : t('case.record', { upheld, dismissed })}
      </p>
    </article>
  );
}

/** The end reasons as recorded for the reported side: there `self` is the reported person, and `other` the reporter. */
const ends = {
  natural: 'natural',
  manual_self: 'endedByReported',
  manual_other: 'endedByReporter',
  cancel_self: 'cancelledByReported',
  cancel_other: 'cancelledByReporter',
  timeout_self: 'startMissedByReported',
  timeout_other: 'startMissedByReporter',
  ice_failure: 'connectionFailed',
  unknown: 'unknown',
} as const satisfies Record<EndReason, string>;

/** When the two met, how long they saw each other, and how it ended. */
function Encounter({ encounter }: { readonly encounter: NonNullable<ReportRecord['encounter']> }) {
  const { t, i18n } = useTranslation('console');
  const { pairedAt, connectedAt, duration, endReason } = encounter;
  return (
    <p>
      {connectedAt === null
        ? t('case.notMet', { when: instantIn(i18n.language, pairedAt) })
        : t('case.met', { when: instantIn(i18n.language, connectedAt), count: Math.round(duration / 1_000) })}{' '}
      {t(`case.ends.${ends[endReason ?? 'unknown']}`)}
    </p>
  );
}

/** Lines that say who worked on the case; the others say what was decided, said or noted. */
const isHandling = ({ kind }: CaseDetails['history'][number]): boolean =>
  kind === 'looked' || kind === 'claimed' || kind === 'released';

function History({ history }: { readonly history: CaseDetails['history'] }) {
  const { t } = useTranslation('console');
  const handling = history.filter(isHandling);
  const decisive = history.filter((line) => !isHandling(line));
  return (
    <section className={styles.card}>
      <h2>{t('case.history')}</h2>
      {decisive.length === 0 ? <p>{t('case.noHistory')}</p> : <Lines lines={decisive} />}
      {handling.length > 0 && (
        <details className={styles.handling}>
          <summary>{t('case.handling', { count: handling.length })}</summary>
          <Lines lines={handling} />
        </details>
      )}
    </section>
  );
}

function Lines({ lines }: { readonly lines: CaseDetails['history'] }) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('standing');
  const reasonText = useReasonText();
  return (
    <ol className={styles.history}>
      {lines.map(({ at, kind, by, until, reason, words: said }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
        <li key={i}>
          {dotted(
            t(`case.acts.${kind}`),
            until === null ? '' : words('standing.until', { until: instantIn(i18n.language, until) }),
            reasonText(kind, reason),
          )}
          <span className={styles.note}>
            {dotted(
              instantIn(i18n.language, at),
              by ?? t(kind === 'held' ? 'case.machine' : kind === 'appealed' ? 'case.themselves' : 'case.formerColleague'),
            )}
          </span>
          {said && <p className={styles.words}>{said}</p>}
        </li>
      ))}
    </ol>
  );
}
