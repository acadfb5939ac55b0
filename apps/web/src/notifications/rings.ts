import type { Ring } from '@unspoken/contract/notifications';
import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import i18next from 'i18next';
import { prepareSound, signalCall } from '../encounters/signs/sound.ts';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { Observable } from '../platform/observable.ts';
import type { RealtimeSocket } from '../platform/socket.ts';
import { notify } from './permission.ts';
import { awaited, forgetRequests } from './requests.ts';

/** The call that can be answered now. */
export const ringing = new Observable<Ring | undefined>(undefined);

/** The least time between two notifications, ms. Source: requirements/notifications 1.4. */
const gap = 60_000;

/** Shows a call while somebody waits: on the page, and by the system while nobody looks at it. Returns the function that ends that. */
export function subscribeToRings(socket: Pick<RealtimeSocket, 'onRing'>, actor: EncounterActor): () => void {
  let lastShown = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: Notification | undefined;
  const isFree = () => ['present', 'absent'].includes(userStateOf(actor.getSnapshot()));
  const end = () => {
    clearTimeout(timer);
    shown?.close();
    shown = undefined;
    ringing.set(undefined);
  };
  socket.onRing((ring) => {
    const now = performance.now();
    if (!isFree() || now - lastShown < gap) return;
    lastShown = now;
    end();
    // Whatever it was asked by, the one call has been made.
    awaited.set(undefined);
    ringing.set(ring);
    // The clocks may differ, so the server's instant is only a limit.
    timer = setTimeout(end, Math.min(gap, Math.max(5_000, ring.until - Date.now())));
    signalCall();
    if (document.visibilityState === 'hidden') {
      const text = (key: 'title' | 'text' | 'seldom') => i18next.t(`notifications:ring.${key}`);
      shown = notify(text('title'), ring.isSeldom ? text('seldom') : text('text'), () => answer(actor, ring));
    }
  });
  const subscription = actor.subscribe(() => {
    if (ringing.get() && !isFree()) end();
  });
  return () => {
    subscription.unsubscribe();
    end();
    forgetRequests();
  };
}

/** Connects with the person who waits, or with somebody else who waits by then. */
export function answer(actor: EncounterActor, { ringID, pool: { experienceType, poolType } }: Ring): void {
  ringing.set(undefined);
  prepareSound();
  // The page may still be behind another one.
  actor.send({ type: 'person active' });
  actor.send({ type: 'connect pressed', experienceType, poolType, noRepeat: avoidRepeat.get()[experienceType] ?? false, ringID });
}
