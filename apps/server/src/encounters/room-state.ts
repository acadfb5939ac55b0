import type { Durations } from '@unspoken/contract/durations';
import type { LedgerEnd } from './ledger-store.ts';
import type { Ends, Phase } from './rules.ts';

/** The two are paired, and their greeting is not complete. */
export interface Greeting {
  readonly phase: 'greeting';
}

/** The greeting was answered; the two prepare. Instants in server epoch ms. */
export interface Confirmed {
  readonly phase: 'confirmed';
  readonly confirmedAt: number;
  /** When the second of the two pressed Start. */
  readonly bothReadyAt: number | undefined;
  /** In an experience with a script: when its intro begins for both. */
  readonly introStartsAt?: number;
}

/** The start of the minute has been named. */
export interface Begun {
  readonly phase: 'begun';
  /** Undefined in a room that was taken over. */
  readonly confirmedAt: number | undefined;
  readonly startsAt: number;
  /** In an experience with a script: when its intro began for both; undefined in a room that was taken over. */
  readonly introStartsAt?: number;
  /** Another process owned the room before. After the minute its members may still return within `returnWait` ms, to vouch for it. */
  readonly takeover: { readonly returnWait: number } | undefined;
}

/** The room has its one end, or was dissolved, or is run by another process now. */
export interface Ended {
  readonly phase: 'ended';
  readonly startsAt: number | undefined;
}

export type RoomState = Greeting | Confirmed | Begun | Ended;

/**
 * The timers of a room. greeting: it is dissolved; ready and connect: it ends by time-out; minute and return: it ends by nature; keep: it
 * is forgotten. veil: whoever dropped it is taken to have left.
 */
export type RoomTimer = 'greeting' | 'ready' | 'connect' | 'minute' | 'return' | 'keep' | 'veil';

/** What has to be done because of a transition. */
export type RoomEffect =
  | { readonly kind: 'record confirmation'; readonly at: number }
  | { readonly kind: 'record start'; readonly startsAt: number }
  | { readonly kind: 'record end'; readonly end: LedgerEnd }
  | { readonly kind: 'report intro'; readonly startsAt: number }
  | { readonly kind: 'report start' }
  | { readonly kind: 'count start' }
  | { readonly kind: 'count dissolution' }
  | { readonly kind: 'wait for absent sides' }
  | { readonly kind: 'close both sides'; readonly reasons: readonly [Ends['own'], Ends['own']] };

/** A step of a room: its state afterwards, the timers that start, in ms from now, and what has to be done, in this order. */
export interface Transition<State extends RoomState = RoomState> {
  readonly state: State;
  readonly timers: Partial<Readonly<Record<RoomTimer, number>>>;
  /** Timers of the phase that do not run on. */
  readonly stops?: readonly RoomTimer[];
  readonly effects: readonly RoomEffect[];
}

export const opened = (durations: Durations): Transition => ({
  state: { phase: 'greeting' },
  timers: { greeting: durations.peerNoAnswerTimeout },
  effects: [],
});

export const confirmed = (now: number, durations: Durations): Transition => ({
  state: { phase: 'confirmed', confirmedAt: now, bothReadyAt: undefined },
  timers: { ready: durations.readyLimit + durations.grace },
  effects: [{ kind: 'record confirmation', at: now }, { kind: 'wait for absent sides' }],
});

export const bothReady = (state: Confirmed, now: number, durations: Durations): Transition => ({
  state: { ...state, bothReadyAt: now },
  timers: { connect: durations.connectLimit + durations.grace },
  effects: [],
});

/** The same with a script: its intro begins for both at one instant, and may last longer than two people may take to get ready. */
export function introNamed(state: Confirmed, now: number, durations: Durations): Transition {
  const startsAt = now + durations.beginLead;
  return {
    state: { ...state, bothReadyAt: now, introStartsAt: startsAt },
    timers: { connect: durations.connectLimit + durations.grace },
    stops: ['ready'],
    effects: [{ kind: 'report intro', startsAt }],
  };
}

/** Both see each other: one instant is named at which the minute begins for both. */
export function begun(
  { confirmedAt, introStartsAt }: Confirmed,
  bothReadyAt: number,
  now: number,
  durations: Durations,
): Transition<Begun> {
  // Not before the intro has passed, and late enough for the message to reach both.
  const startsAt = Math.max(now + durations.beginLead, (introStartsAt ?? bothReadyAt) + durations.introDuration);
  return {
    state: { phase: 'begun', confirmedAt, startsAt, takeover: undefined, ...(introStartsAt !== undefined && { introStartsAt }) },
    timers: { minute: startsAt + durations.connectionDuration - now },
    effects: [{ kind: 'record start', startsAt }, { kind: 'report start' }, { kind: 'count start' }],
  };
}

/** The minute began on another process, at `startsAt`, and continues here. */
export function takenOver(startsAt: number, now: number, durations: Durations): Transition<Begun> {
  const left = startsAt + durations.connectionDuration - now;
  const returnWait = Math.max(durations.rejoinConnected - Math.max(left, 0), 0);
  return {
    state: { phase: 'begun', confirmedAt: undefined, startsAt, takeover: { returnWait } },
    timers: { minute: left },
    effects: [{ kind: 'report start' }],
  };
}

/** The greeting failed. What is recorded then, and who is requeued, depends on who left. */
export const dissolved = (): Transition => ({
  state: { phase: 'ended', startsAt: undefined },
  timers: {},
  effects: [{ kind: 'count dissolution' }],
});

/** The one end of a room. `reasons` are those of the sides at positions 1 and 2. */
export function ended(
  state: Greeting | Confirmed | Begun,
  reasons: readonly [Ends['own'], Ends['own']],
  now: number,
  durations: Durations,
): Transition {
  const startsAt = startOf(state);
  const [reasonA, reasonB] = reasons;
  const duration = startsAt === undefined ? 0 : Math.min(Math.max(now - startsAt, 0), durations.connectionDuration);
  return {
    state: { phase: 'ended', startsAt },
    timers: { keep: durations.endedRoomLife },
    effects: [
      { kind: 'close both sides', reasons },
      { kind: 'record end', end: { endedAt: now, reasonA, reasonB, completed: reasonA === 'natural', duration } },
    ],
  };
}

/** Another process runs the room now: it is over here without an end. */
export const abandoned = (state: RoomState): Transition => ({
  state: { phase: 'ended', startsAt: startOf(state) },
  timers: {},
  effects: [],
});

/** When the minute begins, or began; undefined if it has not been named. */
export const startOf = (state: RoomState): number | undefined => ('startsAt' in state ? state.startsAt : undefined);

/** When the intro of a script begins, or began; undefined if it has not been named, or the connection has begun. */
export const introOf = (state: RoomState, now: number): number | undefined => {
  if (!('introStartsAt' in state)) return undefined;
  return 'startsAt' in state && state.startsAt <= now ? undefined : state.introStartsAt;
};

/** When the greeting was answered; undefined where this process does not know it. */
export const confirmationOf = (state: RoomState): number | undefined => ('confirmedAt' in state ? state.confirmedAt : undefined);

export const isOf = <P extends Phase>(state: RoomState, phase: P): state is Extract<RoomState, { phase: P }> =>
  state.phase === phase;
