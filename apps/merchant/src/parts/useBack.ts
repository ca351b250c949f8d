import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Path } from '../paths.ts'

/** Goes back to where the merchant came from; to `otherwise` when the app was opened right here. */
export function useBack(otherwise: Path): () => void {
  const router = useRouter()
  const can = useCanGoBack()
  return useCallback(() => {
    if (can) router.history.back()
    else void router.navigate({ to: otherwise, replace: true })
  }, [can, router, otherwise])
}
