import type { BodyInputOf } from '@unspoken/contract/call';
import { type DeclarationKind, declarationBody, declare } from '@unspoken/contract/declarations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormPage } from '../forms/form-page.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { saveFile } from '../platform/save-file.ts';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import own from './membership.module.css';
import { Outcome } from './outcome.tsx';

/**
 * /cancelcontract and /withdrawcontract: with the statutory fields and no others, without signing in, on one page. The button says nothing
 * but what the law demands. Source: requirements/membership 8.9, 8.10.
 */
export default function DeclarationPage({ kind }: { readonly kind: DeclarationKind }) {
  const { t, i18n } = useTranslation('membership');
  const { user } = useSession();
  const [received, setReceived] = useState<string>();
  const isCancellation = kind === 'cancellation';
  useTitle(t(`declare.${kind}.title`));
  const form = useContractForm<BodyInputOf<typeof declare>>(
    declarationBody,
    { kind, type: 'ordinary', reason: '', name: user?.name ?? '', contract: t('join.title'), at: '', email: user?.email ?? '' },
    async (body) => setReceived((await call(declare, { body: { ...body, kind, language: i18n.language } })).declaration),
    { focusFirst: false },
  );
  if (received !== undefined) return <Received kind={kind} declaration={received} />;
  return (
    <FormPage title={t(`declare.${kind}.title`)}>
      <p>{t(`declare.${kind}.text`)}</p>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <FormAlert {...form.alert} />
        {isCancellation && (
          <Select label={t('declare.type')} {...form.field('type')}>
            <option value="ordinary">{t('declare.ordinary')}</option>
            <option value="extraordinary">{t('declare.extraordinary')}</option>
          </Select>
        )}
        {isCancellation && form.watch('type') === 'extraordinary' && (
          <TextArea label={t('declare.reason')} rows={4} {...form.field('reason')} />
        )}
        <Field label={t('declare.name')} autoComplete="name" {...form.field('name')} />
        <Field label={t('declare.contract')} {...form.field('contract')} />
        {isCancellation && <Field label={t('declare.at')} type="date" hint={t('declare.atHint')} {...form.field('at')} />}
        <Field label={t('declare.email')} type="email" autoComplete="email" {...form.field('email')} />
        <div>
          <Button look="primary" large type="submit" busy={form.submitting}>
            {t(`declare.${kind}.button`)}
          </Button>
        </div>
      </form>
    </FormPage>
  );
}

/** The declaration with its date and time, to be kept. */
function Received({ kind, declaration }: { readonly kind: DeclarationKind; readonly declaration: string }) {
  const { t } = useTranslation('membership');
  return (
    <FormPage title={t(`declare.${kind}.title`)}>
      <div className={own.outcome}>
        <Outcome>{t('declare.received')}</Outcome>
        <blockquote className={own.declaration}>{declaration}</blockquote>
        <p>{t(kind === 'withdrawal' ? 'declare.mailWithdrawal' : 'declare.mail')}</p>
      </div>
      <div>
        <Button look="primary" onClick={() => saveFile(`${kind}.txt`, 'text/plain;charset=utf-8', declaration)}>
          {t('declare.save')}
        </Button>
      </div>
    </FormPage>
  );
}
