/** The app as something installed: its worker, a newer version that waits, and the phone's own question whether to install it. */
import { useSyncExternalStore } from 'react'
import type { ToWorker } from '../worker/app-shell-cache.ts'

type BeforeInstall = Event & { prompt: () => Promise<unknown> }

let waiting: ServiceWorker | null = null
let installPrompt: BeforeInstall | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const postToWorker = (worker: ServiceWorker, message: ToWorker, answers: MessagePort[] = []) =>
  worker.postMessage(message, answers)

const entryOf = (worker: ServiceWorker): Promise<string> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => done(data as string)
    postToWorker(worker, { ask: 'entry' }, [port2])
  })

/** A worker that has everything and waits: of this page's version it may start at once, of a newer one when the merchant says so. */
async function handleWaitingWorker(worker: ServiceWorker, entry: string): Promise<void> {
  if ((await entryOf(worker)) === entry) return postToWorker(worker, { ask: 'take-over' })
  waiting = worker
  notify()
}

/** Starts the worker once the page has what it needs. `entry` is the address of the page's own script, which names its version. */
export function installWorker(entry: string): void {
  // Asked by the browser at any time; kept until the merchant looks at My.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt = event as BeforeInstall
    notify()
  })
  window.addEventListener('appinstalled', () => {
    installPrompt = null
    notify()
  })
  if (!('serviceWorker' in navigator)) return
  const start = async () => {
    const registration = await navigator.serviceWorker.register('./worker.js')
    if (registration.waiting) void handleWaitingWorker(registration.waiting, entry)
    registration.addEventListener('updatefound', () => {
      const newWorker = registration.installing
      newWorker?.addEventListener('statechange', () => {
        if (newWorker.state === 'installed' && navigator.serviceWorker.controller)
          void handleWaitingWorker(newWorker, entry)
      })
    })
    // An app that stays open for days hears of a new version when it is looked at again.
    document.addEventListener('visibilitychange', () =>
      document.hidden ? undefined : void registration.update().catch(() => undefined),
    )
    const { active } = await navigator.serviceWorker.ready
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    if (active) postToWorker(active, { ask: 'keep', urls })
  }
  // Where there is no worker, or none is allowed, there is still an app.
  const startLater = () => setTimeout(() => void start().catch(() => undefined), 1000)
  if (document.readyState === 'complete') startLater()
  else window.addEventListener('load', startLater, { once: true })
}

/** Whether a newer version is on the phone. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)

/** Milliseconds for the newer version to take over. */
const takeOverTime = 5000

/** Lets the newer version take over and opens this page again with it. */
export function activateNewVersion(): void {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  // The older one gives way when it is idle. The page comes from the network first, so it is the newer one's then, too.
  setTimeout(reload, takeOverTime)
  if (waiting) postToWorker(waiting, { ask: 'take-over' })
}

/** Asks to install the app as the phone does; null where it cannot be asked, or is installed. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(subscribe, () => installPrompt)
  return prompt
    ? () => {
        installPrompt = null
        notify()
        void prompt.prompt()
      }
    : null
}

/** iPhones and iPads install only by their own menu: true in a browser there. */
export const isAppleBrowser = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
