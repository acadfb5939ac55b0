import { ownStudio } from '@unspoken/contract/studio';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { dotted } from '../ui/dotted.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { CreateForm } from './create-form.tsx';
import { Decision } from './decision.tsx';
import type { OwnExperience } from './own-experience.ts';
import styles from './studio.module.css';
import { StudioGate, StudioNavigation } from './studio-gate.tsx';

/** /studio: the facilitator's experiences. */
export default function StudioPage() {
  return (
    <StudioGate>
      <Own />
    </StudioGate>
  );
}

function Own() {
  const { t } = useTranslation('studio');
  const { answer, failure } = useLoaded(ownStudio);
  useTitle(t('title'));
  return (
    <>
      <StudioNavigation />
      <h1>{t('title')}</h1>
      <FormAlert failure={failure} invalid={false} />
      {answer && (
        <>
          {answer.experiences.length === 0 && <p>{t('list.none')}</p>}
          {answer.experiences.map((experience) => (
            <Entry key={experience.type} experience={experience} />
          ))}
          {!answer.profile?.name && answer.experiences.length > 0 && (
            <section className={styles.card}>
              <p>{t('list.pageNeeded')}</p>
              <p>
                <LinkButton to="/studio/profile">{t('list.toPage')}</LinkButton>
              </p>
            </section>
          )}
          <CreateForm categories={answer.categories} isFirst={answer.experiences.length === 0} />
        </>
      )}
    </>
  );
}

function Entry({ experience }: { readonly experience: OwnExperience }) {
  const { t } = useTranslation('studio');
  const { type, name, state, isInReview } = experience;
  // What was taken down is offered to nobody, whichever version it would be.
  const { production, beta } = state === 'retired' ? { production: null, beta: null } : experience;
  return (
    <section className={styles.card} aria-label={name}>
      <h2>{name}</h2>
      <p className={styles.note}>
        {dotted(
          t(`states.${state}`),
          production === null ? '' : t('list.production', { number: production }),
          beta === null ? '' : t('list.beta', { number: beta }),
          isInReview && state !== 'review' ? t('list.alsoInReview') : '',
        )}
      </p>
      {state !== 'retired' && <Decision experience={experience} />}
      <p>
        <LinkButton to={`/studio/experience/${type}`} aria-label={t('list.editNamed', { name })}>
          {t('list.edit')}
        </LinkButton>
      </p>
    </section>
  );
}
