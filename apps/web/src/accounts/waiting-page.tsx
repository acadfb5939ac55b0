import type { User } from '@unspoken/contract/accounts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import { NotAdmitted } from './not-admitted.tsx';

const pages = { sentCredentials: 'unfinished', sentInfo: 'sent', declined: 'declined' } as const;

/** For an account on the waiting list: what is still missing, or that an administrator has to decide. */
export default function WaitingPage({ stage }: { readonly stage: NonNullable<User['registeringStage']> }) {
  const { t } = useTranslation('accounts');
  const { supportEmail } = useConfiguration();
  const navigate = useNavigate();
  const opened = useRef(false);
  useEffect(() => {
    if (stage !== 'sentCredentials' || opened.current) return;
    opened.current = true;
    navigate('/?auth=apply');
  }, [stage, navigate]);
  const page = pages[stage];
  const owed = stage === 'sentCredentials' && (
    <Button look="primary" onClick={() => navigate('/?auth=apply')}>
      {t('waiting.continue')}
    </Button>
  );
  return (
    <NotAdmitted
      title={t(`waiting.${page}.title`)}
      text={t(`waiting.${page}.text`, { support: supportEmail })}
      breathing={stage !== 'declined'}
      action={owed}
    />
  );
}
