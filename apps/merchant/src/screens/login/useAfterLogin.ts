import { queryClient } from '@quayside/client'
import type { ResponseBody, login } from '@quayside/contract'
import { paths } from '../../paths.ts'
import { navigateToHref, navigate, useSearchParams } from '../../router.ts'

/** Leads on once a session has begun: to an unfinished registration, to where the login interrupted, or home. */
export function useAfterLogin() {
  const { back } = useSearchParams()
  return async ({ registration }: ResponseBody<typeof login>['userinfo']) => {
    queryClient.clear()
    if (registration !== 'verified') navigate({ to: paths.register, replace: true })
    // Only a place inside this app: a link in a message must not lead elsewhere after the login.
    else if (back?.startsWith('/pages/')) navigateToHref(back, true)
    else navigate({ to: paths.home, replace: true })
  }
}
