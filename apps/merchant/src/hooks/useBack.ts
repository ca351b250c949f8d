import { useCallback, useLayoutEffect, useRef } from 'react'
import type { Path } from '../paths.ts'
import { goBack } from '../router.ts'

/**
 * Goes back to where the merchant came from; to `otherwise` when the app was opened right here. Does nothing once
 * this screen has been left, as it may have been while an answer was waited for.
 */
export function useBack(otherwise: Path): () => void {
  const here = useRef(false)
  useLayoutEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  return useCallback(() => (here.current ? goBack(otherwise) : undefined), [otherwise])
}
