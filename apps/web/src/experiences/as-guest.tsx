import { retrieveInvitation } from '@unspoken/contract/experiences';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { isSupported } from '../lobby/unsupported.tsx';
import { agent } from '../platform/agent.ts';
import { call } from '../platform/api.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { signInAsGuest } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import styles from './experiences.module.css';
import { type Refusal, refusalOf } from './refusal.ts';

interface AsGuestProps {
  readonly roomID: string;
  readonly onGuest: () => void;
  /** The invitation cannot be used, or not without an account. */
  readonly onRefused: (refusal: Refusal) => void;
}

/** Without an account: only what the user must know before a stranger sees their face. */
export function AsGuest({ roomID, onGuest, onRefused }: AsGuestProps) {
  const { t } = useTranslation('experiences');
  const { productName } = useConfiguration();
  const [agreed, setAgreed] = useState({ over18: false, termsAccepted: false });
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!agreed.over18 || !agreed.termsAccepted) return setMissing(true);
    setSending(true);
    setFailure(undefined);
    const { language, userAgent } = agent();
    const body = { roomID, guest: 'true', over18: 'true', termsAccepted: 'true', language, userAgent } as const;
    call(retrieveInvitation, { body })
      .then(({ token, user }) => {
        if (!token || !user) return;
        signInAsGuest({ token, user });
        onGuest();
      })
      .catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal) onRefused(refusal);
        else setFailure(error);
      })
      .finally(() => setSending(false));
  };
  return (
    <form className={styles.agree} onSubmit={connect} noValidate>
      <FormAlert failure={failure} invalid={missing} />
      <Checkbox checked={agreed.over18} onChange={(event) => setAgreed({ ...agreed, over18: event.target.checked })}>
        {t('guest.over18')}
      </Checkbox>
      <Checkbox
        checked={agreed.termsAccepted}
        onChange={(event) => setAgreed({ ...agreed, termsAccepted: event.target.checked })}
      >
        {t('guest.terms')}
      </Checkbox>
      <p>
        <Link to="/terms" target="_blank">
          {t('guest.readTerms')}
        </Link>{' '}
        ·{' '}
        <Link to="/privacy" target="_blank">
          {t('guest.readPrivacy')}
        </Link>
      </p>
      <Button look="primary" large type="submit" busy={sending} disabled={!isSupported()}>
        {t('invited.connect')}
      </Button>
      <p>
        {t('guest.account', { product: productName })} <Link to="?auth=signin">{t('guest.signIn')}</Link>
      </p>
    </form>
  );
}
