/**
 * The app without a connection: its files are kept on the phone, whole, one set for each version. What the merchant
 * reads is kept elsewhere.
 */
/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

/**
 * Written in by the build: every file of this version but the languages and the map; a hash over them; and the page's
 * own script.
 */
declare const __FILES__: string[]
declare const __VERSION__: string
declare const __ENTRY__: string

/** Milliseconds after which the page comes from the cache. */
const patience = 3000
const prefix = 'quayside-'
const mine = `${prefix}${__VERSION__}`
const page = self.registration.scope
const assets = new URL('assets/', page).href
const files = new Set(__FILES__.map((path) => new URL(path, page).href))

/**
 * What a page asks of this worker: `keep` what it loaded before there was one; which page's script is yours; take
 * over, the merchant wants the new version.
 */
export type ToWorker = { ask: 'keep'; urls: string[] } | { ask: 'entry' } | { ask: 'take-over' }

self.addEventListener('install', (event) => {
  // Files with a hash may come from the HTTP cache; the others may have changed under the same name.
  const wanted = [page, ...files].map(
    (url) => new Request(url, { cache: url.startsWith(assets) ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(mine).then((cache) => cache.addAll(wanted)))
})

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== mine)
    // An open page may still be of the version before, whose screens are no longer on the server.
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(tidy())
})

/** The page says what the server runs as, so the server is asked first; without an answer the kept one does. */
async function freshPage(): Promise<Response> {
  try {
    return await fetch(page, { signal: AbortSignal.timeout(patience), cache: 'no-cache' })
  } catch (error) {
    const found = await caches.match(page, { cacheName: mine })
    if (!found) throw error
    return found
  }
}

/** From the phone, else from the network and then kept: a name with a hash never changes what it names. */
async function keptFile(request: Request): Promise<Response> {
  const found = (await caches.match(request, { cacheName: mine })) ?? (await caches.match(request))
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok && request.url.startsWith(assets)) await (await caches.open(mine)).put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = request.url.replace(/[?#].*$/, '')
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (url === page) event.respondWith(freshPage())
  } else if (url.startsWith(assets) || files.has(url)) event.respondWith(keptFile(request))
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.ask === 'entry') event.ports[0]?.postMessage(new URL(__ENTRY__, page).href)
  else if (message.ask === 'take-over') event.waitUntil(self.skipWaiting())
  else {
    const missing = message.urls.filter((url) => url.startsWith(assets) && !files.has(url))
    event.waitUntil(caches.open(mine).then((cache) => cache.addAll(missing)))
  }
})
