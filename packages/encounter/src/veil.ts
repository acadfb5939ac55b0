import type { Position } from '@unspoken/contract/rooms';
import { hasLifted, isDown, merged, type VeilState, withoutHalfOf } from '@unspoken/contract/veil';
import type { Context, Event } from './model.ts';
import type { RememberedVeil } from './ports.ts';

type OfRoom = Pick<Context, 'room' | 'veil' | 'veiledAt'>;

/** Neither picture is shown or sent. */
export const isVeiled = ({ veil }: Pick<Context, 'veil'>): boolean => isDown(veil);

/** The user has pressed Lift, and the partner has not. */
export const waitsForPartner = ({ room, veil }: OfRoom): boolean =>
  isDown(veil) && room !== undefined && hasLifted(veil, room.position);

/** Both pages have veils, and the user has none down that waits for them. */
export const canBeDropped = (context: OfRoom & Pick<Context, 'additions'>): boolean =>
  context.additions.includes('veil') && (!isDown(context.veil) || waitsForPartner(context));

/** The user dropped the veil that is down. */
export const isOurVeil = ({ room, veil }: OfRoom): boolean => isDown(veil) && veil.by === room?.position;

/** When the veil that is down ends the minute, by this machine's clock; undefined while none is. */
export const veilEnd = ({ veiledAt, durations }: Pick<Context, 'veiledAt' | 'durations'>): number | undefined =>
  veiledAt === undefined ? undefined : veiledAt + durations.veilLimit;

/** The context with another copy of the veil. One that is dropped again before it was lifted is down since the first time. */
export const veilWith = ({ room, veil: before, veiledAt, ports }: Context, veil: VeilState): Partial<Context> => {
  const goesOn = isDown(before) && !(room && mayHaveRisen(before, veil, room.position));
  return { veil, veiledAt: !isDown(veil) ? undefined : goesOn ? veiledAt : ports.clock.now() };
};

/**
 * Whether the partner may have lifted the veil before they dropped the next one, without this page hearing of it: after a break the room
 * says only which veil there is now. It lacked nothing but their lift.
 */
const mayHaveRisen = (before: VeilState, next: VeilState, position: Position): boolean =>
  next.n > before.n && next.by !== position && hasLifted(before, position);

/**
 * What the copy of the room or of the partner makes of our own; undefined if there is none. Only the user lifts it for themselves: of a veil
 * of which this page has not heard before, the room's word is taken when the page joins, because it may have been reloaded.
 */
export function veilFrom(event: Event, { room, veil: own }: Context): VeilState | undefined {
  if (!room) return undefined;
  if (event.type === 'room joined') return event.veil && merged(own, event.veil);
  if (event.type !== 'room message arrived') return undefined;
  return merged(own, withoutHalfOf(event.message.payload as VeilState, room.position));
}

/** What the tab remembers of it, for a reload. */
export const rememberedVeil = ({ room, veil, veiledAt }: OfRoom): RememberedVeil | undefined =>
  room && veil && { roomID: room.roomID, veil, at: veiledAt };
