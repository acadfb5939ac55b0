import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Notice } from '../ui/notice.tsx';

/** Replaces what a suspended account may not do: the reason, whom to contact, and where the decision can be read. */
export function Suspended() {
  const { t } = useTranslation('lobby');
  const { t: problemText } = useTranslation('errors');
  const { supportEmail } = useConfiguration();
  return (
    <Notice kind="problem">
      {problemText('account_suspended')} {t('suspendedContact', { support: supportEmail })}{' '}
      <Link to="/account/standing">{t('standing')}</Link>
    </Notice>
  );
}
