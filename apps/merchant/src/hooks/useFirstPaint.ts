/** Whether the first screen is drawn. What it does not show is asked for after that: on a slow line each answer keeps the others waiting. */
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

/** Milliseconds without a question, after which the screen has all that it shows; and the most that is waited for one. */
const calm = 100
const longest = 1000

let drawn = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useFirstPaint = (): boolean => useSyncExternalStore(subscribe, () => drawn)

/** The same for the shell, which stands around all screens and watches the first one. */
export function useMarkFirstPaint(): boolean {
  const asked = useIsFetching() > 0
  useEffect(() => {
    if (drawn) return
    const timer = setTimeout(
      () => {
        drawn = true
        for (const listener of listeners) listener()
      },
      asked ? longest : calm,
    )
    return () => clearTimeout(timer)
  }, [asked])
  return useFirstPaint()
}
