import { appeal, appealBody, ownStanding, type Statement } from '@unspoken/contract/standing';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { call } from '../platform/api.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { instantIn } from './format.ts';
import own from './moderation.module.css';

/** /account/standing: the state of the user's account, every decision about it with its reasons, and the way to appeal. */
export default function StandingPage() {
  const { t, i18n } = useTranslation('standing');
  const { supportEmail } = useConfiguration();
  const { user } = useSession();
  const { answer, failure, load } = useLoaded(ownStanding);
  const shown = useRef(user);
  // The account is read again when a decision has changed it: then the reasons have changed, too.
  useEffect(() => {
    if (shown.current !== user) void load();
    shown.current = user;
  }, [user, load]);
  return (
    <main className={profile.profile}>
      <h1>{t('standing.title')}</h1>
      <FormAlert failure={failure} invalid={false} />
      {!answer && failure === undefined && <p role="status">{t('standing.loading')}</p>}
      {answer && (
        <>
          <p className={profile.card}>
            {t(`standing.conduct.${answer.conduct === 'suspended' && answer.until === null ? 'suspendedOpen' : answer.conduct}`, {
              until: instantIn(i18n.language, answer.until),
            })}
          </p>
          <h2>{t('standing.decisions')}</h2>
          {answer.statements.length === 0 && <p>{t('standing.none')}</p>}
          {answer.statements.map((statement) => (
            <Decision key={statement.statementID} statement={statement} onAppeal={() => void load()} />
          ))}
          <p>{t('standing.contact', { support: supportEmail })}</p>
        </>
      )}
    </main>
  );
}

function Decision({ statement, onAppeal }: { readonly statement: Statement; readonly onAppeal: () => void }) {
  const { t, i18n } = useTranslation('standing');
  const { kind, at, until, rule, facts, decidedBy, appeal: state, appealFacts, statementID } = statement;
  const [writing, setWriting] = useState(false);
  return (
    <article className={`${profile.card} ${own.decision}`}>
      <h3>{t(`standing.kinds.${kind}`)}</h3>
      <p className={profile.note}>
        {t('standing.when', { when: instantIn(i18n.language, at) })}
        {kind === 'held' || kind === 'suspended'
          ? ` · ${until ? t('standing.until', { until: instantIn(i18n.language, until) }) : t('standing.noEnd')}`
          : ''}
      </p>
      <dl className={own.reasons}>
        {rule && (
          <>
            <dt>{t('standing.rule')}</dt>
            <dd>{t(`standing.rules.${rule}`)}</dd>
          </>
        )}
        {facts && (
          <>
            <dt>{t('standing.facts')}</dt>
            <dd className={own.words}>{facts}</dd>
          </>
        )}
      </dl>
      <p className={profile.note}>{t(`standing.by.${decidedBy}`)}</p>
      {(state === 'pending' || state === 'upheld' || state === 'reversed') && (
        <p role="status">{t(`standing.appeal.${state}`)}</p>
      )}
      {appealFacts && <p className={own.words}>{appealFacts}</p>}
      {state === 'possible' && !writing && <Button onClick={() => setWriting(true)}>{t('standing.appeal.open')}</Button>}
      {state === 'possible' && writing && (
        <AppealForm statementID={statementID} onSent={onAppeal} onCancel={() => setWriting(false)} />
      )}
    </article>
  );
}

interface AppealFormProps {
  readonly statementID: string;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

function AppealForm({ statementID, onSent, onCancel }: AppealFormProps) {
  const { t } = useTranslation('standing');
  const form = useContractForm(appealBody, { appealWords: '', statementID }, async (body) => {
    await call(appeal, { body });
    onSent();
  });
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormAlert {...form.alert} serverError={t('standing.appeal.failed')} />
      <p>{t('standing.appeal.text')}</p>
      <TextArea label={t('standing.appeal.label')} rows={5} {...form.field('appealWords')} />
      <FormButtons
        submit={t('standing.appeal.send')}
        submitting={form.submitting}
        cancel={t('standing.appeal.cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
