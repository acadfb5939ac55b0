import { redeemDeclaration } from '@unspoken/contract/declarations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { call } from '../platform/api.ts';
import { useTitle } from '../platform/use-title.ts';
import { refreshSession } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Outcome } from './outcome.tsx';

/** /undocancellation/{token}, /confirmcancellation/{token}, /confirmwithdrawal/{token}: with a button, because programs that read mails follow links. */
export default function RedeemPage({ act }: { readonly act: 'undo' | 'cancellation' | 'withdrawal' }) {
  const { t } = useTranslation('membership');
  const { token = '' } = useParams();
  const { user } = useSession();
  const [state, setState] = useState<'asked' | 'busy' | 'done' | { failed: unknown }>('asked');
  useTitle(t(`redeem.${act}.title`));
  const redeem = () => {
    setState('busy');
    call(redeemDeclaration, { body: { token } }).then(
      () => {
        setState('done');
        if (user) void refreshSession();
      },
      (failed: unknown) => setState({ failed }),
    );
  };
  return (
    <FormPage title={t(`redeem.${act}.title`)}>
      {typeof state === 'object' && <FormAlert failure={state.failed} invalid={false} />}
      {state === 'done' ? (
        <>
          <Outcome>{t(`redeem.${act}.done`)}</Outcome>
          <p>
            <Link to="/account/membership">{t('join.own')}</Link>
          </p>
        </>
      ) : (
        <>
          <p>{t(`redeem.${act}.text`)}</p>
          <div>
            <Button look="primary" busy={state === 'busy'} onClick={redeem}>
              {t(`redeem.${act}.button`)}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
