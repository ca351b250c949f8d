import type { Refused } from '@quayside/client'
import { useEffect, useRef, type RefObject } from 'react'
import { focusNow } from '../lib/focusNow.ts'

/** Focuses the first wrong field after a refusal that names fields. Its form takes the returned ref. */
export function useFocusRefused<E extends HTMLElement>(refusal: Refused | null): RefObject<E | null> {
  const form = useRef<E>(null)
  useEffect(
    () =>
      refusal && Object.keys(refusal.fields).length > 0
        ? focusNow(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'))
        : undefined,
    [refusal],
  )
  return form
}
