import { limits } from '@unspoken/contract/limits';
import { applyBody, references } from '@unspoken/contract/waiting-list';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { applyToJoin } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Select, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

/** The questionnaire of the waiting list. */
export function ApplyForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const { user } = useSession();
  const initial = { motivation: '', reference: '', explanation: '' };
  const form = useContractForm<typeof initial>(applyBody, initial, async (values) => {
    await applyToJoin(values as typeof initial & { reference: (typeof references)[number] });
    onDone();
  });
  if (user && user.registeringStage !== 'sentCredentials') return <Notice>{t('apply.alreadySent')}</Notice>;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <p>{t('apply.text')}</p>
      <TextArea label={t('apply.motivation')} maxLength={limits.textarea} {...form.field('motivation')} />
      <Select label={t('apply.reference')} {...form.field('reference')}>
        <option value="">{t('apply.choose')}</option>
        {references.map((reference) => (
          <option key={reference} value={reference}>
            {t(`apply.references.${reference}`)}
          </option>
        ))}
      </Select>
      <TextArea label={t('apply.explanation')} maxLength={limits.textarea} {...form.field('explanation')} />
      <Button look="primary" type="submit" busy={form.submitting}>
        {t('apply.submit')}
      </Button>
    </form>
  );
}
