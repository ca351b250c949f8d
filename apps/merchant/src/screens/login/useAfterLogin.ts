import { queries } from '@quayside/client'
import type { Answer, login } from '@quayside/contract'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

/** Leads on once a session has begun: to an unfinished registration, to where the login interrupted, or home. */
export function useAfterLogin() {
  const navigate = useNavigate()
  const router = useRouter()
  const { back } = useSearch({ strict: false }) as { back?: string }
  return async ({ registration }: Answer<typeof login>['userinfo']) => {
    queries.clear()
    if (registration !== 'verified') await navigate({ to: paths.register, replace: true })
    // Only a place inside this app: a link in a message must not lead elsewhere after the login.
    else if (back?.startsWith('/pages/')) router.history.replace(back)
    else await navigate({ to: paths.home, replace: true })
  }
}
