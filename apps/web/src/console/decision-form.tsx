import type { BodyInputOf } from '@unspoken/contract/call';
import { type CaseDetails, decideCase, decisions, longestSuspension, previewStatement } from '@unspoken/contract/cases';
import { houseRules } from '@unspoken/contract/standing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import own from './console.module.css';
import { type DecisionValues, decisionForm, inputOf, type Question, questionBefore } from './decision-input.ts';
import { QuestionDialog } from './question-dialog.tsx';
import type { CaseOutcome } from './queue.tsx';
import { useQuestion } from './use-question.ts';

/** The mail that a decision sends, in the recipient's language. */
interface Statement {
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

type DecisionField = ReturnType<typeof useContractForm<DecisionValues>>['field'];

interface DecisionFormProps {
  readonly details: CaseDetails;
  /** Whether the form has appeared because the case was taken on this page: then the work goes on here. */
  readonly focusFirst: boolean;
  readonly onDone: (outcome: CaseOutcome) => void;
}

/** The decision, with a preview of the mail that it sends. Decisions of heavy effect are confirmed in a dialog. */
export function DecisionForm({ details, focusFirst, onDone }: DecisionFormProps) {
  const { t } = useTranslation('console');
  const { caseID, person, kind, records, banProposed } = details;
  const [preview, setPreview] = useState<Statement>();
  const [failure, setFailure] = useState<unknown>();
  const asking = useQuestion<Question>();
  const { question } = asking;
  const form = useContractForm<DecisionValues>(
    decisionForm,
    { decision: '', rule: '', days: '', facts: '', caseID },
    async (values) => {
      const wanted = questionBefore(values, details);
      if (wanted !== undefined && !(await asking.ask(wanted))) return;
      const { secondNeeded } = await call(decideCase, {
        body: { ...inputOf(values), ...(kind === 'reports' && { seen: String(records.length) }) } as BodyInputOf<
          typeof decideCase
        >,
      });
      onDone(secondNeeded ? 'secondNeeded' : 'done');
    },
    { focusFirst },
  );
  const values = form.watch();
  const isSanction = values.decision !== '' && values.decision !== 'dismiss';
  // A notice is about no account of ours: there is nobody to notify or suspend.
  const offered = kind === 'notice' ? decisions.slice(0, 2) : decisions;
  const labels: { readonly [decision: string]: string } = {
    ...(kind === 'notice' && { dismiss: t('decide.noBreach'), warn: t('decide.acted') }),
    ...(banProposed && { ban: t('decide.confirmBan') }),
  };
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <h2>{t('decide.title')}</h2>
      <FormAlert {...form.alert} failure={form.alert.failure ?? failure} />
      <Select label={t('decide.decision')} {...form.field('decision')}>
        <option value="">{t('decide.choose')}</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {labels[each] ?? t(`decide.decisions.${each}`)}
          </option>
        ))}
      </Select>
      {values.decision === 'suspend' && (
        <Field label={t('decide.days')} type="number" min={1} max={longestSuspension} {...form.field('days')} />
      )}
      {isSanction && <Reasons field={form.field} />}
      <div className={styles.buttons}>
        <Button look={isSanction ? 'danger' : 'primary'} type="submit" busy={form.submitting}>
          {t('decide.send')}
        </Button>
        {isSanction && person?.memberSince != null && (
          <Button
            onClick={() =>
              call(previewStatement, { body: inputOf(values) as BodyInputOf<typeof previewStatement> }).then(
                setPreview,
                setFailure,
              )
            }
          >
            {t('decide.preview')}
          </Button>
        )}
      </div>
      {question && (
        <QuestionDialog
          title={
            question.about === 'suspend'
              ? t('confirm.suspend.title', { count: Number(values.days) })
              : t(`confirm.${question.about}.title`)
          }
          text={t(`confirm.${question.about}.text`)}
          look={isSanction ? 'danger' : 'primary'}
          answer={question.answer}
        />
      )}
      {preview && <StatementPreview preview={preview} onClose={() => setPreview(undefined)} />}
    </form>
  );
}

/** The grounds of a sanction: the rule that was broken, and the facts. */
function Reasons({ field }: { readonly field: DecisionField }) {
  const { t } = useTranslation('console');
  const { t: words } = useTranslation('standing');
  return (
    <>
      <Select label={t('decide.rule')} {...field('rule')}>
        <option value="">{t('decide.choose')}</option>
        {houseRules.map((rule) => (
          <option key={rule} value={rule}>
            {words(`standing.rules.${rule}`)}
          </option>
        ))}
      </Select>
      <TextArea label={t('decide.facts')} rows={4} {...field('facts')} />
    </>
  );
}

function StatementPreview({ preview, onClose }: { readonly preview: Statement; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('moderation');
  return (
    <Dialog title={t('decide.previewTitle')} closeLabel={words('report.close')} onClose={onClose}>
      <p>
        {t('decide.previewLanguage', {
          language: new Intl.DisplayNames(i18n.language, { type: 'language' }).of(preview.language),
        })}
      </p>
      <h3>{preview.subject}</h3>
      <p className={own.words} lang={preview.language}>
        {preview.text}
      </p>
    </Dialog>
  );
}
