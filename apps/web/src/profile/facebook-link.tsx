import { unlinkFacebook, unlinkFacebookBody } from '@unspoken/contract/account-settings';
import type { User } from '@unspoken/contract/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentPassword } from '../forms/current-password.tsx';
import formStyles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import styles from './profile.module.css';

/** The linked Facebook identity, and unlinking it. Needs a password, without which there would be no way to sign in. */
export function FacebookLink({ user }: { readonly user: User }) {
  const { t } = useTranslation('settings');
  const [ending, setEnding] = useState(false);
  return (
    <div>
      <div className={styles.row}>
        <span className={styles.label}>Facebook</span>
        <span className={styles.value}>{t('profile.facebook')}</span>
        {user.isPasswordExist && !ending && (
          <Button
            look="quiet"
            className={styles.change}
            aria-label={t('profile.named', { action: t('profile.unlink'), what: 'Facebook' })}
            onClick={() => setEnding(true)}
          >
            {t('profile.unlink')}
          </Button>
        )}
      </div>
      {!user.isPasswordExist && <p className={styles.note}>{t('profile.unlinkNeedsPassword')}</p>}
      {ending && <EndForm onDone={() => setEnding(false)} />}
    </div>
  );
}

function EndForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const form = useContractForm<{ password: string }>(unlinkFacebookBody, { password: '' }, async (body) => {
    await call(unlinkFacebook, { body });
    await refreshSession();
    onDone();
  });
  return (
    <form className={formStyles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <p>{t('profile.unlinkText')}</p>
      <CurrentPassword {...form.field('password')} />
      <FormButtons submit={t('profile.unlink')} submitting={form.submitting} cancel={t('profile.cancel')} onCancel={onDone} />
    </form>
  );
}
