import { useEffect, useRef, type RefObject } from 'react'

/** What was refused is of no more use: it is cleared, and its field, which takes the ref, is where the merchant goes on. All else stays. */
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
