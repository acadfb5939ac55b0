import { minuteType } from '@unspoken/contract/matchmaking';
import { type Ring, switchOf } from '@unspoken/contract/notifications';
import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import i18next from 'i18next';
import { inactiveFor } from '../encounters/activity.ts';
import { prepareCallSound, prepareSound, signalCall } from '../encounters/signs/sound.ts';
import { isAtGathering } from '../gatherings/entered.ts';
import { serverNow } from '../gatherings/list.ts';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { Observable } from '../platform/observable.ts';
import type { RealtimeSocket } from '../platform/socket.ts';
import { forgetRendezvous, ownRendezvous, readRendezvous, rendezvousNews } from '../rendezvous/own-rendezvous.ts';
import { type Answered, forgetClicks } from './call-address.ts';
import { lastShown } from './last-shown.ts';
import { hideNotifications, mayNotify, showCall } from './permission.ts';
import { awaited, callingFor, forgetRequests, isReached, readRequests, requested } from './requests.ts';

/** The call that can be answered now. */
export const ringing = new Observable<Ring | undefined>(undefined);

/** How long a call is shown at most, ms. */
const longest = 60_000;

/** Whether the user could connect now. */
export const isFree = (actor: EncounterActor): boolean => ['present', 'absent'].includes(userStateOf(actor.getSnapshot()));

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** How long an open page that is not used counts as attended, ms. */
const attended = 300_000;

/** Whether nobody seems to be at this page. Push then reaches the user here and in their other browsers. */
const isDeserted = (): boolean => isReached.get() === true && inactiveFor(performance.now()) > attended;

/** Whether the user would see a call here: on the page, or by the service worker while the page is behind another one. */
const canShow = (actor: EncounterActor): boolean =>
  isFree(actor) && !isDeserted() && (!isHidden() || (mayNotify() && navigator.serviceWorker?.controller != null));

/** How long something is shown that holds until an instant of the server, ms. */
const leastShown = (until: number): number => Math.max(5_000, until - serverNow());

/** The instants of a notification by this machine's clock, which the service worker has. */
const times = (left: number) => ({ at: Date.now(), until: Date.now() + left });

/** Shows a call while somebody waits: on the page, and by the system while nobody looks at it. Returns the function that ends that. */
export function subscribeToRings(
  socket: Pick<RealtimeSocket, 'onRing' | 'onRendezvous' | 'onCalling'>,
  actor: EncounterActor,
): () => void {
  let shownNews: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newsTimer: ReturnType<typeof setTimeout> | undefined;
  const endNews = () => {
    clearTimeout(newsTimer);
    if (rendezvousNews.get()) hideNotifications();
    rendezvousNews.set(undefined);
  };
  const end = () => {
    clearTimeout(timer);
    if (ringing.get()) hideNotifications();
    ringing.set(undefined);
  };
  socket.onRing((ring) => {
    // What nobody would see here, another browser may show.
    if (!canShow(actor)) return false;
    const now = performance.now();
    if (isAtGathering() || lastShown.isTooSoon(now)) return true;
    lastShown.note({ at: now, type: switchOf(ring.pool), ringID: ring.ringID });
    end();
    // Whatever it was asked by, the one call has been made.
    awaited.set(undefined);
    ringing.set(ring);
    const left = Math.min(longest, leastShown(ring.until));
    timer = setTimeout(end, left);
    signalCall();
    if (isHidden()) showCall({ kind: 'ring', ...ring, ...times(left), language: i18next.language });
    return true;
  });
  socket.onCalling(({ clickID }) => callingFor.set(clickID));
  socket.onRendezvous((latest) => {
    if (!canShow(actor)) return false;
    // The server says it again if the acknowledgement came too late; the user may have closed it by then.
    const name = [latest.news, latest.id, latest.startsAt].join();
    if (name === shownNews) return true;
    shownNews = name;
    endNews();
    lastShown.note({ at: performance.now(), type: switchOf({ experienceType: minuteType, poolType: latest.poolType }) });
    rendezvousNews.set(latest);
    const left = leastShown(latest.until);
    newsTimer = setTimeout(endNews, left);
    signalCall();
    if (isHidden()) showCall({ kind: 'rendezvous', ...latest, ...times(left), language: i18next.language });
    return true;
  });
  const updateCallsWanted = () => {
    const isCalled = (requested.get() ?? []).length > 0 || (ownRendezvous.get() ?? []).length > 0;
    const wanted = awaited.get() !== undefined || isCalled;
    if (wanted) prepareCallSound();
    actor.send({ type: 'calls wanted', wanted });
  };
  const unsubscribes = [
    requested.subscribe(updateCallsWanted),
    awaited.subscribe(updateCallsWanted),
    ownRendezvous.subscribe(updateCallsWanted),
  ];
  resynchronise().catch(() => {});
  const subscription = actor.subscribe(() => {
    if (isFree(actor)) return;
    if (ringing.get()) end();
    endNews();
  });
  return () => {
    subscription.unsubscribe();
    for (const stop of unsubscribes) stop();
    end();
    endNews();
    // Another person may use this browser next.
    hideNotifications();
    lastShown.forget();
    forgetClicks();
    forgetRequests();
    forgetRendezvous();
  };
}

/**
 * Reads what the user is to be notified of, and names the subscription of this browser again: browsers renew it unasked. What cannot be
 * read keeps nothing else from being read.
 */
async function resynchronise(): Promise<void> {
  await Promise.allSettled([readRendezvous(), readRequests()]);
  if (!mayNotify()) return;
  const { connectDevice, ownSubscription } = await import('./device.ts');
  const isWished = (requested.get() ?? []).length > 0 || (ownRendezvous.get() ?? []).length > 0;
  // A single call may have been asked for on an earlier page.
  if (isWished || (await ownSubscription())) await connectDevice();
}

/** Connects with the person who waits, or with somebody else who waits by then. */
export function answer(actor: EncounterActor, { ringID, pool: { experienceType, poolType } }: Answered): void {
  ringing.set(undefined);
  prepareSound();
  // The page may still be behind another one.
  actor.send({ type: 'person active' });
  actor.send({ type: 'connect pressed', experienceType, poolType, noRepeat: avoidRepeat.get()[experienceType] ?? false, ringID });
}
