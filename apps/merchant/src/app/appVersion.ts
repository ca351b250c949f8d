/** The installed app: its service worker, a newer version that waits, and the browser's install prompt. */
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

/**
 * Handles an installed worker that waits. A worker of this page's version is activated at once, one of a newer
 * version after the merchant agrees.
 */
async function handleWaitingWorker(worker: ServiceWorker, entry: string): Promise<void> {
  if ((await entryOf(worker)) === entry) return postToWorker(worker, { ask: 'take-over' })
  waiting = worker
  notify()
}

/**
 * Registers the worker after the page has loaded. `entry` is the URL of the page's script, which identifies its
 * version.
 */
export function installWorker(entry: string): void {
  // The browser fires this at any time; the prompt waits until the merchant opens My.
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
    // An app that stays open for days checks for a new version when it becomes visible.
    document.addEventListener('visibilitychange', () =>
      document.hidden ? undefined : void registration.update().catch(() => undefined),
    )
    const { active } = await navigator.serviceWorker.ready
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    if (active) postToWorker(active, { ask: 'keep', urls })
  }
  // The app also works without a worker.
  const startLater = () => setTimeout(() => void start().catch(() => undefined), 1000)
  if (document.readyState === 'complete') startLater()
  else window.addEventListener('load', startLater, { once: true })
}

/** Whether a newer version is installed and waits. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)

/** Milliseconds that the newer version has to take over. */
const takeOverTime = 5000

/** Activates the newer version and reloads the page with it. */
export function activateNewVersion(): void {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  // The old worker ends when it is idle. A reload without it also gives the newer version: the page comes from the
  // network first.
  setTimeout(reload, takeOverTime)
  if (waiting) postToWorker(waiting, { ask: 'take-over' })
}

/** Opens the install prompt of the browser; null if there is none or the app is installed. */
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

/** True in a browser on an iPhone or iPad, which install only by their own menu. */
export const isAppleBrowser = (): boolean =>
  'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1
