import { confirmEmailingList, unsubscribe } from '@unspoken/contract/account-settings';
import { declineInvitations } from '@unspoken/contract/invitations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const choices = {
  unsubscribe: (token: string) => call(unsubscribe, { params: { token } }),
  invitations: (token: string) => call(declineInvitations, { params: { token } }),
  joinList: (hash: string) => call(confirmEmailingList, { body: { hash } }),
};
/** What a mailed link is for: to stop mails, to stop invitations, or to confirm the wish to be on the mailing list. */
type Choice = keyof typeof choices;

const invitations = 'invitations/';

/**
 * /unsubscribe/{token}, /unsubscribe/invitations/{token} and /joinlist/{token}: links in mails. Opening one changes nothing, because
 * mail scanners open links.
 */
export default function MailedChoicePage({ joins }: { readonly joins?: boolean }) {
  const { '*': path = '' } = useParams();
  if (joins) return <MailedChoice choice="joinList" token={path} />;
  if (path.startsWith(invitations)) return <MailedChoice choice="invitations" token={path.slice(invitations.length)} />;
  return <MailedChoice choice="unsubscribe" token={path} />;
}

function MailedChoice({ choice, token }: { readonly choice: Choice; readonly token: string }) {
  const { t } = useTranslation('settings');
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = () => {
    setBusy(true);
    void choices[choice](token)
      .then(() => setDone(true), setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <FormPage title={t(`${choice}.title`)}>
      {done ? (
        <Notice>{t(`${choice}.done`)}</Notice>
      ) : (
        <>
          <FormAlert failure={failure} invalid={false} />
          <p>{t(`${choice}.text`)}</p>
          <div>
            <Button look="primary" busy={busy} onClick={confirm}>
              {t(`${choice}.submit`)}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
