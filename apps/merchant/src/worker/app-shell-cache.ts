/**
 * Caches the app's files on the device, so that the app opens without a connection. Each version has one complete
 * cache. `offline-cache.ts` stores the data.
 */
/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

/**
 * Inserted by the build: the files of this version without languages and map, a hash over them, and the app's first
 * script.
 */
declare const __FILES__: string[]
declare const __VERSION__: string
declare const __ENTRY__: string

/** Without a response in this time, the page comes from the cache. In milliseconds. */
const pageTimeout = 3000
const prefix = 'quayside-'
const cacheName = `${prefix}${__VERSION__}`
const page = self.registration.scope
const assets = new URL('assets/', page).href
const files = new Set(__FILES__.map((path) => new URL(path, page).href))

/**
 * Messages of a page: `keep` caches what it loaded before this worker ran; `entry` asks for this version's first
 * script; `take-over` activates this version.
 */
export type ToWorker = { ask: 'keep'; urls: string[] } | { ask: 'entry' } | { ask: 'take-over' }

self.addEventListener('install', (event) => {
  // Files with a hash may come from the HTTP cache. Other files may have changed under the same name.
  const wanted = [page, ...files].map(
    (url) => new Request(url, { cache: url.startsWith(assets) ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(wanted)))
})

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
    // Keep the previous version: an open page may still need its screens, which the server no longer has.
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(tidy())
})

/**
 * The page contains settings of the server, so the network comes first. Without a response, the cached page is used.
 */
async function freshPage(): Promise<Response> {
  try {
    return await fetch(page, { signal: AbortSignal.timeout(pageTimeout), cache: 'no-cache' })
  } catch (error) {
    const found = await caches.match(page, { cacheName })
    if (!found) throw error
    return found
  }
}

/**
 * Takes a file from the cache, else from the network, and then caches it. A file with a hash in its name never
 * changes.
 */
async function cachedFile(request: Request): Promise<Response> {
  const found = (await caches.match(request, { cacheName })) ?? (await caches.match(request))
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok && request.url.startsWith(assets)) await (await caches.open(cacheName)).put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = request.url.replace(/[?#].*$/, '')
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (url === page) event.respondWith(freshPage())
  } else if (url.startsWith(assets) || files.has(url)) event.respondWith(cachedFile(request))
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.ask === 'entry') event.ports[0]?.postMessage(new URL(__ENTRY__, page).href)
  else if (message.ask === 'take-over') event.waitUntil(self.skipWaiting())
  else {
    const missing = message.urls.filter((url) => url.startsWith(assets) && !files.has(url))
    event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(missing)))
  }
})
