import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import type { AnswerOf } from '@unspoken/contract/call';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renewRecoveryCodes,
  secondFactorState,
} from '@unspoken/contract/second-factor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { instantIn } from '../moderation/format.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './console.module.css';
import { unlessCancelled } from './passkey-dialog.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The user's own second factor: the passkeys that replace a code, and recovery codes. */
export function FactorSettings() {
  const { t } = useTranslation('console');
  useTitle(t('parts.factor'));
  return (
    <>
      <h1>{t('parts.factor')}</h1>
      <Passkeys />
      <Codes />
    </>
  );
}

function Passkeys() {
  const { t, i18n } = useTranslation('console');
  const { answer, failure, setFailure, load } = useLoaded(listPasskeys);
  /** The authenticator reports that it already has a passkey of this account. */
  const [known, setKnown] = useState(false);
  const add = async () => {
    const options = await call(beginPasskey, {});
    const passkey = await unlessCancelled(startRegistration({ optionsJSON: options as never }));
    if (passkey) await call(addPasskey, { body: { passkey } });
    await load();
  };
  const failed = (error: unknown) => {
    setKnown((error as Error).name === 'InvalidStateError');
    setFailure(error);
  };
  const remove = (passkeyID: string) => call(removePasskey, { body: { passkeyID } }).then(load, setFailure);
  return (
    <section className={styles.card}>
      <h2>{t('factor.passkeys')}</h2>
      <p>{t('factor.passkeysText')}</p>
      {known ? <Notice kind="problem">{t('factor.knownPasskey')}</Notice> : <FormAlert failure={failure} invalid={false} />}
      {answer && answer.passkeys.length > 0 && (
        <ul className={styles.cases}>
          {answer.passkeys.map((passkey) => (
            <li key={passkey.passkeyID} className={styles.found}>
              <span className={styles.about}>{usageOf(passkey)}</span>
              <Button
                aria-label={t('factor.removePasskey', { added: usageOf(passkey) })}
                onClick={() => void remove(passkey.passkeyID)}
              >
                {t('factor.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p>
        {browserSupportsWebAuthn() ? (
          <Button onClick={() => void add().then(() => setKnown(false), failed)}>{t('factor.addPasskey')}</Button>
        ) : (
          t('factor.unsupported')
        )}
      </p>
    </section>
  );

  function usageOf({ addedAt, usedAt }: AnswerOf<typeof listPasskeys>['passkeys'][number]): string {
    const added = t('factor.added', { when: instantIn(i18n.language, addedAt) });
    return usedAt === null ? added : `${added} · ${t('factor.used', { when: instantIn(i18n.language, usedAt) })}`;
  }
}

function Codes() {
  const { t } = useTranslation('console');
  const { answer, failure, setFailure, load } = useLoaded(secondFactorState);
  const [codes, setCodes] = useState<readonly string[]>();
  const [asking, setAsking] = useState(false);
  const renew = async () => {
    setAsking(true);
    try {
      setCodes((await call(renewRecoveryCodes, {})).recoveryCodes);
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
    setAsking(false);
  };
  const kept = () => {
    setCodes(undefined);
    void load();
  };
  return (
    <section className={styles.card}>
      <h2>{t('factor.recovery')}</h2>
      <FormAlert failure={failure} invalid={false} />
      {codes ? (
        <RecoveryCodes codes={codes} onKept={kept} />
      ) : (
        <>
          {answer && <p>{t('factor.codesLeft', { count: answer.recoveryCodesLeft })}</p>}
          <p>
            <Button disabled={asking} onClick={() => void renew()}>
              {t('factor.renew')}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
