// The service worker of the desk: keeps the files of one build on the device, and answers with them when the server cannot be reached. It
// never touches the API: what it does not answer goes to the network as if it were not there.

/** The files of this build, and a hash of them; the build writes both (worker/plugin.ts). */
declare const __DESK_FILES__: readonly string[];
declare const __DESK_VERSION__: string;

/** What this file uses of the scope of a service worker, which has no types beside those of pages. */
type WorkerScope = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};
type LifeEvent = { waitUntil(work: Promise<unknown>): void };
type FetchEvent = { request: Request; respondWith(answer: Promise<Response>): void };

const scope = globalThis as unknown as WorkerScope;

const PAGE = '/desk';
const ASSETS = '/desk/assets/';
const PREFIX = 'innwire-desk-';
const CACHE = `${PREFIX}${__DESK_VERSION__}`;
/** Builds that are kept: pages of the one before may still be open, and load their parts when they are first shown. */
const KEPT_BUILDS = 2;
/** A network that answers nothing for so long is taken for none. */
const PAGE_TIMEOUT_MS = 4_000;

scope.addEventListener('install', (event) => {
  event.waitUntil(keepBuild().then(() => scope.skipWaiting()));
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(dropOldBuilds().then(() => scope.clients.claim()));
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(ASSETS)) event.respondWith(assetOf(request));
  else if (request.mode === 'navigate' && (pathname === PAGE || pathname.startsWith(`${PAGE}/`)))
    event.respondWith(pageOf(request));
});

/** Stores the page and its files. Throws, so that the browser tries again later, if the server meanwhile has another build. */
async function keepBuild(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-store' });
  const text = await page.clone().text();
  const loaded = [...text.matchAll(/\/desk\/assets\/[^"]+/g)].map(([file]) => file);
  if (!page.ok || loaded.length === 0 || loaded.some((file) => !__DESK_FILES__.includes(file)))
    throw new Error('The page belongs to another build.');
  await cache.addAll(__DESK_FILES__);
  await cache.put(PAGE, page);
}

/** Caches are listed in the order in which they were made. */
async function dropOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of builds.slice(0, Math.max(0, builds.length - KEPT_BUILDS + 1))) await caches.delete(name);
}

/** Names of files contain a hash of their content, so any build that has one has the right one. */
async function assetOf(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}

/** The page as the server has it, so that a new build is taken at once; without the server, that of this build. */
async function pageOf(request: Request): Promise<Response> {
  const kept = () => caches.match(PAGE, { cacheName: CACHE });
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    return answer.status >= 500 ? ((await kept()) ?? answer) : answer;
  } catch {
    return (await kept()) ?? Response.error();
  }
}
