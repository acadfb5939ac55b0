import type { GatheringEvent } from '@unspoken/contract/gatherings';
import { Observable } from '../platform/observable.ts';

/** The last change of a gathering that the server has announced to this page. */
export const gatheringChange = new Observable<GatheringEvent | undefined>(undefined);
