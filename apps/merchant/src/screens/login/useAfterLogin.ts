import { queryClient } from '@quayside/client'
import type { ResponseBody, login } from '@quayside/contract'
import { paths } from '../../paths.ts'
import { navigateToHref, navigate, useSearchParams } from '../../router.ts'

/** Goes on after a login: to an unfinished registration, to the screen that needed the login, or home. */
export function useAfterLogin() {
  const { back } = useSearchParams()
  return async ({ registration }: ResponseBody<typeof login>['userinfo']) => {
    queryClient.clear()
    if (registration !== 'verified') navigate({ to: paths.register, replace: true })
    // Only paths of this app: a link must not redirect to another site after the login.
    else if (back?.startsWith('/pages/')) navigateToHref(back, true)
    else navigate({ to: paths.home, replace: true })
  }
}
