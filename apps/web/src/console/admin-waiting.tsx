import {
  claimWaiting,
  decideWaiting,
  type WaitingPerson,
  waitingDecisionBody,
  type waitingDecisions,
  waitingList,
} from '@unspoken/contract/administration';
import type { BodyInputOf } from '@unspoken/contract/call';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
import { DecisionList } from './decision-list.tsx';

/** The waiting list: who waits to be admitted. */
export function WaitingList() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(waitingList);
  return (
    <DecisionList
      {...{ title: t('parts.waiting'), text: t('waiting.text'), none: t('waiting.none') }}
      {...{ items: answer?.waiting, failure, load }}
    >
      {(person, { onDecided, onChanged }) => (
        <Person key={person.personID} person={person} onTaken={onChanged} onDecided={onDecided} />
      )}
    </DecisionList>
  );
}

interface Values {
  readonly personID: string;
  readonly decision: (typeof waitingDecisions)[number] | '';
  readonly words: string;
}

interface PersonProps {
  readonly person: WaitingPerson;
  readonly onTaken: () => void;
  readonly onDecided: () => void;
}

function Person({ person, onTaken, onDecided }: PersonProps) {
  const { t, i18n } = useTranslation('console');
  const { t: accounts } = useTranslation('accounts');
  const { personID, name, email, submittedAt, reference, motivation, explanation, askedAt, claim } = person;
  const [failure, setFailure] = useState<unknown>();
  const take = async () => {
    setFailure(undefined);
    try {
      await call(claimWaiting, { body: { personID } });
    } catch (error) {
      setFailure(error);
    }
    // Also when another administrator was faster: then that has to be shown.
    onTaken();
  };
  const box = useRef<HTMLFormElement>(null);
  const isMine = claim === 'mine';
  const wasMine = useRef(isMine);
  useEffect(() => {
    if (isMine && !wasMine.current) box.current?.querySelector('textarea')?.focus();
    wasMine.current = isMine;
  }, [isMine]);
  const form = useContractForm<Values>(
    waitingDecisionBody,
    { words: '', personID, decision: '' },
    async (body) => {
      await call(decideWaiting, { body: body as BodyInputOf<typeof decideWaiting> });
      form.reset();
      onDecided();
    },
    { focusFirst: false },
  );
  return (
    <section className={styles.card}>
      <h2>{name}</h2>
      <p className={styles.note}>
        {dotted(
          email,
          t('waiting.since', { when: instantIn(i18n.language, submittedAt) }),
          t('waiting.reference', { reference: accounts(`apply.references.${reference}`) }),
          askedAt === null ? '' : t('waiting.asked', { when: instantIn(i18n.language, askedAt) }),
          claim === 'taken' ? t('waiting.taken') : '',
        )}
      </p>
      <p className={styles.words}>{motivation}</p>
      {explanation && <p className={styles.words}>{explanation}</p>}
      <FormAlert failure={failure} invalid={false} />
      {claim === 'free' && (
        <p>
          <Button onClick={() => void take()}>{t('waiting.take')}</Button>
        </p>
      )}
      {claim === 'mine' && (
        <form ref={box} className={forms.form} onSubmit={form.submit} noValidate>
          <FormAlert {...form.alert} serverError={t('waiting.failed')} />
          <TextArea label={t('waiting.words')} rows={2} {...form.field('words')} />
          <div className={forms.buttons}>
            {(['approve', 'ask', 'decline'] as const).map((decision) => (
              <Button
                key={decision}
                type="submit"
                look={decision === 'approve' ? 'primary' : decision === 'decline' ? 'danger' : 'plain'}
                busy={form.submitting}
                onClick={() => form.set('decision', decision)}
              >
                {t(`waiting.${decision}`)}
              </Button>
            ))}
          </div>
        </form>
      )}
    </section>
  );
}
