import { refuseEmailChange } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** /refusechange/{hash}: the link mailed to the present address when another is requested. Opening it changes nothing. */
export default function RefuseChangePage() {
  const { t } = useTranslation('settings');
  const { hash = '' } = useParams();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const refuse = () => call(refuseEmailChange, { body: { hash } }).then(() => setDone(true), setFailure);
  return (
    <FormPage title={t('refuse.title')}>
      {done ? (
        <>
          <Notice>{t('refuse.done')}</Notice>
          <Link to="/requestrecoverpassword">{t('refuse.recover')}</Link>
        </>
      ) : (
        <>
          <FormAlert failure={failure} invalid={false} />
          <p>{t('refuse.text')}</p>
          <div>
            <Button look="primary" onClick={() => void refuse()}>
              {t('refuse.submit')}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
