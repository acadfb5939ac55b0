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
  readonly schedule: Schedule;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'gatheringDoors' | 'gatheringClosing' | 'settingsCheck'>;
  /** The accounts with a socket on this process, and their sockets. */
  readonly present: () => readonly string[];
  readonly socketsOf: (accountId: string) => readonly Connection[];
  readonly send: (connections: readonly Connection[], event: string, payload: unknown) => void;
  /** Refuses those who wait in a private space by this process. */
  readonly endGroup: (groupId: string) => Promise<void>;
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
  /** The private spaces in which people may wait: of gatherings that take place, or whose end has not been dealt with. */
  readonly #running = new Set<string>();
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
    const { clock, schedule } = this.#options;
    const now = clock.now();
    const { approved } = schedule;
    await this.#endGroups(approved.filter((row) => isCurrent(timesOf(row), now)));
    for (const row of approved)
      for (const { at, phase } of this.#boundaries(row))
        if (this.#doneUntil < at && at <= now) await this.announce(row.id, phase);
    this.#doneUntil = now;
  }

  /** Nobody waits any longer in the space of a gathering that has ended, or was cancelled while it took place. */
  async #endGroups(current: readonly GatheringRow[]): Promise<void> {
    const open = new Set(current.flatMap(({ groupId }) => (groupId === null ? [] : [groupId])));
    for (const groupId of open) this.#running.add(groupId);
    for (const groupId of this.#running) {
      if (open.has(groupId)) continue;
      await this.#options.endGroup(groupId);
      this.#running.delete(groupId);
    }
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
