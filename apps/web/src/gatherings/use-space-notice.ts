import type { SpacePhase } from '@unspoken/contract/gathering-time';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { encounter } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { isGatheringRefusal } from './gathering-notice.tsx';

/**
 * What the server has answered to the last connect request, where the state of the space says it instead of a notice: that the
 * gathering is over, or not open yet.
 */
export function useSpaceNotice(phase: SpacePhase | undefined): 'over' | undefined {
  const actor = useObservable(encounter);
  const notice = useSelector(actor, (snapshot) => snapshot?.context.notice);
  const isSaid = notice !== undefined && isGatheringRefusal(notice) && !(notice === 'gathering_over' && phase === 'begun');
  useEffect(() => {
    if (isSaid) actor?.send({ type: 'notice dismissed' });
  }, [isSaid, actor]);
  return notice === 'gathering_over' ? 'over' : undefined;
}
