/**
 * True after the first paint. Requests that the first screen does not need wait for it: on a slow line they would
 * compete for bandwidth.
 */
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

/** Milliseconds without a request after which the first screen counts as painted. */
const quietWindow = 100
/** Milliseconds after which it counts as painted even while a request runs. */
const maxWait = 1000

let painted = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useFirstPaint = (): boolean => useSyncExternalStore(subscribe, () => painted)

/** The same for the app shell, which observes the first screen and sets the state. */
export function useMarkFirstPaint(): boolean {
  const fetching = useIsFetching() > 0
  useEffect(() => {
    if (painted) return
    const timer = setTimeout(
      () => {
        painted = true
        for (const listener of listeners) listener()
      },
      fetching ? maxWait : quietWindow,
    )
    return () => clearTimeout(timer)
  }, [fetching])
  return useFirstPaint()
}
