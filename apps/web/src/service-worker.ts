/// <reference lib="webworker" />
/** The id of this build, inserted by the build, so that each build is a different service worker. */
declare const __BUILD__: string;
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/**
 * Offline, only a page that says so works. Documents always come from the server, so that no user gets an old version
 * of the application; files with content hashes in their names are cached.
 */
const offline = '/offline';

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
      for (const name of await caches.keys()) if (name !== __BUILD__) await caches.delete(name);
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

// Only when the user asks for it: a page is never replaced while it is in use.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting();
});
