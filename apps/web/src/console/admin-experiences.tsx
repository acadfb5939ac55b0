import type { AnswerOf, BodyInputOf } from '@unspoken/contract/call';
import { decideVersion, listReviews, publishVersion, readVersion, takeDown } from '@unspoken/contract/studio';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { instantIn } from '../moderation/format.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { TextArea } from '../ui/field.tsx';
import styles from './console.module.css';
import { type AfterDecision, DecisionList } from './decision-list.tsx';
import { ReasonedDecision } from './reasoned-decision.tsx';
import { changesBetween } from './script-changes.ts';

const ChangeList = lazy(() => import('./change-list.tsx'));
const VersionPreview = lazy(() => import('../studio/version-preview.tsx'));

type Reviewed = AnswerOf<typeof listReviews>['experiences'][number];

/** All experiences that were ever submitted or imported: what awaits a decision first, and what of the others is offered. */
export function Experiences() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(listReviews);
  const text = (
    <>
      {t('experiences.text')} <Link to="/studio">{t('experiences.studio')}</Link>
    </>
  );
  return (
    <DecisionList
      {...{ title: t('parts.experiences'), text, none: t('experiences.none') }}
      {...{ items: answer?.experiences, failure, load }}
    >
      {(experience, after) => <Experience key={experience.type} experience={experience} {...after} />}
    </DecisionList>
  );
}

interface ExperienceProps extends AfterDecision {
  readonly experience: Reviewed;
}

function Experience(props: ExperienceProps) {
  const { t } = useTranslation('console');
  const { name, type, author, state, production, beta, isInReview } = props.experience;
  return (
    <section className={styles.card} aria-label={name}>
      <h2>{name}</h2>
      <p className={styles.note}>
        {dotted(
          type,
          author,
          t(`experiences.states.${state}`),
          production === null ? '' : t('experiences.production', { number: production }),
          beta === null ? '' : t('experiences.beta', { number: beta }),
        )}
      </p>
      {isInReview && <Review {...props} />}
      <details>
        <summary>{t('experiences.change')}</summary>
        <Offer key={`${state} ${production} ${beta}`} {...props} />
      </details>
    </section>
  );
}

function Review({ experience: { versions, isOwn }, ...after }: ExperienceProps) {
  const { t, i18n } = useTranslation('console');
  const waiting = versions.find(({ decision }) => decision === null);
  if (!waiting) return null;
  const since = instantIn(i18n.language, waiting.submittedAt);
  return (
    <ReasonedDecision
      {...after}
      schema={decideVersion.body}
      about={{ versionID: waiting.versionID }}
      send={(body) => call(decideVersion, { body: body as BodyInputOf<typeof decideVersion> })}
      outdated="not_reviewable"
      reason={t('experiences.reason')}
      decisions={[
        { decision: 'production', label: t('experiences.decisions.production'), look: 'primary' },
        { decision: 'beta', label: t('experiences.decisions.beta'), look: 'plain' },
        { decision: 'refuse', label: t('experiences.decisions.refuse'), look: 'danger' },
      ]}
    >
      <p>{t('experiences.waiting', { number: waiting.number, since })}</p>
      {isOwn && <p>{t('experiences.own')}</p>}
      <Changes versionID={waiting.versionID} />
    </ReasonedDecision>
  );
}

/** What a version changes of the one in production. */
function Changes({ versionID }: { readonly versionID: string }) {
  const { t } = useTranslation('console');
  const { answer, failure } = useLoaded(readVersion, { versionID });
  const [isPlaying, setPlaying] = useState(false);
  const [isListed, setListed] = useState(false);
  if (!answer) return <FormAlert failure={failure} invalid={false} />;
  const changes = changesBetween(answer.production?.script, answer.script);
  return (
    <>
      <details onToggle={({ currentTarget }) => setPlaying(currentTarget.open)}>
        <summary>{t('experiences.play')}</summary>
        {isPlaying && (
          <Suspense>
            <VersionPreview script={answer.script} />
          </Suspense>
        )}
      </details>
      <details onToggle={({ currentTarget }) => setListed(currentTarget.open)}>
        <summary>
          {answer.production
            ? t('experiences.differs', { count: changes.length, number: answer.production.number })
            : t('experiences.whole')}
        </summary>
        {isListed && (
          <Suspense>
            <ChangeList {...{ changes }} script={answer.script} before={answer.production?.script} />
          </Suspense>
        )}
      </details>
    </>
  );
}

interface OfferValues {
  readonly reason: string;
  readonly type: string;
  readonly isDown: boolean;
}

type Act = { readonly stage: 'beta' | 'production'; readonly versionID: string | null } | 'take down';

/** Publishes approved versions, also earlier ones, or none; takes the experience down, or puts it back. */
function Offer({ experience, onDecided }: ExperienceProps) {
  const { t } = useTranslation('console');
  const { type, state, versions, production, beta } = experience;
  const isDown = state === 'retired';
  const [act, setAct] = useState<Act>('take down');
  const form = useContractForm<OfferValues>(
    takeDown.body,
    { reason: '', type, isDown: !isDown },
    async ({ reason }) => {
      if (act === 'take down') await call(takeDown, { body: { type, isDown: !isDown, reason } });
      else await call(publishVersion, { body: { type, ...act, reason } });
      onDecided();
    },
    { focusFirst: false },
  );
  const submit = (label: string, by: Act, look: 'plain' | 'danger' = 'plain') => (
    <Button key={label} type="submit" look={look} busy={form.submitting} onClick={() => setAct(by)}>
      {label}
    </Button>
  );
  const approved = versions.filter(({ decision }) => decision === 'approved');
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <TextArea label={t('experiences.offerReason')} rows={2} {...form.field('reason')} />
      {!isDown &&
        approved.map(({ versionID, number }) => (
          <div key={versionID} className={forms.buttons}>
            {number !== production && submit(t('experiences.publish', { number }), { stage: 'production', versionID })}
            {number !== beta && submit(t('experiences.publishBeta', { number }), { stage: 'beta', versionID })}
          </div>
        ))}
      <div className={forms.buttons}>
        {!isDown && beta !== null && submit(t('experiences.endBeta'), { stage: 'beta', versionID: null })}
        {submit(t(isDown ? 'experiences.putBack' : 'experiences.takeDown'), 'take down', isDown ? 'plain' : 'danger')}
      </div>
    </form>
  );
}
