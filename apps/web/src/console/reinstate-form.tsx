import { reinstate } from '@unspoken/contract/cases';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import styles from './console.module.css';

/** Ends the sanctions against the person of a decided case. */
export function ReinstateForm({ caseID, onDone }: { readonly caseID: string; readonly onDone: () => void }) {
  const { t } = useTranslation('console');
  const form = useContractForm(
    reinstate.body,
    { facts: '', caseID },
    async (body) => {
      await call(reinstate, { body });
      onDone();
    },
    { focusFirst: false },
  );
  return (
    <form className={`${styles.card} ${forms.form}`} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <TextArea label={t('decide.facts')} rows={2} {...form.field('facts')} />
      <div className={forms.buttons}>
        <Button type="submit" busy={form.submitting}>
          {t('case.reinstate')}
        </Button>
      </div>
    </form>
  );
}
