import { addFeedback, feedbackBody, feedbackFields } from '@unspoken/contract/feedback';
import { limits } from '@unspoken/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Checkbox, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

const empty = { content: '', circleAnswer: '', experiencesAnswer: '', membershipAnswer: '', anon: false };

/** /feedback: requires at least one answer; sending clears the form. */
export default function FeedbackPage() {
  const { t } = useTranslation('feedback');
  const navigate = useNavigate();
  const [thanked, setThanked] = useState(false);
  const form = useContractForm<typeof empty>(feedbackBody, empty, async (body) => {
    setThanked(false);
    await call(addFeedback, { body });
    form.reset();
    setThanked(true);
  });
  return (
    <FormPage title={t('title')}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {thanked && !form.dirty && <Notice>{t('thanks')}</Notice>}
        <FormAlert {...form.alert} serverError={t('failed')} />
        <p>{t('text')}</p>
        {feedbackFields.map((field) => (
          <TextArea key={field} label={t(field)} maxLength={limits.textarea} {...form.field(field)} />
        ))}
        <Checkbox {...form.field('anon')}>{t('anon')}</Checkbox>
        <FormButtons submit={t('submit')} submitting={form.submitting} cancel={t('cancel')} onCancel={() => navigate('/')} />
      </form>
    </FormPage>
  );
}
