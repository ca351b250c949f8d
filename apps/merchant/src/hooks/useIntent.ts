import { newKey } from '@quayside/client'
import { useMemo, useRef } from 'react'

/**
 * Idempotency keys of what the merchant is about to send. The same content has the same key, so that sending it again
 * does nothing twice; other content has a key of its own. After `done`, the same content once more is a new intent.
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
