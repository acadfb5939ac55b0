import { invite, inviteBody } from '@unspoken/contract/invitations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Suspended } from '../lobby/suspended.tsx';
import { CallError, call } from '../platform/api.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

/** /invitation: sends a link to one friend. A suspended user sees why there is no form. */
export default function InvitationPage() {
  const { t } = useTranslation('invitations');
  const { user } = useSession();
  const [sent, setSent] = useState<string>();
  return (
    <FormPage title={t('title')}>
      {user?.accountSuspended ? (
        <Suspended />
      ) : sent === undefined ? (
        <InvitationForm onSent={setSent} />
      ) : (
        <Notice actions={<Button onClick={() => setSent(undefined)}>{t('another')}</Button>}>{t('sent', { email: sent })}</Notice>
      )}
    </FormPage>
  );
}

function InvitationForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useTranslation('invitations');
  const { t: common } = useTranslation();
  const form = useContractForm<{ toEmail: string }>(inviteBody, { toEmail: '' }, async (body) => {
    await call(invite, { body });
    onSent(body.toEmail.trim());
  });
  const { failure } = form.alert;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} serverError={t('failed')}>
        {failure instanceof CallError && failure.code === 'invitation_limit' && (
          <>
            {' '}
            <Link to="/feedback">{common('feedback')}</Link>
          </>
        )}
      </FormAlert>
      <p>{t('text')}</p>
      <Field label={t('email')} type="email" inputMode="email" autoComplete="off" {...form.field('toEmail')} />
      <Button look="primary" type="submit" busy={form.submitting}>
        {t('submit')}
      </Button>
    </form>
  );
}
