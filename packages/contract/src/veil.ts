import * as z from 'zod/mini';
import { count } from './fields.ts';
import type { Position } from './rooms.ts';

/**
 * The veil over both pictures of a room. Either member drops it, both have to lift it. Each side keeps its own copy and is sent the
 * other's; copies are merged by `merged`, in whatever order they come. Source: requirements/looking 2.
 */
export const veilState = z.object({
  /** The number of this veil within the room, from 1. */
  n: count.check(z.minimum(1, 'invalid'), z.maximum(999, 'invalid')),
  /** Who dropped it. If both did at once, each copy names the member that its holder heard of first. */
  by: z.union([z.literal(1), z.literal(2)]),
  /** Who has pressed Lift, by position. */
  lifted: z.tuple([z.boolean(), z.boolean()]),
});
export interface VeilState {
  readonly n: number;
  readonly by: Position;
  readonly lifted: readonly [boolean, boolean];
}

export const isDown = (veil: VeilState | undefined): veil is VeilState => veil !== undefined && !veil.lifted.every(Boolean);
export const hasLifted = (veil: VeilState | undefined, by: Position): boolean => veil?.lifted[by - 1] === true;

/** The next veil: whoever has lifted the one before has to lift again. */
export const dropped = (veil: VeilState | undefined, by: Position): VeilState => ({
  n: (veil?.n ?? 0) + 1,
  by,
  lifted: [false, false],
});

export const lifted = (veil: VeilState, by: Position): VeilState => ({
  ...veil,
  lifted: by === 1 ? [true, veil.lifted[1]] : [veil.lifted[0], true],
});

/** What two copies say together: the later veil; of one veil, whatever either knows to be lifted. */
export function merged(own: VeilState | undefined, other: VeilState): VeilState {
  if (own === undefined || other.n > own.n) return other;
  if (other.n < own.n) return own;
  return { ...own, lifted: [own.lifted[0] || other.lifted[0], own.lifted[1] || other.lifted[1]] };
}

export const isSame = (one: VeilState | undefined, other: VeilState): boolean =>
  one?.n === other.n && one.lifted.every((each, i) => each === other.lifted[i]);

/** A copy without what it says of one member: only they say whether they have lifted it. */
export const withoutHalfOf = (veil: VeilState, position: Position): VeilState => ({
  ...veil,
  lifted: position === 1 ? [false, veil.lifted[1]] : [veil.lifted[0], false],
});
