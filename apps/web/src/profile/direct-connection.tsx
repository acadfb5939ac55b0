import { chooseDirectInCircle } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { refreshSession } from '../session/session.ts';
import { Checkbox } from '../ui/field.tsx';
import styles from './profile.module.css';

/** Whether people in the circle may be connected without a relay; both must wish it. */
export function DirectConnection({ wished }: { readonly wished: boolean }) {
  const { t } = useTranslation('settings');
  const [failure, setFailure] = useState<unknown>();
  const choose = (on: boolean) => {
    setFailure(undefined);
    void call(chooseDirectInCircle, { body: { on: on ? 'true' : 'false' } })
      .then(refreshSession)
      .catch(setFailure);
  };
  return (
    <section className={styles.card}>
      <h2>{t('direct.title')}</h2>
      <FormAlert failure={failure} invalid={false} />
      <Checkbox checked={wished} onChange={(event) => choose(event.target.checked)}>
        {t('direct.wish')}
      </Checkbox>
      <p className={styles.note}>{t('direct.text')}</p>
    </section>
  );
}
