import { newKey } from '@quayside/client'
import { useMemo, useRef } from 'react'

/**
 * The key of what somebody is about to send. As long as the same is sent it stays, so that sending it again does nothing twice; what was changed
 * is another intent, and so is the same thing wanted once more after it was `done`.
 */
export function useIntent() {
  const kept = useRef<{ content: string; key: string } | null>(null)
  return useMemo(
    () => ({
      keyFor(content: string): string {
        if (kept.current?.content !== content) kept.current = { content, key: newKey() }
        return kept.current.key
      },
      done: () => void (kept.current = null),
    }),
    [],
  )
}
