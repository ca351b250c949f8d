import { useCallback, useEffect, type RefObject } from 'react'

type PagedRows = {
  rows: readonly unknown[]
  fetchNextPage: () => void
  refusal: unknown
  unreachable: boolean
}

/**
 * Fetches the next page of a list while less than a view's height of its rows is below the visible ones, or `atEnd`.
 * `scrollerRef` is the element that scrolls. Returns what the list calls when it scrolls.
 *
 * Rows may be missing without a scroll: a page is lower than the view, a refetch of the list has cancelled the next
 * page, or a phone shows the opened item instead of the list. After a failure the list waits for the next scroll.
 */
export function useNextPage(
  scrollerRef: RefObject<HTMLElement | null>,
  { rows, fetchNextPage, refusal, unreachable }: PagedRows,
  atEnd = false,
): () => void {
  const fetchWhenNear = useCallback(() => {
    const view = scrollerRef.current
    if (atEnd || (view && view.scrollTop + view.clientHeight * 2 > view.scrollHeight)) fetchNextPage()
  }, [scrollerRef, fetchNextPage, atEnd])
  const failed = unreachable || refusal !== null
  const { length } = rows
  useEffect(() => {
    if (!scrollerRef.current || length === 0 || failed) return
    // It reports the present size too.
    const observer = new ResizeObserver(fetchWhenNear)
    observer.observe(scrollerRef.current)
    return () => observer.disconnect()
  }, [scrollerRef, length, failed, fetchWhenNear])
  return fetchWhenNear
}
