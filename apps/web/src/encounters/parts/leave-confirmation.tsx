import type { UserState } from '@unspoken/contract/encounters';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { userState, useUserState } from '../current.ts';
import type { ScreenProps } from '../use-encounter.ts';

/** While these last, leaving takes somebody away from another person. */
const asking: readonly UserState[] = ['enteringRoom', 'gettingMedia', 'preparing', 'ready', 'connected'];
const asks = (state: UserState): boolean => asking.includes(state);

/**
 * Back asks before it leaves an encounter. In a window of its own the key, or the gesture at the edge, is the only navigation,
 * and easily made by accident. Whatever leads elsewhere by itself is not asked about.
 */
export function LeaveConfirmation({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const { t: common } = useTranslation();
  const isAsking = asks(useUserState());
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && asks(userState.get()));
  // It may end while the question is open.
  useEffect(() => {
    if (blocker.state === 'blocked' && !isAsking) blocker.reset();
  }, [blocker, isAsking]);
  if (blocker.state !== 'blocked' || !isAsking) return null;
  const stay = () => blocker.reset();
  const leave = () => {
    blocker.reset();
    actor.send({ type: 'end pressed' });
  };
  return (
    <ConfirmDialog
      title={t('leave.title')}
      text={t('leave.text')}
      yes={t('leave.yes')}
      no={t('leave.no')}
      closeLabel={common('close')}
      onYes={leave}
      onNo={stay}
    />
  );
}
