/** Whether this device hears of messages while the app is closed. The browser keeps the subscription, the server what it needs to reach it. */
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

/** Asks for the permission, which browsers allow only as the answer to a tap, and subscribes. Throws what the server or the browser refuses. */
export async function enablePush(publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const registration = await navigator.serviceWorker.ready
  // One that was made for another key of the platform would never hear anything.
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

/** At the log-out: the server forgets the device with the session. */
export const endPush = async (): Promise<void> => void (await (await subscription())?.unsubscribe())

/** The server learns anew which session and language this device has; asks nobody anything. */
export async function renewPushSubscription(): Promise<void> {
  if ((await pushState()) === 'on') await registerSubscription((await subscription())!)
}
