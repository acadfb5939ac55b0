/** Why this browser shows no system notifications. */
export type Refused = 'unsupported' | 'denied';

/** Asks for the permission to show system notifications, if it has not been decided yet. Called in the handler of a click. */
export async function askPermission(): Promise<Refused | undefined> {
  if (!('Notification' in window)) return 'unsupported';
  const permission = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return permission === 'granted' ? undefined : 'denied';
}

/** Shows a system notification that replaces the one before, with a click on it as the answer. Nothing where there is no permission. */
export function notify(title: string, body: string, clicked: () => void): Notification | undefined {
  if (!('Notification' in window) || Notification.permission !== 'granted') return undefined;
  try {
    const shown = new Notification(title, { body, tag: 'bell', icon: '/icon-192.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      clicked();
    });
    return shown;
  } catch {
    // Some phones show notifications only from a service worker.
    return undefined;
  }
}
