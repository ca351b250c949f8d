import { queries, tokenStore } from '@quayside/client'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths } from '../paths.ts'

/** Goes to the login and forgets on this device who was here. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await navigate({ to: paths.login, replace: true })
    tokenStore.clear()
    queries.clear()
  }, [navigate])
}
