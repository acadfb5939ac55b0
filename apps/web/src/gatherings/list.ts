import { type Gathering, listGatherings } from '@unspoken/contract/gatherings';
import { encounter } from '../encounters/current.ts';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';
import { session } from '../session/session.ts';

/** What this page knows of the gatherings. */
export interface Listed {
  /** By start; undefined before the first answer. */
  readonly all: readonly Gathering[] | undefined;
  /** Why the last attempt to read them failed; the list before it stays. */
  readonly failure: unknown;
}

const nothing: Listed = { all: undefined, failure: undefined };
export const listed = new Observable<Listed>(nothing);

const here = (): number => performance.timeOrigin + performance.now();
/** By how much the server's clock is ahead of this machine's, ms, by the last answer. */
let ahead = 0;

/** The server's time, epoch ms: as the socket has measured it, or else by the last answer of the list. */
export function serverNow(): number {
  const now = here();
  const measured = encounter.get()?.getSnapshot().context.ports.serverClock.measured(now);
  return measured === undefined ? now + ahead : 2 * now - measured;
}

/** Whom the list is for: another person, or the same one in another role, sees another list. Source: requirements/gatherings 1.11. */
const reader = (): string => {
  const { user } = session.get();
  return user ? [user.userId, user.role, user.needsVerification, user.registeringStage].join() : '';
};

let readFor: string | undefined;
let latest = 0;

/** Reads the list. An answer that was overtaken by a later request is ignored. */
export async function readGatherings(): Promise<void> {
  const turn = ++latest;
  // What one person may see must not be shown to the next one at this browser.
  if (readFor !== reader()) listed.set(nothing);
  readFor = reader();
  const sentAt = here();
  try {
    const { gatherings: all, now } = await call(listGatherings);
    if (turn !== latest) return;
    ahead = now - (sentAt + here()) / 2;
    listed.set({ all, failure: undefined });
  } catch (failure) {
    if (turn === latest) listed.set({ ...listed.get(), failure });
  }
}
