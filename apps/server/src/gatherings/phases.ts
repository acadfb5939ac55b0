import type { Durations } from '@unspoken/contract/durations';
import { isCurrent } from '@unspoken/contract/gathering-time';
import { type GatheringEvent, gatheringEvent } from '@unspoken/contract/gatherings';
import type { Clock } from '../platform/clock.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { Schedule } from './schedule.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { timesOf } from './view.ts';

type Phase = GatheringEvent['phase'];

export interface PhasesOptions {
  readonly store: Pick<GatheringStore, 'among'>;
  readonly schedule: Pick<Schedule, 'approved' | 'findByGroup'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'gatheringDoors' | 'gatheringClosing' | 'settingsCheck'>;
  /** The accounts with a socket on this process, and their sockets. */
  readonly present: () => readonly string[];
  readonly socketsOf: (accountId: string) => readonly Connection[];
  readonly send: (connections: readonly Connection[], event: string, payload: unknown) => void;
  /** Refuses those who wait by this process in private spaces that are shut. */
  readonly refuseWhereShut: (isShut: (groupId: string) => Promise<boolean>) => Promise<void>;
  readonly fault: (error: unknown) => void;
}

/**
 * The boundaries of gatherings: when the doors of one open, it begins, ends, or closes, the open pages of those whom it concerns hear of
 * it, and at the end nobody waits in its space any more. Every process does this for its own sockets.
 */
export class Phases {
  readonly #options: PhasesOptions;
  #stopWaiting = () => {};
  #stopped = false;
  /** Up to when the boundaries have been dealt with, epoch ms. */
  #doneUntil: number;

  constructor(options: PhasesOptions) {
    this.#options = options;
    this.#doneUntil = options.clock.now();
  }

  start(): void {
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    this.#stopWaiting();
  }

  /** Until the next boundary that has not been dealt with, or until what other processes have changed has been read. */
  #wait(after = this.#doneUntil): void {
    const { clock, schedule, durations, fault } = this.#options;
    if (this.#stopped) return;
    const now = clock.now();
    const next = schedule.approved
      .flatMap((row) => this.#boundaries(row))
      .map(({ at }) => at)
      .filter((at) => at > after);
    const delay = Math.max(1, Math.min(durations.settingsCheck, ...next.map((at) => at - now)));
    this.#stopWaiting = clock.after(delay, () => {
      this.#pass().then(
        () => this.#wait(),
        (error: unknown) => {
          fault(error);
          // What has failed is tried again with the next boundary, or when what others have changed is read.
          this.#wait(clock.now());
        },
      );
    });
  }

  /** If it fails, the next pass deals with the same boundaries again. */
  async #pass(): Promise<void> {
    const { clock, schedule, refuseWhereShut, fault } = this.#options;
    const now = clock.now();
    // Without the queue the pages are informed all the same; every pass refuses those who wait where they may not.
    await refuseWhereShut((groupId) => this.#isShut(groupId, now)).catch(fault);
    for (const row of schedule.approved)
      for (const { at, phase } of this.#boundaries(row))
        if (this.#doneUntil < at && at <= now) await this.announce(row.id, phase);
    this.#doneUntil = now;
  }

  /** Whether the gathering of a private space has ended, or was cancelled. */
  async #isShut(groupId: string, now: number): Promise<boolean> {
    const gathering = await this.#options.schedule.findByGroup(groupId);
    return gathering?.state !== 'approved' || !isCurrent(timesOf(gathering), now);
  }

  /** Sends a phase to the open pages, on this process, of those who have registered. */
  async announce(gatheringID: string, phase: Phase): Promise<void> {
    const { store, present, socketsOf, send } = this.#options;
    const concerned = await store.among(gatheringID, present());
    const payload: GatheringEvent = { gatheringID, phase };
    send(concerned.flatMap(socketsOf), gatheringEvent, payload);
  }

  #boundaries({ startsAt, endsAt }: GatheringRow): { readonly at: number; readonly phase: Phase }[] {
    const { gatheringDoors, gatheringClosing } = this.#options.durations;
    const [start, end] = [startsAt.getTime(), endsAt.getTime()];
    return [
      { at: start - gatheringDoors, phase: 'doors' },
      { at: start, phase: 'begun' },
      { at: end, phase: 'ended' },
      { at: end + gatheringClosing, phase: 'closed' },
    ];
  }
}
