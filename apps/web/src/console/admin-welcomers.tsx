import type { BodyInputOf } from '@unspoken/contract/call';
import { decideWelcomer, listWelcomers, type Welcomer, welcomingDecisionBody } from '@unspoken/contract/welcoming';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
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

/** The members who ask to welcome newcomers, and those who do. */
export function Welcomers() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(listWelcomers);
  useTitle(t('parts.welcomers'));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('parts.welcomers')}
      </h1>
      <p>{t('welcomers.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer?.welcomers.length === 0 && <p className={styles.card}>{t('welcomers.none')}</p>}
      {answer?.welcomers.map((welcomer) => (
        <Member
          // A form begins empty where another decision is to be made.
          key={`${welcomer.personID} ${welcomer.state}`}
          welcomer={welcomer}
          onChanged={() => void load()}
          // The form is gone afterwards: the work goes on at the top of the list.
          onDecided={() => void load().then(() => heading.current?.focus())}
        />
      ))}
    </>
  );
}

interface MemberProps {
  readonly welcomer: Welcomer;
  readonly onDecided: () => void;
  /** It is not as it was read any more. */
  readonly onChanged: () => void;
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

interface Values {
  readonly reason: string;
  readonly personID: string;
  readonly decision: 'approve' | 'decline' | 'end' | '';
}

function Decision({ welcomer: { personID, state, isEligible }, onDecided, onChanged }: MemberProps) {
  const { t } = useTranslation('console');
  const form = useContractForm<Values>(
    welcomingDecisionBody,
    { reason: '', personID, decision: '' },
    async (body) => {
      try {
        await call(decideWelcomer, { body: body as BodyInputOf<typeof decideWelcomer> });
      } catch (error) {
        if (error instanceof CallError && error.code === 'case_changed') onChanged();
        throw error;
      }
      onDecided();
    },
    { focusFirst: false },
  );
  const decisions =
    state === 'approved' ? (['end'] as const) : isEligible ? (['approve', 'decline'] as const) : (['decline'] as const);
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <TextArea label={t(`welcomers.reason.${state}`)} rows={2} {...form.field('reason')} />
      <div className={forms.buttons}>
        {decisions.map((decision) => (
          <Button
            key={decision}
            type="submit"
            look={decision === 'approve' ? 'primary' : 'danger'}
            disabled={form.submitting}
            onClick={() => form.set('decision', decision)}
          >
            {t(`welcomers.${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
