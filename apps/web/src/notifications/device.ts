import { subscribeDevice } from '@unspoken/contract/notifications';
import { call } from '../platform/api.ts';
import { loadConfiguration } from '../platform/configuration.ts';
import { mayNotify } from './permission.ts';
import { isReached } from './requests.ts';

/** Set where the user has taken this browser off the list. */
const removedHere = 'unspoken-no-push';

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !mayNotify()) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** The subscription of this browser, if it has one (W3C Push API). */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  return (await (await pushManager())?.getSubscription()) ?? undefined;
}

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = subscription.options.applicationServerKey;
  return own !== null && new Uint8Array(own).every((byte, i) => byte === key[i]);
};

/**
 * Lets push reach this browser while no page is open, and names the subscription to the server: browsers renew them without saying so.
 * Whether push reaches it; false where the browser or the installation has no push, or the push service cannot be reached.
 */
export async function connectDevice(options: { again?: boolean } = {}): Promise<boolean> {
  const reached = await subscribe(options);
  isReached.set(reached);
  return reached;
}

async function subscribe({ again = false }: { again?: boolean }): Promise<boolean> {
  try {
    if (again) localStorage.removeItem(removedHere);
    const [manager, { push }] = [await pushManager(), await loadConfiguration()];
    if (!manager || !push || localStorage.getItem(removedHere)) return false;
    const applicationServerKey = bytesOf(push.publicKey);
    let subscription = await manager.getSubscription();
    if (subscription && !isFor(subscription, applicationServerKey)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint = '', keys } = subscription.toJSON();
    await call(subscribeDevice, { body: { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } });
    return true;
  } catch {
    return false;
  }
}

/** Ends the subscription of this browser, until the user switches notifications on here again. */
export async function disconnectDevice(): Promise<void> {
  isReached.set(false);
  try {
    localStorage.setItem(removedHere, 'yes');
    await (await ownSubscription())?.unsubscribe();
  } catch {
    // The server forgets it all the same.
  }
}
