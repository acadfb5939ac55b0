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
  /** The private spaces in which people can connect, as of the last pass. */
  #running: ReadonlySet<string> = new Set();
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

  /** Until the next boundary, or until what other processes have changed has been read. */
  #wait(): void {
    const { clock, schedule, durations, fault } = this.#options;
    if (this.#stopped) return;
    const now = clock.now();
    const next = schedule.approved
      .flatMap((row) => this.#boundaries(row))
      .map(({ at }) => at)
      .filter((at) => at > this.#doneUntil);
    const delay = Math.max(1, Math.min(durations.settingsCheck, ...next.map((at) => at - now)));
    this.#stopWaiting = clock.after(delay, () => {
      this.#pass()
        .catch(fault)
        .finally(() => this.#wait());
    });
  }

  async #pass(): Promise<void> {
    const { clock, schedule } = this.#options;
    const now = clock.now();
    const from = this.#doneUntil;
    this.#doneUntil = now;
    const { approved } = schedule;
    await this.#endGroups(approved.filter((row) => isCurrent(timesOf(row), now)));
    for (const row of approved)
      for (const { at, phase } of this.#boundaries(row)) if (from < at && at <= now) await this.announce(row.id, phase);
  }

  /** Nobody waits any longer in the space of a gathering that has ended, or was cancelled while it took place. */
  async #endGroups(current: readonly GatheringRow[]): Promise<void> {
    const before = this.#running;
    this.#running = new Set(current.flatMap(({ groupId }) => (groupId === null ? [] : [groupId])));
    for (const groupId of before) if (!this.#running.has(groupId)) await this.#options.endGroup(groupId);
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
