import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { MatchmakingState, WaitingEntry } from './state.ts';

interface AnnouncementOptions {
  readonly matchmakingState: Pick<MatchmakingState, 'find' | 'announce'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'reservationLife' | 'gettingReadyLimit'>;
  readonly reach: (entry: WaitingEntry) => Pick<Connection, 'send'> | undefined;
}

/**
 * Somebody is about to connect by this entry, and has something to read first. Their position counts from the first announcement,
 * for `gettingReadyLimit` at most; each announcement reserves it for as long as the loss of a socket does. Throws `click_ended`.
 */
export async function announceEntry(options: AnnouncementOptions, entry: WaitingEntry): Promise<void> {
  const { matchmakingState, clock, durations, reach } = options;
  const now = clock.now();
  const { reserved } = await matchmakingState.find(entry.accountId);
  const since = reserved?.clickID === entry.clickID && now < reserved.until ? reserved.queuedAt : now;
  const until = Math.min(now + durations.reservationLife, since + durations.gettingReadyLimit);
  if (until <= now) return;
  const announced = await matchmakingState.announce(entry, until, now);
  if (announced.outcome === 'ended') throw new AppError('click_ended');
  if (announced.outcome !== 'announced' || !announced.first) return;
  const { clickID } = announced.first;
  const event: MatchmakerEvent = { type: matchmakerEvents.connectReceived, clickID, partnerGettingReady: true };
  reach(announced.first)?.send('matchmakerEvent', event);
}
