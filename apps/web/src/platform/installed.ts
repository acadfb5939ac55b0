import { Observable } from './observable.ts';

/** The newer version of the product that is ready to take over, if there is one. */
export const update = new Observable<ServiceWorker | undefined>(undefined);

/** How often a page that stays open asks whether there is a newer version, ms. */
const asksEvery = 30 * 60_000;

function watch(registration: ServiceWorkerRegistration): void {
  const note = () => {
    // Without one at work this is the first, and there is nothing to exchange.
    if (registration.waiting && navigator.serviceWorker.controller) update.set(registration.waiting);
  };
  note();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', note));
  setInterval(() => void registration.update().catch(() => {}), asksEvery);
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
}

/** An address that may become script; browsers that ask for it get it in their own wrapping (W3C Trusted Types). */
function trusted(address: string): string {
  const { trustedTypes } = window as unknown as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: (url) => url }).createScriptURL(address) ?? address;
}

/** Keeps what the product needs to say that it is offline, and looks for newer versions of it. */
export function install(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register(trusted('/service-worker.js'))
    .then(watch)
    // A browser that keeps nothing does without.
    .catch(() => {});
}

/** Lets the newer version take over, here and in all other tabs. */
export function takeUpdate(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('take over');
}
