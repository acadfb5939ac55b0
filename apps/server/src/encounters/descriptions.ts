import type { Durations } from '@unspoken/contract/durations';
import { type Candidate, mediaSections, type SessionDescription } from '@unspoken/contract/encounters';
import type { Clock } from '../platform/clock.ts';
import { relayedOnly, withoutAddresses, withoutNames } from './addresses.ts';
import { hasWindowAhead } from './plan.ts';
import type { Room, Side } from './room.ts';
import { startOf } from './room-state.ts';

/**
 * Whether a session description of this side asks for no more than its room allows: at most one video section, at most one audio section,
 * and nothing else. Audio is allowed only in a direction in which a window of its sender has yet to end, and never in the minute.
 */
export function mayDescribe(
  room: Room,
  side: Side,
  sdp: string,
  { clock, durations }: { readonly clock: Pick<Clock, 'now'>; readonly durations: Durations },
): boolean {
  // A lone carriage return ends a line for some readers and not for others: what was counted here would not be what arrives.
  if (/\r(?!\n)/.test(sdp)) return false;
  const sections = mediaSections(sdp);
  const sounds = sections.filter(({ kind }) => kind === 'audio');
  const pictures = sections.filter(({ kind }) => kind === 'video');
  if (sounds.length > 1 || pictures.length > 1 || sections.length > sounds.length + pictures.length) return false;
  if (room.plan && pictures.length !== 1) return false;
  const [sound] = sounds;
  if (!sound) return true;
  if (!room.plan) return false;
  // In the connection a socket may be away for longer than this; then the description was made before it was lost, or soon after.
  const grace = durations.rejoinConnected + durations.grace;
  const at = { startsAt: startOf(room.state), now: side.madeAt(clock.now(), durations.grace), grace };
  return (
    (!sound.sends || hasWindowAhead(room.plan, side.position, at)) &&
    (!sound.receives || hasWindowAhead(room.plan, room.other(side).position, at))
  );
}

/** The session description of this side as the partner may see it. */
export function sanitised(room: Room, { foundations }: Side, description: SessionDescription): SessionDescription {
  const nameless = withoutNames(description.sdp);
  return { ...description, sdp: room.relayOnly ? withoutAddresses(nameless, foundations) : nameless };
}

/** The candidate of this side as the partner may see it, or undefined if it would show the sender's network. */
export function permitted(room: Room, { foundations }: Side, candidate: Candidate): Candidate | undefined {
  if (!room.relayOnly) return candidate;
  const relayed = relayedOnly(candidate.candidate, foundations);
  return relayed === undefined ? undefined : { ...candidate, candidate: relayed };
}
