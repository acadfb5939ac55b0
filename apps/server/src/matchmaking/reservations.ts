import type { Durations } from '@unspoken/contract/durations';
import type { Clock } from '../platform/clock.ts';
import type { MatchmakingState, ReservedEntry, WaitingEntry } from './state.ts';
import type { Waits } from './waits.ts';

interface ReservationsOptions {
  readonly matchmakingState: Pick<MatchmakingState, 'leave' | 'reserve' | 'find'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'reservationLife'>;
  readonly waits: Waits;
  readonly fault: (error: unknown) => void;
}

interface Reservation {
  readonly entry: WaitingEntry;
  readonly until: number;
  /** When the person stopped waiting, server epoch ms, and how the wait has ended if they do not return. */
  readonly since: number;
  readonly outcome: 'lost' | 'gave_up';
}

/** The positions that this process has reserved: nobody is paired with them until their people return, which they may do elsewhere. */
export class Reservations {
  readonly #options: ReservationsOptions;
  readonly #reserved = new Map<string, Reservation>();

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  /** The entry that waits on this socket leaves the queue; `outcome` is that of its wait if the person does not return. */
  async leave(accountId: string, connectionId: string, outcome: Reservation['outcome']): Promise<void> {
    const until = this.#until();
    const entry = await this.#options.matchmakingState.leave(accountId, connectionId, until);
    if (entry) this.#note(entry, until, outcome);
  }

  /** The pairing of this entry was dissolved while its person could not be requeued. */
  async reserve(entry: WaitingEntry, outcome: Reservation['outcome']): Promise<void> {
    const until = this.#until();
    await this.#options.matchmakingState.reserve(entry.accountId, entry.clickID, until);
    this.#note(entry, until, outcome);
  }

  /** The person has connected here, and waits or has met somebody; another request than the reserved one has ended that one. */
  returned({ accountId, clickID }: WaitingEntry): void {
    const reservation = this.#reserved.get(accountId);
    this.#reserved.delete(accountId);
    if (reservation && reservation.entry.clickID !== clickID)
      this.#options.waits.ended(reservation.entry, reservation.outcome, reservation.since);
  }

  /** A request whose position was reserved has been cancelled. */
  cancelled(accountId: string, { until }: ReservedEntry): void {
    const reservation = this.#reserved.get(accountId);
    if (reservation?.until !== until) return;
    this.#reserved.delete(accountId);
    this.#options.waits.ended(reservation.entry, 'gave_up', reservation.since);
  }

  #until(): number {
    const { clock, durations } = this.#options;
    return clock.now() + durations.reservationLife;
  }

  #note(entry: WaitingEntry, until: number, outcome: Reservation['outcome']): void {
    const { clock, durations, fault } = this.#options;
    const reservation = { entry, until, since: until - durations.reservationLife, outcome };
    this.#reserved.set(entry.accountId, reservation);
    clock.after(until - clock.now(), () => void this.#lapse(reservation).catch(fault));
  }

  async #lapse(reservation: Reservation): Promise<void> {
    const { matchmakingState, waits } = this.#options;
    const { entry, until, since, outcome } = reservation;
    if (this.#reserved.get(entry.accountId) !== reservation) return;
    this.#reserved.delete(entry.accountId);
    // The person may have returned by another process, and been there long enough to leave again.
    const { reserved } = await matchmakingState.find(entry.accountId);
    if (reserved?.clickID === entry.clickID && reserved.until === until) waits.ended(entry, outcome, since);
  }
}
