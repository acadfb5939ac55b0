import { Observable } from './observable.ts';

/** The newer version of the product that is ready to take over, if there is one. */
export const update = new Observable<ServiceWorker | undefined>(undefined);

/** How often an open page checks for a newer version, ms. */
const checkInterval = 30 * 60_000;

function watch(registration: ServiceWorkerRegistration): void {
  const note = () => {
    // Without a controller this is the first installation, and there is nothing to replace.
    if (registration.waiting && navigator.serviceWorker.controller) update.set(registration.waiting);
  };
  note();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', note));
  setInterval(() => void registration.update().catch(() => {}), checkInterval);
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
}

/** Makes a script address acceptable to browsers that require Trusted Types (W3C Trusted Types). */
function trusted(address: string): string {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: (url) => url }).createScriptURL(address) ?? address;
}

/** Installs the service worker, which shows the offline page, and checks for newer versions. */
export function install(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register(trusted('/service-worker.js'))
    .then(watch)
    // A browser that refuses the registration does without.
    .catch(() => {});
}

/** Lets the newer version take over, in this tab and all others. */
export function takeUpdate(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('take over');
}
