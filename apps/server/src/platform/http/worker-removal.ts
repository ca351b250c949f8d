/**
 * The kill switch of the app's service worker: with `QUAYSIDE_SERVICE_WORKER=off` the server sends this script as
 * `/worker.js`. A browser fetches that file without its current worker, so the script replaces even a broken worker.
 * It deletes the app's caches, unregisters itself, and reloads the open pages without a worker.
 * A page registers the script again at each start. Without caches it then only unregisters itself, so no page
 * reloads twice.
 */
export const workerRemoval = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const remove = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('quayside-'))
    await Promise.all(names.map((name) => caches.delete(name)))
    await self.registration.unregister()
    if (names.length === 0) return
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => undefined)))
  }
  event.waitUntil(remove())
})
`
