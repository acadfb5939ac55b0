import type { BodyInputOf } from '@unspoken/contract/call';
import { appealDecisionBody, decideAppeal } from '@unspoken/contract/cases';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { useQuestion } from './use-question.ts';

type Outcome = 'uphold' | 'reverse';

interface Values {
  readonly outcome: Outcome | '';
  readonly facts: string;
  readonly caseID: string;
}

interface AppealFormProps {
  readonly caseID: string;
  /** Whether the form has appeared because the case was taken on this page: then the work goes on here. */
  readonly focusFirst: boolean;
  readonly onDone: () => void;
}

/** Decides whether an appealed decision stands, with the reasons for the person. It is final, so it is confirmed in a dialog. */
export function AppealForm({ caseID, focusFirst, onDone }: AppealFormProps) {
  const { t } = useTranslation('console');
  const asking = useQuestion<Outcome>();
  const { question } = asking;
  const form = useContractForm<Values>(
    appealDecisionBody,
    { outcome: '', facts: '', caseID },
    async (body) => {
      if (!(await asking.ask(body.outcome as Outcome))) return;
      await call(decideAppeal, { body: body as BodyInputOf<typeof decideAppeal> });
      onDone();
    },
    { focusFirst },
  );
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <h2>{t('decide.appeal')}</h2>
      <FormAlert {...form.alert} serverError={t('decide.failed')} />
      <Select label={t('decide.decision')} {...form.field('outcome')}>
        <option value="">{t('decide.choose')}</option>
        <option value="uphold">{t('decide.uphold')}</option>
        <option value="reverse">{t('decide.reverse')}</option>
      </Select>
      <TextArea label={t('decide.facts')} rows={4} {...form.field('facts')} />
      <div className={styles.buttons}>
        <Button look="primary" type="submit" busy={form.submitting}>
          {t('decide.send')}
        </Button>
      </div>
      {question && (
        <QuestionDialog
          title={t(`confirm.${question.about}.title`)}
          text={t(`confirm.${question.about}.text`)}
          look="primary"
          answer={question.answer}
        />
      )}
    </form>
  );
}
