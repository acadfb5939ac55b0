import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../platform/error-text.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { resendConfirmation } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { NotAdmitted } from './not-admitted.tsx';

/** The page between registering and opening the mailed link. */
export default function CheckEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation('accounts');
  const { t: problemText } = useTranslation('errors');
  const { mailbox } = useConfiguration();
  const [resent, setResent] = useState<'no' | 'yes' | { failed: unknown }>('no');
  const resend = () =>
    resendConfirmation().then(
      () => setResent('yes'),
      (failed: unknown) => setResent({ failed }),
    );
  return (
    <NotAdmitted
      title={t('check.title')}
      text={t('check.text', { email })}
      breathing
      action={<Button onClick={resend}>{t('check.resend')}</Button>}
    >
      {resent === 'yes' && <Notice>{t('check.resent')}</Notice>}
      {typeof resent === 'object' && <Notice kind="problem">{errorText(problemText, resent.failed)}</Notice>}
      {mailbox && (
        <p>
          <a href="/dev/mailbox" target="_blank" rel="noreferrer">
            {t('check.mailbox')}
          </a>
        </p>
      )}
    </NotAdmitted>
  );
}
