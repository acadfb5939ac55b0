import type { BodyInputOf } from '@unspoken/contract/call';
import { decideGathering, type HostedGathering, listProposals } from '@unspoken/contract/gatherings';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { CallError, call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { TextArea } from '../ui/field.tsx';
import styles from './console.module.css';
import { rowsOf } from './proposal-changes.ts';

/** The gatherings, and the changes to gatherings, that await a decision. */
export function Gatherings() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(listProposals);
  useTitle(t('parts.gatherings'));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('parts.gatherings')}
      </h1>
      <p>{t('gatherings.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer?.gatherings.length === 0 && <p className={styles.card}>{t('gatherings.none')}</p>}
      {answer?.gatherings.map((gathering) => (
        <Proposal
          key={gathering.gatheringID}
          gathering={gathering}
          onChanged={() => void load()}
          // The form is gone afterwards: the work goes on at the top of the list.
          onDecided={() => void load().then(() => heading.current?.focus())}
        />
      ))}
    </>
  );
}

interface ProposalProps {
  readonly gathering: HostedGathering;
  readonly onDecided: () => void;
  /** It is not as it was read any more. */
  readonly onChanged: () => void;
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

interface Values {
  readonly reason: string;
  readonly gatheringID: string;
  readonly decision: 'approve' | 'refuse' | '';
}

function Decision({ gathering: { gatheringID, changedAt: seen }, onDecided, onChanged }: ProposalProps) {
  const { t } = useTranslation('console');
  const form = useContractForm<Values>(
    decideGathering.body,
    { reason: '', gatheringID, decision: '' },
    async (body) => {
      try {
        await call(decideGathering, { body: { ...(body as BodyInputOf<typeof decideGathering>), seen: String(seen) } });
      } catch (error) {
        if (error instanceof CallError && error.code === 'case_changed') onChanged();
        throw error;
      }
      onDecided();
    },
    { focusFirst: false },
  );
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <TextArea label={t('gatherings.reason')} rows={2} {...form.field('reason')} />
      <div className={forms.buttons}>
        {(['approve', 'refuse'] as const).map((decision) => (
          <Button
            key={decision}
            type="submit"
            look={decision === 'approve' ? 'primary' : 'danger'}
            disabled={form.submitting}
            onClick={() => form.set('decision', decision)}
          >
            {t(`gatherings.${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}
