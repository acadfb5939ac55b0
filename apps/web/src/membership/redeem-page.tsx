import { type DeclarationKind, redeemDeclaration } from '@unspoken/contract/declarations';
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
import { Notice } from '../ui/notice.tsx';

/** /undocancellation/{token} and /confirmwithdrawal/{token}: with a button, because programs that read mails follow links. */
export default function RedeemPage({ kind }: { readonly kind: DeclarationKind }) {
  const { t } = useTranslation('membership');
  const { token = '' } = useParams();
  const { user } = useSession();
  const [state, setState] = useState<'asked' | 'busy' | 'done' | { failed: unknown }>('asked');
  useTitle(t(`redeem.${kind}.title`));
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
    <FormPage title={t(`redeem.${kind}.title`)}>
      {typeof state === 'object' && <FormAlert failure={state.failed} invalid={false} />}
      {state === 'done' ? (
        <>
          <Notice>{t(`redeem.${kind}.done`)}</Notice>
          <p>
            <Link to="/account/membership">{t('join.own')}</Link>
          </p>
        </>
      ) : (
        <>
          <p>{t(`redeem.${kind}.text`)}</p>
          <div>
            <Button look="primary" disabled={state === 'busy'} onClick={redeem}>
              {t(`redeem.${kind}.button`)}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
