import { noteCase } from '@unspoken/contract/cases';
import { useTranslation } from 'react-i18next';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import styles from './console.module.css';

/** A note to a case, for colleagues. */
export function NoteForm({ caseID, onDone }: { readonly caseID: string; readonly onDone: () => void }) {
  const { t } = useTranslation('console');
  const form = useContractForm(
    noteCase.body,
    { words: '', caseID },
    async (body) => {
      await call(noteCase, { body });
      form.reset();
      onDone();
    },
    { focusFirst: false },
  );
  return (
    <form className={`${styles.card} ${forms.form}`} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <TextArea label={t('case.note')} rows={2} {...form.field('words')} />
      <div className={forms.buttons}>
        {/* Never disabled, so that it keeps the focus; the form ignores a second click. */}
        <Button type="submit">{t('case.saveNote')}</Button>
      </div>
    </form>
  );
}
