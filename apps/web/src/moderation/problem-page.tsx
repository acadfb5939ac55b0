import { limits } from '@unspoken/contract/limits';
import { noticeBody, sendNotice } from '@unspoken/contract/notices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { Field, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

/** /report-a-problem: sends a notice to the moderators, from a member or a visitor. */
export default function ProblemPage() {
  const { t, i18n } = useTranslation('dueprocess');
  const { user } = useSession();
  const navigate = useNavigate();
  const [receipt, setReceipt] = useState<string>();
  useTitle(t('problem.title'));
  const form = useContractForm(
    noticeBody,
    { words: '', email: user?.email ?? '' },
    async (body) => {
      const { noticeID } = await call(sendNotice, { body: { ...body, language: i18n.language } });
      form.reset({ words: '', email: body.email });
      setReceipt(noticeID);
    },
    { focusFirst: false },
  );
  return (
    <FormPage title={t('problem.title')}>
      <p>{t('problem.text')}</p>
      {user && (
        <p>
          {t('problem.encounter')} <Link to="/account/encounters">{t('problem.encounterLink')}</Link>
        </p>
      )}
      <p>
        {t('problem.help')} <Link to="/helplines">{t('problem.helpLink')}</Link>
      </p>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {receipt && !form.dirty && (
          <Notice>
            {t('problem.thanks')} <code>{receipt}</code>
          </Notice>
        )}
        <FormAlert {...form.alert} serverError={t('problem.failed')} />
        <TextArea label={t('problem.words')} maxLength={limits.textarea} rows={6} {...form.field('words')} />
        <Field label={t('problem.email')} type="email" autoComplete="email" {...form.field('email')} />
        <FormButtons
          submit={t('problem.send')}
          submitting={form.submitting}
          cancel={t('problem.cancel')}
          onCancel={() => navigate('/')}
        />
      </form>
    </FormPage>
  );
}
