import type { User } from '@unspoken/contract/accounts';
import { ownStanding } from '@unspoken/contract/standing';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { encounter } from '../encounters/current.ts';
import { instantIn } from '../moderation/format.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { LinkButton } from '../ui/link-button.tsx';
import styles from './on-hold.module.css';
import { useRefreshAt } from './use-refresh-at.ts';

/** In place of Connect, for an account that is held or suspended: what happened, until when, why, and whom to write to. */
export default function OnHold({ user }: { readonly user: User }) {
  // The refusal of a connect request is explained here, and must not reappear once the user can connect again.
  useEffect(() => () => encounter.get()?.send({ type: 'notice dismissed' }), []);
  return user.accountSuspended ? <Suspended user={user} /> : <Held user={user} />;
}

function Held({ user }: { readonly user: User }) {
  const { t, i18n } = useTranslation('standing');
  const until = user.accountHeldUntil;
  useRefreshAt(until);
  return (
    <Panel title={t('onHold.held.title')} user={user}>
      <p>{t('onHold.held.text')}</p>
      <p className={styles.end}>{t('onHold.held.until', { until: instantIn(i18n.language, until) })}</p>
      <p>{t('onHold.held.meanwhile')}</p>
    </Panel>
  );
}

/** A suspension and a ban look alike in the account; what they are about is read from the standing. */
function Suspended({ user }: { readonly user: User }) {
  const { t, i18n } = useTranslation('standing');
  const { t: problemText } = useTranslation('errors');
  const { answer, failure, load } = useLoaded(ownStanding);
  const shown = useRef(user);
  // The account is read again when a decision has changed it: then the standing has changed, too.
  useEffect(() => {
    if (shown.current !== user) void load();
    shown.current = user;
  }, [user, load]);
  const until = answer?.until ?? null;
  useRefreshAt(until);
  if (!answer && failure === undefined) return <p role="status">{t('standing.loading')}</p>;
  const rule = answer?.statements.find(({ kind }) => kind === 'suspended' || kind === 'banned')?.rule;
  const ruleText = rule && <p>{t('onHold.rule', { rule: t(`standing.rules.${rule}`) })}</p>;
  if (answer?.conduct === 'banned')
    return (
      <Panel title={t('onHold.banned.title')} user={user}>
        <p>{t('standing.conduct.banned')}</p>
        {ruleText}
      </Panel>
    );
  return (
    <Panel title={t('onHold.suspended.title')} user={user}>
      <p>{problemText('account_suspended')}</p>
      {answer?.conduct === 'suspended' && (
        <p className={styles.end}>
          {until === null ? t('onHold.suspended.open') : t('onHold.suspended.until', { until: instantIn(i18n.language, until) })}
        </p>
      )}
      {ruleText}
    </Panel>
  );
}

interface PanelProps {
  readonly title: string;
  readonly user: User;
  readonly children: ReactNode;
}

/** Announced as it appears: the account may be put on hold while its lobby is open. */
function Panel({ title, user, children }: PanelProps) {
  const { t } = useTranslation();
  const { t: lobbyText } = useTranslation('lobby');
  const { supportEmail } = useConfiguration();
  return (
    <section className={styles.panel} role="alert">
      <h1>{title}</h1>
      {children}
      <p>{lobbyText('suspendedContact', { support: supportEmail })}</p>
      {user.role !== 'experienceGuest' && (
        <div className={styles.links}>
          <LinkButton to="/account/standing">{lobbyText('standing')}</LinkButton>
          <Link to="/account/circle">{lobbyText('circle')}</Link>
          <Link to="/communityguidelines">{t('pages.communityguidelines')}</Link>
        </div>
      )}
    </section>
  );
}
