import type { Notice as NoticeCode } from '@unspoken/encounter/model';
import { groupOf } from '@unspoken/encounter/noted';
import { useTranslation } from 'react-i18next';
import { KeepWaitingCountdown } from '../encounters/parts/waiting-times.tsx';
import { type ScreenProps, useContext, useTag } from '../encounters/use-encounter.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { spacePath } from './space-path.ts';

const refusals = ['gathering_not_found', 'gathering_full', 'gathering_not_open', 'gathering_over'] as const;
type Refusal = (typeof refusals)[number];
export const isGatheringRefusal = (notice: NoticeCode): notice is Refusal => refusals.some((each) => each === notice);

interface GatheringNoticeProps extends ScreenProps {
  readonly notice: Refusal | 'pairing_timeout';
}

/** Why a connect request in a gathering led to no encounter: nobody was free just then, or its group space takes no more requests. */
export function GatheringNotice({ actor, notice }: GatheringNoticeProps) {
  const { t } = useTranslation('groupspace');
  const { t: lobby } = useTranslation('lobby');
  const { t: problem } = useTranslation('errors');
  const goesOn = useTag(actor, 'waiting goes on by itself');
  const group = useContext(actor, groupOf);
  const isTimeout = notice === 'pairing_timeout';
  const dismiss = () => actor.send({ type: 'notice dismissed' });
  return (
    <Notice
      kind={isTimeout || notice === 'gathering_over' ? 'calm' : 'problem'}
      actions={
        <>
          {isTimeout && (
            <Button look="primary" onClick={() => actor.send({ type: 'keep waiting pressed' })}>
              {lobby('tryAgain')}
            </Button>
          )}
          {!isTimeout && group && (
            <LinkButton look="primary" to={spacePath(group)} onClick={dismiss}>
              {t('back')}
            </LinkButton>
          )}
          <Button look="quiet" onClick={dismiss}>
            {lobby('close')}
          </Button>
        </>
      }
    >
      {isTimeout ? t('waiting.tryAgain') : problem(notice)} {goesOn && <KeepWaitingCountdown actor={actor} />}
    </Notice>
  );
}
