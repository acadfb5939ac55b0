import type { BodyInputOf } from '@unspoken/contract/call';
import { decideWelcomer, listWelcomers, type Welcomer, welcomingDecisionBody } from '@unspoken/contract/welcoming';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantIn } from '../moderation/format.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { dotted } from '../ui/dotted.ts';
import styles from './console.module.css';
import { type AfterDecision, DecisionList } from './decision-list.tsx';
import { ReasonedDecision } from './reasoned-decision.tsx';

/** How many of those who ask, and of those who welcome, are shown at first, and how many more are with each press. */
const shownAtOnce = 100;

/** The members who ask to welcome newcomers, and those who do. */
export function Welcomers() {
  const { t } = useTranslation('console');
  const [first, setFirst] = useState(shownAtOnce);
  const { answer, failure, load } = useLoaded(listWelcomers, { first: String(first) });
  return (
    <DecisionList
      {...{ title: t('parts.welcomers'), text: t('welcomers.text'), none: t('welcomers.none') }}
      {...{ items: answer?.welcomers, failure, load }}
      onMore={answer?.hasMore && (() => setFirst(first + shownAtOnce))}
    >
      {(welcomer, after) => (
        // A form begins empty where another decision is to be made.
        <Member key={`${welcomer.personID} ${welcomer.state}`} welcomer={welcomer} {...after} />
      )}
    </DecisionList>
  );
}

interface MemberProps extends AfterDecision {
  readonly welcomer: Welcomer;
}

function Member({ welcomer, ...after }: MemberProps) {
  const { t, i18n } = useTranslation('console');
  const { name, memberSince, completedMinutes, state, since, isEligible, isOwn } = welcomer;
  return (
    <section className={styles.card}>
      <h2>{name}</h2>
      <p className={styles.note}>
        {dotted(
          t('case.memberSince', { when: instantIn(i18n.language, memberSince) }),
          t('welcomers.minutes', { count: completedMinutes }),
          t(`welcomers.since.${state}`, { when: instantIn(i18n.language, since) }),
        )}
      </p>
      {!isEligible && <p>{t(`welcomers.notNow.${state}`)}</p>}
      {isOwn && <p>{t('welcomers.own')}</p>}
      {!isOwn && state === 'asked' && <Decision welcomer={welcomer} {...after} />}
      {!isOwn && state === 'approved' && (
        <details>
          <summary>{t('welcomers.change')}</summary>
          <Decision welcomer={welcomer} {...after} />
        </details>
      )}
    </section>
  );
}

function Decision({ welcomer: { personID, state, isEligible }, ...after }: MemberProps) {
  const { t } = useTranslation('console');
  const decisions =
    state === 'approved' ? (['end'] as const) : isEligible ? (['approve', 'decline'] as const) : (['decline'] as const);
  return (
    <ReasonedDecision
      {...after}
      schema={welcomingDecisionBody}
      about={{ personID }}
      send={(body) => call(decideWelcomer, { body: body as BodyInputOf<typeof decideWelcomer> })}
      outdated="case_changed"
      reason={t(`welcomers.reason.${state}`)}
      decisions={decisions.map((decision) => ({
        ...{ decision, label: t(`welcomers.${decision}`) },
        look: decision === 'approve' ? 'primary' : 'danger',
      }))}
    />
  );
}
