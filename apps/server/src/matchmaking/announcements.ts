import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import { isAway } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { Admission, ConnectRequest } from './admission.ts';
import type { MatchmakingState, WaitingEntry } from './state.ts';

interface AnnouncementsOptions {
  readonly matchmakingState: Pick<MatchmakingState, 'announce'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'reservationLife' | 'gettingReadyLimit'>;
  readonly reach: (entry: WaitingEntry) => Pick<Connection, 'send'> | undefined;
}

/** How many requests are remembered: far more than people read at the same time on one process. */
const remembered = 20_000;

/**
 * Somebody is about to connect, and has something to read first. Their position counts from the first announcement; each one reserves
 * it for as long as the loss of a socket does, until `gettingReadyLimit` after the first.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** When each request was first announced at this process, server epoch ms. */
  readonly #first = new Map<string, number>();

  readonly #admission: Pick<Admission, 'entryOf'>;

  constructor(admission: Pick<Admission, 'entryOf'>, options: AnnouncementsOptions) {
    this.#admission = admission;
    this.#options = options;
  }

  /** Does nothing once the limit is over. Throws the reason if the person may not connect, and `click_ended`. */
  async announce(connection: Connection, request: ConnectRequest): Promise<void> {
    try {
      await this.#announce(await this.#admission.entryOf(connection, request));
    } catch (error) {
      // The next announcement recovers from a transient failure; a denial ends the request.
      if (error instanceof AppError && !isAway(error)) {
        const refusal = { type: matchmakerEvents.connectFailed, error: error.code, clickID: request.clickID };
        connection.send('matchmakerEvent', refusal satisfies MatchmakerEvent);
      }
      throw error;
    }
  }

  async #announce(entry: WaitingEntry): Promise<void> {
    const { matchmakingState, clock, durations, reach } = this.#options;
    const now = clock.now();
    const limit = this.#firstOf(entry, now) + durations.gettingReadyLimit;
    if (now >= limit) return;
    const announced = await matchmakingState.announce(entry, Math.min(now + durations.reservationLife, limit), now);
    if (announced.outcome === 'ended') throw new AppError('click_ended');
    if (announced.outcome !== 'announced' || !announced.first) return;
    const { clickID } = announced.first;
    const event: MatchmakerEvent = { type: matchmakerEvents.connectReceived, clickID, partnerGettingReady: true };
    reach(announced.first)?.send('matchmakerEvent', event);
  }

  #firstOf({ accountId, clickID }: WaitingEntry, now: number): number {
    const name = `${accountId} ${clickID}`;
    const known = this.#first.get(name);
    if (known !== undefined) return known;
    this.#first.set(name, now);
    const [oldest] = this.#first.keys();
    if (this.#first.size > remembered && oldest !== undefined) this.#first.delete(oldest);
    return now;
  }
}
