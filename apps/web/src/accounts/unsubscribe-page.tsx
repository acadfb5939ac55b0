import { unsubscribe } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** /unsubscribe/{token}: the link at the foot of a mail. Opening it changes nothing, because mail scanners open links. */
export default function UnsubscribePage() {
  const { t } = useTranslation('settings');
  const { token = '' } = useParams();
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const stop = () => call(unsubscribe, { params: { token } }).then(() => setDone(true), setFailure);
  return (
    <FormPage title={t('unsubscribe.title')}>
      {done ? (
        <Notice>{t('unsubscribe.done')}</Notice>
      ) : (
        <>
          <FormAlert failure={failure} invalid={false} />
          <p>{t('unsubscribe.text')}</p>
          <div>
            <Button look="primary" onClick={() => void stop()}>
              {t('unsubscribe.submit')}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
