import type { BodyInputOf } from '@unspoken/contract/call';
import { decideGathering, type HostedGathering, listProposals } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { dotted } from '../ui/dotted.ts';
import styles from './console.module.css';
import { type AfterDecision, DecisionList } from './decision-list.tsx';
import { rowsOf } from './proposal-changes.ts';
import { ReasonedDecision } from './reasoned-decision.tsx';

/** The gatherings, and the changes to gatherings, that await a decision. */
export function Gatherings() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(listProposals);
  return (
    <DecisionList
      {...{ title: t('parts.gatherings'), text: t('gatherings.text'), none: t('gatherings.none') }}
      {...{ items: answer?.gatherings, failure, load }}
    >
      {(gathering, after) => <Proposal key={gathering.gatheringID} gathering={gathering} {...after} />}
    </DecisionList>
  );
}

interface ProposalProps extends AfterDecision {
  readonly gathering: HostedGathering;
}

function Proposal({ gathering, ...after }: ProposalProps) {
  const { t, i18n } = useTranslation('console');
  const { name, pending, isPrivate, listed, isHost } = gathering;
  return (
    <section className={styles.card}>
      <h2>{name}</h2>
      <p className={styles.note}>
        {dotted(
          t(pending ? 'gatherings.change' : 'gatherings.new'),
          t(isPrivate ? 'gatherings.private' : 'gatherings.open'),
          t(listed ? 'gatherings.listed' : 'gatherings.unlisted'),
        )}
      </p>
      <dl className={styles.proposal}>
        {rowsOf(gathering, i18n.language).map(({ field, value, before }) => (
          <div key={field}>
            <dt>{t(`gatherings.fields.${field}`)}</dt>
            <dd className={styles.words}>
              <span>{value === '' ? t('gatherings.nothing') : value}</span>
              {before !== undefined && (
                <span className={styles.before}>
                  {before === '' ? t('gatherings.wasNothing') : t('gatherings.was', { value: before })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isHost ? <p>{t('gatherings.own')}</p> : <Decision gathering={gathering} {...after} />}
    </section>
  );
}

function Decision({ gathering: { gatheringID, changedAt: seen }, ...after }: ProposalProps) {
  const { t } = useTranslation('console');
  return (
    <ReasonedDecision
      {...after}
      schema={decideGathering.body}
      about={{ gatheringID }}
      send={(body) => call(decideGathering, { body: { ...(body as BodyInputOf<typeof decideGathering>), seen: String(seen) } })}
      outdated="case_changed"
      reason={t('gatherings.reason')}
      decisions={[
        { decision: 'approve', label: t('gatherings.approve'), look: 'primary' },
        { decision: 'refuse', label: t('gatherings.refuse'), look: 'danger' },
      ]}
    />
  );
}
