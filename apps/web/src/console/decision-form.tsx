import {
  type CaseDetails,
  type Decision,
  decideCase,
  decisionBody,
  decisions,
  longestSuspension,
  previewStatement,
} from '@unspoken/contract/cases';
import { type HouseRule, houseRules } from '@unspoken/contract/standing';
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
import type { CaseOutcome } from './queue.tsx';

interface Values {
  readonly decision: Decision;
  readonly rule: HouseRule | '';
  readonly days: string;
  readonly facts: string;
  readonly caseID: string;
}

/** The values of a form as the call expects them; empty ones are left out. */
const wishOf = ({ decision, rule, days, facts, caseID }: Values) => ({
  caseID,
  decision,
  ...(decision !== 'dismiss' && rule !== '' && { rule }),
  ...(decision === 'suspend' && days !== '' && { days }),
  ...(decision !== 'dismiss' && { facts }),
});

/** The decision, with a preview of the mail that it sends. */
export function DecisionForm({
  details,
  onDone,
}: {
  readonly details: CaseDetails;
  readonly onDone: (outcome: CaseOutcome) => void;
}) {
  const { t } = useTranslation('console');
  const { t: words } = useTranslation('moderation');
  const { caseID, person, kind, records } = details;
  const [preview, setPreview] = useState<{ language: string; subject: string; text: string }>();
  const [failure, setFailure] = useState<unknown>();
  const form = useContractForm<Values>(
    decisionBody,
    { decision: 'dismiss', rule: '', days: '', facts: '', caseID },
    async (values) => {
      const { secondNeeded } = await call(decideCase, {
        body: { ...wishOf(values), ...(kind === 'reports' && { seen: String(records.length) }) },
      });
      onDone(secondNeeded ? 'secondNeeded' : 'done');
    },
    { focusFirst: false },
  );
  const values = form.watch();
  // A notice is about no account of ours: there is nobody to notify or suspend.
  const offered = kind === 'notice' ? decisions.slice(0, 2) : decisions;
  const noticeLabels = kind === 'notice' ? { dismiss: t('decide.noBreach'), warn: t('decide.acted') } : undefined;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <h2>{t('decide.title')}</h2>
      <FormAlert {...form.alert} failure={form.alert.failure ?? failure} />
      <Select label={t('decide.decision')} {...form.field('decision')}>
        {offered.map((each) => (
          <option key={each} value={each}>
            {noticeLabels?.[each as 'dismiss' | 'warn'] ?? t(`decide.decisions.${each}`)}
          </option>
        ))}
      </Select>
      {values.decision === 'suspend' && (
        <Field label={t('decide.days')} type="number" min={1} max={longestSuspension} {...form.field('days')} />
      )}
      {values.decision !== 'dismiss' && (
        <>
          <Select label={t('decide.rule')} {...form.field('rule')}>
            <option value="">{t('decide.choose')}</option>
            {houseRules.map((rule) => (
              <option key={rule} value={rule}>
                {words(`standing.rules.${rule}`)}
              </option>
            ))}
          </Select>
          <TextArea label={t('decide.facts')} rows={4} {...form.field('facts')} />
        </>
      )}
      <div className={styles.buttons}>
        <Button look={values.decision === 'dismiss' ? 'primary' : 'danger'} type="submit" disabled={form.submitting}>
          {t('decide.send')}
        </Button>
        {values.decision !== 'dismiss' && person?.memberSince != null && (
          <Button onClick={() => call(previewStatement, { body: wishOf(values) as never }).then(setPreview, setFailure)}>
            {t('decide.preview')}
          </Button>
        )}
      </div>
      {preview && (
        <Dialog title={t('decide.previewTitle')} closeLabel={words('report.close')} onClose={() => setPreview(undefined)}>
          <p>{t('decide.previewLanguage', { language: preview.language })}</p>
          <h3>{preview.subject}</h3>
          <p className={own.words} lang={preview.language}>
            {preview.text}
          </p>
        </Dialog>
      )}
    </form>
  );
}
