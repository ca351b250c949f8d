import { useCallback, useLayoutEffect, useRef } from 'react'
import type { Path } from '../paths.ts'
import { goBack } from '../router.ts'

/**
 * Goes back to the previous screen, or to `otherwise` if the app was opened on this screen. Does nothing after the
 * screen was left: the merchant may leave it while the caller waits for a response.
 */
export function useBack(otherwise: Path): () => void {
  const here = useRef(false)
  useLayoutEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  return useCallback(() => (here.current ? goBack(otherwise) : undefined), [otherwise])
}
