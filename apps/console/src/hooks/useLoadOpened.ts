import { useEffect } from 'react'
import type { QueueRows } from '../components/Queue.tsx'

/**
 * Fetches pages of a list until the opened row is among them, for a desk whose detail is the row itself: a link may
 * name a row of a later page.
 */
export function useLoadOpened<T>(
  { rows, keyOf, done, refusal, unreachable, fetchNextPage }: QueueRows<T>,
  key?: string,
) {
  const isMissing =
    key !== undefined &&
    key !== 'new' &&
    !done &&
    refusal === null &&
    !unreachable &&
    !rows.some((row) => keyOf(row) === key)
  useEffect(() => {
    if (isMissing) fetchNextPage()
  }, [isMissing, fetchNextPage])
}
