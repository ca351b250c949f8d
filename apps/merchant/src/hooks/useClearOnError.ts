import { useEffect, useRef, type RefObject } from 'react'

/** Clears a rejected value and focuses its field, which takes the returned ref. `refused` is the server's sentence. */
export function useClearOnError(
  refused: string | undefined,
  clear: (nothing: '') => void,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!refused) return
    clear('')
    field.current?.focus()
  }, [refused, clear])
  return field
}
