import type { Durations } from '@unspoken/contract/durations';
import type { EndReason, UserState } from '@unspoken/contract/encounters';
import type { ShortLength } from '@unspoken/contract/lengths';
import { durationsInRoom, type ScriptDurations } from '@unspoken/contract/room-durations';
import { Violation } from './audit.ts';

/** One encounter as one side saw it, to be compared with what the partner and the server recorded. */
export interface Story {
  roomID: string;
  accountId: string;
  startedAt?: number;
  endedAt?: number;
  reason?: EndReason;
  /** The server corrected the end reason, and possibly the time of the end, that this side had assumed. */
  corrected?: boolean;
  /** The socket was connected without interruption throughout the encounter. */
  steady: boolean;
  /** The script of its room, in an experience. */
  readonly script?: ScriptDurations | undefined;
  readonly length?: ShortLength | undefined;
  /** Neither the path nor the connection was disturbed. */
  undisturbed: boolean;
}

/** The longest duration of each state, ms. Source: requirements/promises A12, requirements/encounter 5. */
const longest = (durations: Durations): Partial<Record<UserState, number>> => ({
  // A room assigned at the last moment is still greeted, and so is the next one if that pairing fails.
  waiting: durations.pairingTimeout + 2 * durations.peerNoAnswerTimeout,
  enteringRoom: durations.enteringRoom + durations.languagePauseLimit + 10 * durations.languageResume,
  gettingMedia: durations.cameraPromptLimit,
  mediaDenied: durations.mediaDeniedDwell,
  preparing: durations.peerNotReadyTimeout,
  ready: durations.readyLimit,
  // A side that began alone, without a socket, is corrected by the common start when it reconnects.
  connected: durations.connectionDuration + durations.rejoinBeforeConnected + durations.socketPing + durations.socketPingTimeout,
  disconnected: durations.afterConnectionDuration,
});

/** The same in a room with a script, which is fetched while its user waits; its intro comes after Start. */
const longestWith = (durations: Durations, script: ScriptDurations): Partial<Record<UserState, number>> => {
  const own = longest(durationsInRoom(durations, { script }));
  const { introDuration } = script;
  const ready = (own.ready ?? 0) + introDuration + durations.connectAfterIntro + introDuration;
  return { ...own, waiting: (own.waiting ?? 0) + durations.scriptAttempts * durations.scriptAttempt, ready };
};

/** Watches one person's chart: no state lasts longer than allowed, and the minute lasts a minute. */
export class PersonAudit {
  #longest: Partial<Record<UserState, number>>;
  readonly #durations: Durations;
  readonly #tolerance: number;
  #state: UserState = 'present';
  #since = 0;

  /** `tolerance`: how much longer than allowed a state may last, ms. In virtual time nothing is late. */
  constructor(durations: Durations, tolerance = 1_000) {
    this.#durations = durations;
    this.#tolerance = tolerance;
    this.#longest = longest(durations);
  }

  /** `script`: that of the room, in an experience. */
  entered(state: UserState, now: number, who: string, script?: ScriptDurations): void {
    if (state === this.#state) return;
    this.check(now, who);
    this.#longest = script ? longestWith(this.#durations, script) : longest(this.#durations);
    this.#state = state;
    this.#since = now;
  }

  check(now: number, who: string): void {
    const bound = this.#longest[this.#state];
    if (bound !== undefined && now - this.#since > bound + this.#tolerance)
      throw new Violation('A12', `${who} has been ${this.#state} for ${Math.round(now - this.#since)} ms`);
  }

  /** Compares both sides of an encounter once both are complete; `begun`: whether the server had announced its start. */
  compare(one: Story, other: Story, begun: boolean): void {
    if (one.startedAt !== undefined && other.startedAt !== undefined && one.undisturbed && other.undisturbed) {
      const apart = Math.abs(one.startedAt - other.startedAt);
      if (apart > 250) throw new Violation('A11', `the two starts of ${one.roomID} were ${Math.round(apart)} ms apart`);
    }
    if (one.reason !== 'natural' || other.reason !== 'natural' || one.corrected || other.corrected) return;
    const ends = Math.abs((one.endedAt as number) - (other.endedAt as number));
    // A side whose connection was cut around the start knows the server's clock only roughly. If the server died before it
    // could announce the start, each side began alone, as soon as it had a picture.
    const durations = durationsInRoom(this.#durations, one);
    const roughly = begun ? 2_000 : durations.connectLimit;
    const apart = one.undisturbed && other.undisturbed ? 500 : roughly;
    if (ends > apart) throw new Violation('A11', `the two natural ends of ${one.roomID} were ${Math.round(ends)} ms apart`);
    for (const story of [one, other]) {
      if (!story.undisturbed || story.startedAt === undefined) continue;
      const lasted = (story.endedAt as number) - story.startedAt;
      if (Math.abs(lasted - durations.connectionDuration) > 250)
        throw new Violation('A11', `the minute of ${story.accountId} in ${story.roomID} lasted ${Math.round(lasted)} ms`);
    }
  }
}
