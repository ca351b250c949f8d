/** Web push of this device. The browser stores the subscription, the server the keys to reach it. */
import { call } from '@quayside/client'
import { subscribePush, unsubscribePush } from '@quayside/contract'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const workerNow = (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : Promise.resolve(undefined)

async function subscription(): Promise<PushSubscription | null> {
  const registration = await workerNow()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

export async function pushState(): Promise<PushState> {
  if (typeof Notification === 'undefined' || !(await workerNow())?.pushManager) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

async function registerSubscription(pushSubscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = pushSubscription.toJSON()
  await call(subscribePush, { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! })
}

/**
 * Asks for permission, which browsers allow only after a tap, and subscribes. Throws if the server or the browser
 * refuses.
 */
export async function enablePush(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const registration = await navigator.serviceWorker.ready
  // A subscription for another key of the platform would never receive a push.
  await (await subscription())?.unsubscribe()
  const pushSubscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  try {
    await registerSubscription(pushSubscription)
  } catch (error) {
    await pushSubscription.unsubscribe()
    throw error
  }
  return 'on'
}

export async function disablePush(): Promise<PushState> {
  const pushSubscription = await subscription()
  if (pushSubscription) {
    await pushSubscription.unsubscribe()
    await call(unsubscribePush, { endpoint: pushSubscription.endpoint })
  }
  return pushState()
}

/** Unsubscribes at logout; the server deletes the subscription with the session. */
export const endPush = async (): Promise<void> => void (await (await subscription())?.unsubscribe())

/** Sends the subscription again with the current session and language; needs no permission. */
export async function renewPushSubscription(): Promise<void> {
  if ((await pushState()) === 'on') await registerSubscription((await subscription())!)
}
