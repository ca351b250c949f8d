import { queryClient, tokenStore } from '@quayside/client'
import { useCallback } from 'react'
import { paths } from '../paths.ts'
import { endPush } from '../lib/web-push.ts'
import { navigate } from '../router.ts'

/** Goes to the login and removes all data of the session from this device. */
export function useLogout(): () => Promise<void> {
  return useCallback(async () => {
    // The next merchant on this phone must not receive this shop’s notifications.
    void endPush().catch(() => undefined)
    if ('clearAppBadge' in navigator) void navigator.clearAppBadge().catch(() => undefined)
    navigate({ to: paths.login, replace: true })
    tokenStore.clear()
    queryClient.clear()
  }, [])
}
