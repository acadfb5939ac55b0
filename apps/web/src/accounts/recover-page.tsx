import { startRecoverPassword } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

/** /requestrecoverpassword. Its answer is the same whether such an account exists or not. */
export default function RecoverPage() {
  const { t } = useTranslation('accounts');
  const [asked, setAsked] = useState(false);
  const form = useContractForm<{ email: string }>(startRecoverPassword.body, { email: '' }, async (body) => {
    await call(startRecoverPassword, { body });
    setAsked(true);
  });
  return (
    <FormPage title={t('recover.title')}>
      {asked ? (
        <Notice>{t('recover.done')}</Notice>
      ) : (
        <form className={styles.form} onSubmit={form.submit} noValidate>
          <FormAlert {...form.alert} serverError={t('recover.failed')} />
          <p>{t('recover.text')}</p>
          <Field label={t('email')} type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
          <Button look="primary" type="submit" busy={form.submitting}>
            {t('recover.submit')}
          </Button>
        </form>
      )}
      <p className={styles.other}>
        <Link to="/?auth=signin">{t('recover.back')}</Link>
      </p>
    </FormPage>
  );
}
