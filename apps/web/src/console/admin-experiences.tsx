import type { AnswerOf, BodyInputOf } from '@unspoken/contract/call';
import { decideVersion, listReviews, publishVersion, readVersion, takeDown } from '@unspoken/contract/studio';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { instantIn } from '../moderation/format.ts';
import { CallError, call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { TextArea } from '../ui/field.tsx';
import styles from './console.module.css';
import { changesBetween } from './script-changes.ts';

const ChangeList = lazy(() => import('./change-list.tsx'));
const VersionPreview = lazy(() => import('../studio/version-preview.tsx'));

type Reviewed = AnswerOf<typeof listReviews>['experiences'][number];

/** All experiences that were ever submitted or imported: what awaits a decision first, and what of the others is offered. */
export function Experiences() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(listReviews);
  useTitle(t('parts.experiences'));
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone, or begins again, afterwards: the work goes on at the top of the list.
  const onDone = () => void load().then(() => heading.current?.focus());
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('parts.experiences')}
      </h1>
      <p>
        {t('experiences.text')} <Link to="/studio">{t('experiences.studio')}</Link>
      </p>
      <FormAlert failure={failure} invalid={false} />
      {answer?.experiences.length === 0 && <p className={styles.card}>{t('experiences.none')}</p>}
      {answer?.experiences.map((experience) => (
        <Experience key={experience.type} {...{ experience, onDone }} onChanged={() => void load()} />
      ))}
    </>
  );
}

interface ExperienceProps {
  readonly experience: Reviewed;
  readonly onDone: () => void;
  /** It is not as it was read any more. */
  readonly onChanged: () => void;
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

interface DecisionValues {
  readonly reason: string;
  readonly versionID: string;
  readonly decision: 'beta' | 'production' | 'refuse' | '';
}

function Review({ experience: { versions, isOwn }, onDone, onChanged }: ExperienceProps) {
  const { t, i18n } = useTranslation('console');
  const waiting = versions.find(({ decision }) => decision === null);
  const form = useContractForm<DecisionValues>(
    decideVersion.body,
    { reason: '', versionID: waiting?.versionID ?? '', decision: '' },
    async (body) => {
      try {
        await call(decideVersion, { body: body as BodyInputOf<typeof decideVersion> });
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_reviewable') onChanged();
        throw error;
      }
      onDone();
    },
    { focusFirst: false },
  );
  if (!waiting) return null;
  const since = instantIn(i18n.language, waiting.submittedAt);
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <p>{t('experiences.waiting', { number: waiting.number, since })}</p>
      {isOwn && <p>{t('experiences.own')}</p>}
      <Changes versionID={waiting.versionID} />
      <FormAlert {...form.alert} />
      <TextArea label={t('experiences.reason')} rows={2} {...form.field('reason')} />
      <div className={forms.buttons}>
        {(['production', 'beta', 'refuse'] as const).map((decision) => (
          <Button
            key={decision}
            type="submit"
            look={decision === 'production' ? 'primary' : decision === 'refuse' ? 'danger' : 'plain'}
            disabled={form.submitting}
            onClick={() => form.set('decision', decision)}
          >
            {t(`experiences.decisions.${decision}`)}
          </Button>
        ))}
      </div>
    </form>
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
function Offer({ experience, onDone }: ExperienceProps) {
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
      onDone();
    },
    { focusFirst: false },
  );
  const submit = (label: string, by: Act, look: 'plain' | 'danger' = 'plain') => (
    <Button key={label} type="submit" look={look} disabled={form.submitting} onClick={() => setAct(by)}>
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
