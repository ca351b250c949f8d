/** The session of this browser: how it opens, and how it ends. */
import { deviceStore, queryClient, tokenStore } from '@quayside/client'

/** Stores the session that a step of the log-in opened. The page asks anew who is logged in. */
export function openSession({ token, device }: { token: string; device: string | null }): void {
  if (device) deviceStore.set(device)
  tokenStore.set(token)
  // A query that still runs was sent with the session before, and would otherwise answer for this one.
  void queryClient.cancelQueries().then(() => queryClient.invalidateQueries())
}

/** Forgets the session and everything that was read with it. */
export function leave(): void {
  tokenStore.clear()
  window.location.assign('/')
}
