import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import {
  askPasskey,
  beginSecondFactor,
  confirmSecondFactor,
  provePasskey,
  proveSecondFactor,
} from '@unspoken/contract/second-factor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import own from './console.module.css';
import { unlessCancelled } from './passkey-dialog.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface StepProps {
  readonly heading: 'h1' | 'h3';
  readonly onDone: () => void;
}

/** Asks this browser for a code from the app, a recovery code, or a passkey. */
export function ProveSecondFactor({ heading: Heading, hasPasskey, onDone }: StepProps & { readonly hasPasskey: boolean }) {
  const { t } = useTranslation('console');
  return (
    <>
      <Heading>{t('factor.title')}</Heading>
      <p>{t('factor.prove')}</p>
      <CodeForm
        label={t('factor.codeOrRecovery')}
        send={async (code) => {
          await call(proveSecondFactor, { body: { code } });
          onDone();
        }}
      />
      {hasPasskey && browserSupportsWebAuthn() && <ProveByPasskey onDone={onDone} />}
    </>
  );
}

function ProveByPasskey({ onDone }: Pick<StepProps, 'onDone'>) {
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<unknown>();
  const prove = async () => {
    const options = await call(askPasskey, {});
    const passkey = await unlessCancelled(startAuthentication({ optionsJSON: options as never }));
    if (!passkey) return;
    await call(provePasskey, { body: { passkey } });
    onDone();
  };
  return (
    <>
      <FormAlert failure={failure} invalid={false} />
      <p>
        <Button onClick={() => void prove().catch(setFailure)}>{t('factor.usePasskey')}</Button>
      </p>
    </>
  );
}

/** Sets an app up in three steps: its key, its first code, the recovery codes. */
export function SetUpSecondFactor({ heading: Heading, onDone }: StepProps) {
  const { t } = useTranslation('console');
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [failure, setFailure] = useState<unknown>();
  if (codes)
    return (
      <>
        <Heading>{t('factor.recovery')}</Heading>
        <RecoveryCodes codes={codes} onKept={onDone} />
      </>
    );
  return (
    <>
      <Heading>{t('factor.title')}</Heading>
      <p>{t('factor.setUp')}</p>
      <FormAlert failure={failure} invalid={false} />
      {begun ? (
        <>
          <QrCode text={begun.uri} />
          <p>
            {t('factor.key')}: <code className={own.key}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <CodeForm
            label={t('factor.code')}
            send={async (code) => setCodes((await call(confirmSecondFactor, { body: { code } })).recoveryCodes)}
          />
        </>
      ) : (
        <p>
          <Button look="primary" onClick={() => call(beginSecondFactor, {}).then(setBegun, setFailure)}>
            {t('factor.begin')}
          </Button>
        </p>
      )}
    </>
  );
}

interface CodeFormProps {
  readonly label: string;
  readonly send: (code: string) => Promise<void>;
}

function CodeForm({ label, send }: CodeFormProps) {
  const { t } = useTranslation('console');
  const form = useContractForm(confirmSecondFactor.body, { code: '' }, ({ code }) => send(code));
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} serverError={t('factor.failed')} />
      <Field label={label} inputMode="text" autoComplete="one-time-code" {...form.field('code')} />
      <div className={styles.buttons}>
        <Button look="primary" type="submit" busy={form.submitting}>
          {t('factor.confirm')}
        </Button>
      </div>
    </form>
  );
}
