import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import type { Joined, ProposedRoom, RoomExit, WaitingEntry } from '@unspoken/server/matchmaking/state';

/** The matchmaking state of a process, with the processor time that it takes. Its methods do their work before they return a promise. */
export class TimedState extends MemoryMatchmakingState {
  calls = 0;
  /** µs */
  took = 0;

  override join(entry: WaitingEntry, room: ProposedRoom, now: number): Promise<Joined> {
    return this.#timed(() => super.join(entry, room, now));
  }

  override release(roomID: string, ...exits: readonly RoomExit[]): Promise<readonly string[]> {
    return this.#timed(() => super.release(roomID, ...exits));
  }

  #timed<T>(run: () => T): T {
    const began = process.threadCpuUsage();
    const result = run();
    const { user, system } = process.threadCpuUsage(began);
    this.took += user + system;
    this.calls++;
    return result;
  }
}
