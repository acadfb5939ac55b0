import { acceptTerms } from '@unspoken/contract/accounts';
import type { PoolType } from '@unspoken/contract/matchmaking';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { groupOf } from '@unspoken/encounter/noted';
import { isPausedSearch } from '@unspoken/encounter/rules';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { KeepWaitingCountdown } from '../encounters/parts/waiting-times.tsx';
import { useContext, useTag } from '../encounters/use-encounter.ts';
import { isInviting } from '../experiences/invitation.ts';
import { InvitationNotice } from '../experiences/invitation-notice.tsx';
import { GatheringNotice, isGatheringRefusal } from '../gatherings/gathering-notice.tsx';
import { useIsInGathering } from '../gatherings/in-gathering.ts';
import { call } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { CircleEmpty } from './circle-empty.tsx';
import styles from './lobby.module.css';

interface LobbyNoticeProps {
  readonly actor: EncounterActor;
  /** Shown when there is nothing to report. */
  readonly fallback?: ReactNode;
}

/** Explains why a connect request led to no encounter, always with a next step. */
export function LobbyNotice({ actor, fallback = null }: LobbyNoticeProps) {
  const { t } = useTranslation('lobby');
  const { t: problemText } = useTranslation('errors');
  const { t: roomText } = useTranslation('encounters');
  const { t: member } = useTranslation('experiences');
  const notice = useContext(actor, (context) => context.notice);
  const noRepeat = useContext(actor, (context) => context.noRepeat);
  const experienceType = useContext(actor, (context) => context.pool.experienceType);
  const dismiss = () => actor.send({ type: 'notice dismissed' });
  const pressed = useContext(actor, (context) => context.pool.poolType);
  const isPaused = useContext(actor, isPausedSearch);
  const groupSpace = useContext(actor, groupOf);
  const isInGathering = useIsInGathering(actor);
  const goesOn = useTag(actor, 'waiting goes on by itself');
  const navigate = useNavigate();
  const invite = () => {
    dismiss();
    isInviting.set(true);
    navigate('/');
  };
  const connect = (poolType: PoolType) =>
    actor.send({ type: 'connect pressed', experienceType, poolType, noRepeat, ...(groupSpace && { groupSpace }) });
  if (notice === undefined) return fallback;
  if (notice === 'circle_empty') return <CircleEmpty actor={actor} onClose={dismiss} onInvite={invite} />;
  const stopped = notice === 'account_held' || notice === 'account_suspended';
  if (notice === 'terms_not_accepted') return <TermsDialog onClose={dismiss} />;
  if (pressed === 'personalInvite' && !stopped) return <InvitationNotice actor={actor} notice={notice} />;
  if (isGatheringRefusal(notice) || (notice === 'pairing_timeout' && isInGathering))
    return <GatheringNotice actor={actor} notice={notice} />;
  return (
    <Notice
      kind={notice === 'pairing_timeout' ? 'calm' : 'problem'}
      actions={
        <>
          {notice === 'membership_needed' && (
            <LinkButton look="primary" to="/membership">
              {member('card.member')}
            </LinkButton>
          )}
          {!stopped && notice !== 'membership_needed' && (
            <Button look="primary" onClick={() => (isPaused ? actor.send({ type: 'keep waiting pressed' }) : connect(pressed))}>
              {t(notice === 'pairing_timeout' ? 'timeout.keepWaiting' : 'tryAgain')}
            </Button>
          )}
          {isPaused && (
            <Button look="quiet" onClick={invite}>
              {roomText('waiting.inviteOne')}
            </Button>
          )}
          <Button look="quiet" onClick={dismiss}>
            {t('close')}
          </Button>
        </>
      }
    >
      {isPaused && !goesOn
        ? `${roomText('waiting.stillThere')} ${roomText('waiting.askedAgain')}`
        : notice === 'pairing_timeout'
          ? t('timeout.text')
          : problemText(notice)}{' '}
      {goesOn && <KeepWaitingCountdown actor={actor} />}
      {stopped && <Link to="/account/standing">{t('standing')}</Link>}
    </Notice>
  );
}

/** Asked before the first Connect of an account that was created without this declaration. */
function TermsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('lobby');
  const { t: problemText } = useTranslation('errors');
  const [problem, setProblem] = useState<unknown>();
  const accept = async () => {
    try {
      await call(acceptTerms, { body: { termsAccepted: 'true', over18: 'true' } });
      await refreshSession();
      onClose();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <Dialog title={t('terms.title')} closeLabel={t('close')} onClose={onClose}>
      <p>{t('terms.text')}</p>
      <p>
        <Link to="/terms">{t('terms.terms')}</Link> · <Link to="/privacy">{t('terms.privacy')}</Link>
      </p>
      {problem !== undefined && <Notice kind="problem">{errorText(problemText, problem)}</Notice>}
      <div className={styles.dialogActions}>
        <Button look="primary" onClick={accept}>
          {t('terms.accept')}
        </Button>
      </div>
    </Dialog>
  );
}
