import { newKey } from '@quayside/client'
import { useMemo, useRef } from 'react'

/**
 * Idempotency keys for requests of the merchant. Equal content gets the same key, so that a repeated request has no
 * second effect; other content gets another key. After `done`, equal content gets a new key.
 */
export function useIntent() {
  const keys = useRef(new Map<string, string>())
  return useMemo(
    () => ({
      keyFor(content: string): string {
        const key = keys.current.get(content) ?? newKey()
        keys.current.set(content, key)
        return key
      },
      done: () => keys.current.clear(),
    }),
    [],
  )
}
