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
import { instantIn } from '../moderation/words.ts';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import styles from './console.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

/** One's own second factor: the passkeys that stand in for a code, and codes for the day all else is lost. */
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
  const add = async () => {
    const options = await call(beginPasskey, {});
    const passkey = await startRegistration({ optionsJSON: options as never }).catch(() => undefined);
    // Whoever closes the browser's own dialog has changed their mind.
    if (passkey) await call(addPasskey, { body: { passkey } });
    await load();
  };
  const remove = (passkeyID: string) => call(removePasskey, { body: { passkeyID } }).then(load, setFailure);
  return (
    <section className={styles.card}>
      <h2>{t('factor.passkeys')}</h2>
      <p>{t('factor.passkeysText')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer && answer.passkeys.length > 0 && (
        <ul className={styles.cases}>
          {answer.passkeys.map((passkey) => (
            <li key={passkey.passkeyID} className={styles.found}>
              <span className={styles.about}>{said(passkey)}</span>
              <Button onClick={() => void remove(passkey.passkeyID)}>{t('factor.remove')}</Button>
            </li>
          ))}
        </ul>
      )}
      <p>
        {browserSupportsWebAuthn() ? (
          <Button onClick={() => void add().catch(setFailure)}>{t('factor.addPasskey')}</Button>
        ) : (
          t('factor.unsupported')
        )}
      </p>
    </section>
  );

  function said({ addedAt, usedAt }: AnswerOf<typeof listPasskeys>['passkeys'][number]): string {
    const added = t('factor.added', { when: instantIn(i18n.language, addedAt) });
    return usedAt === null ? added : `${added} · ${t('factor.used', { when: instantIn(i18n.language, usedAt) })}`;
  }
}

function Codes() {
  const { t } = useTranslation('console');
  const { answer, failure, setFailure, load } = useLoaded(secondFactorState);
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = () => call(renewRecoveryCodes, {}).then(({ recoveryCodes }) => setCodes(recoveryCodes), setFailure);
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
            <Button onClick={() => void renew()}>{t('factor.renew')}</Button>
          </p>
        </>
      )}
    </section>
  );
}
