import { confirmEmailingList, declineInvitations, refuseEmailChange, unsubscribe } from '@unspoken/contract/account-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** What a mailed link is for, by the beginning of its path; the longest that fits comes first. Texts have the name of the choice. */
const choices = [
  ['/unsubscribe/invitations/', 'invitations', (token: string) => call(declineInvitations, { params: { token } })],
  ['/unsubscribe/', 'unsubscribe', (token: string) => call(unsubscribe, { params: { token } })],
  ['/joinlist/', 'joinList', (hash: string) => call(confirmEmailingList, { body: { hash } })],
  ['/refusechange/', 'refuse', (hash: string) => call(refuseEmailChange, { body: { hash } })],
] as const;

/**
 * Links in mails: to stop mails or invitations, to confirm the wish to be on the mailing list, and to refuse a change of address. Opening
 * one changes nothing, because mail scanners open links.
 */
export default function MailedChoicePage() {
  const { pathname } = useLocation();
  const choice = choices.find(([start]) => pathname.startsWith(start));
  if (!choice) return null;
  const [start, name, make] = choice;
  return <MailedChoice key={pathname} name={name} make={() => make(pathname.slice(start.length))} />;
}

interface MailedChoiceProps {
  readonly name: (typeof choices)[number][1];
  readonly make: () => Promise<unknown>;
}

function MailedChoice({ name, make }: MailedChoiceProps) {
  const { t } = useTranslation('settings');
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = () => {
    setBusy(true);
    void make()
      .then(() => setDone(true), setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <FormPage title={t(`${name}.title`)}>
      {done ? (
        <>
          <Notice>{t(`${name}.done`)}</Notice>
          {name === 'refuse' && <Link to="/requestrecoverpassword">{t('refuse.recover')}</Link>}
        </>
      ) : (
        <>
          <FormAlert failure={failure} invalid={false} />
          <p>{t(`${name}.text`)}</p>
          <div>
            <Button look="primary" busy={busy} onClick={confirm}>
              {t(`${name}.submit`)}
            </Button>
          </div>
        </>
      )}
    </FormPage>
  );
}
