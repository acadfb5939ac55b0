import type { Durations } from '@unspoken/contract/durations';
import type { EndReason, UserState } from '@unspoken/contract/encounters';
import { Violation } from './audit.ts';

/** One person's story of one encounter, to be laid beside the partner's and the server's. */
export interface Story {
  roomID: string;
  accountId: string;
  startedAt?: number;
  endedAt?: number;
  reason?: EndReason;
  /** The server said that it ended otherwise, and earlier or later, than this side thought. */
  corrected?: boolean;
  /** The socket was up, without a break, around the whole of it. */
  steady: boolean;
  /** Nothing of the path or the line was disturbed. */
  undisturbed: boolean;
}

/** How long each state may last at most. Source: requirements/promises A12, requirements/encounter 5. */
const longest = (durations: Durations): Partial<Record<UserState, number>> => ({
  // A room that comes at the last moment is still greeted, and so is the next if that one falls through.
  waiting: durations.pairingTimeout + 2 * durations.peerNoAnswerTimeout,
  enteringRoom: durations.enteringRoom + durations.languagePauseLimit + 10 * durations.languageResume,
  gettingMedia: durations.cameraPromptLimit,
  mediaDenied: durations.mediaDeniedDwell,
  preparing: durations.peerNotReadyTimeout,
  ready: durations.readyLimit,
  // A side that had to begin by itself, without a socket, is put right by the common start when it is back.
  connected: durations.connectionDuration + durations.rejoinBeforeConnected + durations.socketPing + durations.socketPingTimeout,
  disconnected: durations.afterConnectionDuration,
});

/** Watches one person's chart: no state lasts longer than it may, and the minute is a minute. */
export class PersonAudit {
  readonly #longest: Partial<Record<UserState, number>>;
  readonly #durations: Durations;
  readonly #tolerance: number;
  #state: UserState = 'present';
  #since = 0;

  /** `tolerance`: how much longer a state may last than it should, ms; in virtual time everything is in time. */
  constructor(durations: Durations, tolerance = 1_000) {
    this.#durations = durations;
    this.#tolerance = tolerance;
    this.#longest = longest(durations);
  }

  entered(state: UserState, now: number, who: string): void {
    if (state === this.#state) return;
    this.check(now, who);
    this.#state = state;
    this.#since = now;
  }

  check(now: number, who: string): void {
    const bound = this.#longest[this.#state];
    if (bound !== undefined && now - this.#since > bound + this.#tolerance)
      throw new Violation('A12', `${who} has been ${this.#state} for ${Math.round(now - this.#since)} ms`);
  }

  /** Two tellings of one encounter, once both are complete; `begun` if the server had announced its start. */
  compare(one: Story, other: Story, begun: boolean): void {
    if (one.startedAt !== undefined && other.startedAt !== undefined && one.undisturbed && other.undisturbed) {
      const apart = Math.abs(one.startedAt - other.startedAt);
      if (apart > 250) throw new Violation('A11', `the two starts of ${one.roomID} were ${Math.round(apart)} ms apart`);
    }
    if (one.reason !== 'natural' || other.reason !== 'natural' || one.corrected || other.corrected) return;
    const ends = Math.abs((one.endedAt as number) - (other.endedAt as number));
    // A side whose line was cut around the start knows the server's clock only roughly. Where the server died before
    // it could announce the start, each began by itself, as soon as it had a picture.
    const roughly = begun ? 2_000 : this.#durations.connectLimit;
    const apart = one.undisturbed && other.undisturbed ? 500 : roughly;
    if (ends > apart) throw new Violation('A11', `the two natural ends of ${one.roomID} were ${Math.round(ends)} ms apart`);
    for (const story of [one, other]) {
      if (!story.undisturbed || story.startedAt === undefined) continue;
      const lasted = (story.endedAt as number) - story.startedAt;
      if (Math.abs(lasted - this.#durations.connectionDuration) > 250)
        throw new Violation('A11', `the minute of ${story.accountId} in ${story.roomID} lasted ${Math.round(lasted)} ms`);
    }
  }
}
