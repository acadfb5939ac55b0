import type { Durations } from '@unspoken/contract/durations';
import type { ClosePayload, EndReason, RoomMessageName } from '@unspoken/contract/encounters';

/** greeting: paired, hello not complete. confirmed: the hello is answered. begun: the start is named. */
export type Phase = 'greeting' | 'confirmed' | 'begun' | 'ended';

/** How an encounter ended for the side a decision is about, and for the other. */
export interface Ends {
  readonly own: EndReason;
  readonly other: EndReason;
}

const both = (reason: EndReason): Ends => ({ own: reason, other: reason });

/** Whether members may thank each other after an end of this kind. */
export const allowsThanks = (reason: EndReason | undefined): boolean =>
  reason === 'natural' || reason === 'manual_self' || reason === 'manual_other';

/** Which messages may pass in which phase. Source: requirements/threats 2.53. */
const passing: Readonly<Record<Phase, readonly RoomMessageName[]>> = {
  greeting: ['hello', 'close'],
  confirmed: ['hello', 'ready', 'sdp', 'icecandidate', 'close'],
  begun: ['ready', 'sdp', 'icecandidate', 'veil', 'signs', 'soft', 'close'],
  ended: ['thankyou', 'addedcircle'],
};
export const mayPass = (phase: Phase, name: RoomMessageName): boolean => passing[phase].includes(name);

/** Whether this message may follow an end of this kind. */
export const isForAfterwards = (name: RoomMessageName, reason: EndReason | undefined): boolean =>
  mayPass('ended', name) && allowsThanks(reason);

export interface CloseCircumstances {
  readonly close: ClosePayload;
  readonly phase: Phase;
  readonly now: number;
  /** Undefined if this process does not know it. */
  readonly confirmedAt: number | undefined;
  readonly startsAt: number | undefined;
  readonly ownReady: boolean;
  readonly otherReady: boolean;
  /** The other side's socket is gone. */
  readonly otherVanished: boolean;
  readonly durations: Durations;
}

/** What an explicit close by one side means for both. Source: requirements/encounter 7. */
export function endsByClose(it: CloseCircumstances): Ends {
  const running = it.startsAt !== undefined && it.now >= it.startsAt;
  if (it.close.iceFailure) return it.otherVanished ? { own: 'ice_failure', other: 'unknown' } : both('ice_failure');
  if (running) return { own: 'manual_self', other: 'manual_other' };
  const earliest = Math.min(it.durations.cameraPromptLimit, it.durations.peerNotReadyTimeout) - it.durations.grace;
  // A time-out claimed before any limit can have run out is in fact a cancel.
  if (it.close.byTimeout && it.now - (it.confirmedAt ?? 0) >= earliest) return endsByTimeout(it);
  return { own: 'cancel_self', other: 'cancel_other' };
}

/** Why the minute did not begin: a side that has not pressed Start timed out; if both have pressed it, the path failed. */
export function endsByTimeout({ ownReady, otherReady }: { ownReady: boolean; otherReady: boolean }): Ends {
  if (ownReady && otherReady) return both('ice_failure');
  if (!ownReady && !otherReady) return both('timeout_self');
  return ownReady ? { own: 'timeout_other', other: 'timeout_self' } : { own: 'timeout_self', other: 'timeout_other' };
}

/** The side's own socket has been gone for too long. */
export const endsByVanishing: Ends = { own: 'unknown', other: 'ice_failure' };

/**
 * The end of the running time. `silent` is for how long each side has been without a socket, `patience` for how long a lost
 * partner is waited for, both in ms. If both sides were away for that long, no one can vouch for the minute.
 */
export const endsByNature = (silent: { own: number; other: number }, patience: number): Ends =>
  silent.own >= patience && silent.other >= patience ? endsByVanishing : both('natural');

/** The ledger's record of a pair that was never confirmed. */
export const dissolvedRecord = (endedAt: number) => ({
  endedAt,
  reasonA: undefined,
  reasonB: undefined,
  completed: false,
  duration: 0,
});
