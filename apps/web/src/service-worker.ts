/// <reference lib="webworker" />

import texts from 'texts:push';
import type { PushPayload } from '@unspoken/contract/notifications';
import { type Readable, type Shown, shownFor } from './notifications/push-texts.ts';

/** The id of this build, inserted by the build, so that each build is a different service worker. */
declare const __BUILD__: string;
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/**
 * Offline, only a page that says so works. Documents always come from the server, so that no user gets an old version
 * of the application; files with content hashes in their names are cached.
 */
const offline = '/offline';
const answeredCalls = 'answered-calls';
/** How long the server is waited for before a notification is shown, and how coarse its answer is, ms. */
const [serverPatience, coarseness] = [2_000, 3_000];

async function prepare(): Promise<void> {
  const cache = await caches.open(__BUILD__);
  const page = await fetch(offline);
  if (!page.ok) throw new Error(`${offline} was answered ${page.status}`);
  const fonts = (await page.clone().text()).match(/\/assets\/[\w-]+-latin-wght-normal-[\w-]+\.woff2/g) ?? [];
  await cache.put(offline, page);
  await cache.addAll([...new Set(fonts)]);
}

async function cacheFirst(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(__BUILD__)).put(request, response.clone());
  return response;
}

worker.addEventListener('install', (event) => event.waitUntil(prepare()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== __BUILD__ && name !== answeredCalls) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // A film is requested in parts, which no cache takes, and is too large to keep.
  const isFilm = request.destination === 'video';
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(async () => (await caches.match(offline)) ?? Response.error()));
  else if (request.method === 'GET' && !isFilm && origin === worker.location.origin && pathname.startsWith('/assets/'))
    event.respondWith(cacheFirst(request));
});

/** What the push service brings is the server's own; a message of a later version may be one that this one does not know. */
function readPayload(data: PushMessageData | null): PushPayload | undefined {
  try {
    const payload: PushPayload | undefined = data?.json();
    return ['ring', 'rendezvous', 'test'].includes(payload?.kind ?? '') ? payload : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How far the server's clock is ahead of the one of this device, ms: whether a call is late is not to be judged by a clock that is wrong.
 * Where the server cannot be asked, the device is believed. Source: RFC 9110, 6.6.1.
 */
async function serverAhead(): Promise<number> {
  try {
    const answer = await fetch(offline, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(serverPatience) });
    const ahead = Date.parse(answer.headers.get('date') ?? '') - Date.now();
    // The header counts whole seconds.
    return Math.abs(ahead) > coarseness ? ahead : 0;
  } catch {
    return 0;
  }
}

/** Shows a message whose instants are those of a clock that is so many ms ahead of this device's. */
async function show(payload: Readable, ahead = 0): Promise<void> {
  const now = Date.now() + ahead;
  const { title, opens, until, ...shown } = shownFor(payload, texts, { now, preferred: worker.navigator.language });
  const data = { opens, until: until - ahead };
  const looks = { tag: 'bell', renotify: !shown.silent, icon: '/icon-192.png', badge: '/icon-192.png', data };
  await worker.registration.showNotification(title, { ...shown, ...looks } as NotificationOptions);
}

worker.addEventListener('push', (event) => {
  const unknown = { kind: 'unknown', language: worker.navigator.language.slice(0, 2) } as const;
  const payload = readPayload(event.data) ?? unknown;
  event.waitUntil(serverAhead().then((ahead) => show(payload, ahead)));
});

/** Shows the page that a notification leads to: in a page that is open, which does it without being loaded again, or in a new one. */
async function open(address: Shown['opens']): Promise<void> {
  // A page connects only if this is noted: anybody can make a link with the same address. `call-address.ts` reads it.
  await caches
    .open(answeredCalls)
    .then((cache) => cache.put(address, new Response(`${Date.now()}`)))
    .catch(() => {});
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page =
    pages.find(({ focused }) => focused) ?? pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await worker.clients.openWindow(address));
  page.postMessage({ opens: address });
  // Not every browser lets a page be focused then.
  await page.focus().catch(() => {});
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { opens, until }: Pick<Shown, 'opens' | 'until'> = event.notification.data;
  // It may have been on the screen for hours.
  event.waitUntil(open(Date.now() > until ? '/' : opens));
});

worker.addEventListener('message', (event) => {
  const { data } = event;
  // Only when the user asks for it: a page is never replaced while it is in use.
  if (data === 'take over') void worker.skipWaiting();
  // A call that an open page was sent while it is behind another one.
  else if (data?.show) event.waitUntil(show(data.show));
});
