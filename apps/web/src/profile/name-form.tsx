import { changeName, changeNameBody } from '@unspoken/contract/account-settings';
import type { User } from '@unspoken/contract/accounts';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Field } from '../ui/field.tsx';

export function NameForm({ user, onDone }: { readonly user: User; readonly onDone: (note?: string) => void }) {
  const { t } = useTranslation('settings');
  const { t: account } = useTranslation('accounts');
  const form = useContractForm<{ name: string }>(changeNameBody, { name: user.name }, async (body) => {
    await call(changeName, { body });
    await refreshSession();
    onDone(t('profile.nameSaved'));
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} />
      <Field label={account('name')} autoComplete="given-name" hint={account('nameHint')} {...form.field('name')} />
      <FormButtons
        submit={t('profile.save')}
        submitting={form.submitting}
        cancel={t('profile.cancel')}
        onCancel={() => onDone()}
      />
    </form>
  );
}
