import * as z from 'zod/mini';
import { count, line } from './fields.ts';

export type Position = 1 | 2;
export const otherPosition = (position: Position): Position => (position === 1 ? 2 : 1);

export const position = count.check(z.refine((value) => value === 1 || value === 2, 'invalid'));
export const roomID = line(100).check(z.refine((value) => value !== '', 'invalid'));

/** A room of the caller, with the caller’s own position in it. The server derives the partner from the room. */
export const roomOfMine = z.object({ roomID, position });
