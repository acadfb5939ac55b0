import type { Notice as NoticeCode } from '@unspoken/encounter/model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ownInvitation, waitAgain, withdrawInvitation } from './invitation.ts';

interface InvitationNoticeProps extends ScreenProps {
  readonly notice: NoticeCode;
}

/** Explains, to the host or to the invited user, why waiting by an invitation ended without an encounter. */
export function InvitationNotice({ actor, notice }: InvitationNoticeProps) {
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  return isOwn ? <ToHost actor={actor} notice={notice} /> : <ToInvited actor={actor} notice={notice} />;
}

function ToHost({ actor, notice }: InvitationNoticeProps) {
  const { t } = useTranslation('experiences');
  const { t: problem } = useTranslation('errors');
  const { friend, isRehearsal } = useObservable(ownInvitation) ?? {};
  const isOver = notice === 'pairing_timeout' || notice === 'invitation_inactive';
  // A friend is not asked again without being chosen again.
  if (friend !== undefined && isOver) return <Over actor={actor}>{t('host.friendDidNotCome', { name: friend })}</Over>;
  // Another rehearsal begins in the studio, with what is written by then.
  if (isRehearsal && isOver) return <Over actor={actor}>{t('host.ranOut')}</Over>;
  return (
    <WaitAgain actor={actor} label={t(isOver ? 'host.another' : 'host.waitAgain')} isProblem={!isOver}>
      {isOver ? t('host.ranOut') : problem(notice)}
    </WaitAgain>
  );
}

/** It is over, and there is nothing to go on with here. */
function Over({ actor, children }: ScreenProps & { readonly children: string }) {
  const { t } = useTranslation('experiences');
  const close = () => {
    withdrawInvitation();
    actor.send({ type: 'notice dismissed' });
  };
  return (
    <Notice
      actions={
        <Button look="quiet" onClick={close}>
          {t('close')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

/** In the lobby: an open invitation whose host was interrupted, and does not wait by it at the moment. */
export function OpenInvitationNotice({ actor }: ScreenProps) {
  const { t } = useTranslation('experiences');
  const open = useObservable(ownInvitation);
  const now = useContext(actor, (context) => context.ports.clock.now());
  if (!open || now >= open.until) return null;
  return (
    <WaitAgain actor={actor} label={t('host.waitAgain')}>
      {t('host.stands')}
    </WaitAgain>
  );
}

interface WaitAgainProps extends ScreenProps {
  readonly label: string;
  readonly isProblem?: boolean;
  readonly children: string;
}

function WaitAgain({ actor, label, isProblem = false, children }: WaitAgainProps) {
  const { t } = useTranslation('experiences');
  const noRepeat = useContext(actor, (context) => context.noRepeat);
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const again = () => {
    setState('making');
    waitAgain(actor, noRepeat).catch(() => setState('failed'));
  };
  const close = () => {
    withdrawInvitation();
    actor.send({ type: 'notice dismissed' });
  };
  return (
    <Notice
      kind={isProblem || state === 'failed' ? 'problem' : 'calm'}
      actions={
        <>
          <Button look="primary" disabled={state === 'making'} onClick={again}>
            {label}
          </Button>
          <Button look="quiet" onClick={close}>
            {t('panel.cancel')}
          </Button>
        </>
      }
    >
      {state === 'failed' ? t('inviteFailed') : children}
    </Notice>
  );
}

function ToInvited({ actor, notice }: InvitationNoticeProps) {
  const { t } = useTranslation('experiences');
  const { t: problem } = useTranslation('errors');
  const { groupSpace: code, experienceType } = useContext(actor, (context) => context.pool);
  const isOver = notice === 'invitation_inactive';
  const isLate = notice === 'pairing_timeout';
  const invitation = { code, own: false };
  const again = () =>
    actor.send({ type: 'connect pressed', experienceType, poolType: 'personalInvite', noRepeat: false, invitation });
  return (
    <Notice
      kind={isOver || isLate ? 'calm' : 'problem'}
      actions={
        <>
          {!isOver && (
            <Button look="primary" onClick={again}>
              {t(isLate ? 'invited.keepWaiting' : 'invited.tryAgain')}
            </Button>
          )}
          <Button look="quiet" onClick={() => actor.send({ type: 'notice dismissed' })}>
            {t('close')}
          </Button>
        </>
      }
    >
      {isOver ? t('invited.hostLeft') : isLate ? t('invited.hostNotHere') : problem(notice)}
    </Notice>
  );
}
