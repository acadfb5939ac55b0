import type { Position } from '@unspoken/contract/rooms';
import { Observable } from '../platform/observable.ts';

/**
 * The encounter that is being reported. The form lives outside the encounter's screens, so that it stays open while that
 * encounter ends and the page moves on.
 */
export const reporting = new Observable<{ readonly roomID: string; readonly position: Position } | undefined>(undefined);

/** A report was accepted, and its screen is open. Kept in no storage, so that a reload does not bring the screen back. */
export const reportSent = new Observable<{ readonly byGuest: boolean } | undefined>(undefined);
