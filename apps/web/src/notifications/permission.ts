import type { PushPayload } from '@unspoken/contract/notifications';

/** Why this browser shows no system notifications. */
export type Refused = 'unsupported' | 'denied';

/** Asks for the permission to show system notifications, if it has not been decided yet. Called in the handler of a click. */
export async function askPermission(): Promise<Refused | undefined> {
  if (!('Notification' in window)) return 'unsupported';
  const permission = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return permission === 'granted' ? undefined : 'denied';
}

/** Whether this browser may show system notifications. */
export const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

/** Lets the service worker show a call, with the same words as one that comes by push. */
export function showCall(payload: PushPayload): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage({ show: payload }))
    .catch(() => {});
}

/** Takes away what is shown of calls. */
export function hideNotifications(): void {
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.getNotifications({ tag: 'bell' }))
    .then((shown) => shown?.forEach((each) => void each.close()))
    .catch(() => {});
}
