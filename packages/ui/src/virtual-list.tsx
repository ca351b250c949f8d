import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { WindowVirtualizer, type CacheSnapshot, type WindowVirtualizerHandle } from 'virtua'

/**
 * Estimated height of a row in pixels, until it is measured. If it were lower, the list would fetch the next page too
 * early.
 */
const usualRowHeight = 100

type Kept = { cache: CacheSnapshot; count: number; offset: number }
// The scroll position of each list, restored on going back. Lives as long as the page.
const savedPositions = new Map<string, Kept>()

/** Forgets the scroll position of a list, for example when its filter changes. */
export const forgetScrollPosition = (key: string): void => void savedPositions.delete(key)

type Props<T> = {
  items: readonly T[]
  render: (item: T, index: number) => ReactElement
  itemKey: (item: T) => string
  /** Called near the end of the list, also if the list does not fill the screen. May be called more than once. */
  onEnd?: () => void
  /** The key of the scroll position. */
  restoreKey: string
  /**
   * The usual height of a row in pixels. With a lower one the first view renders rows that nobody sees, and fetches the
   * next page.
   */
  rowHeight?: number | undefined
}

/** A list of any length that scrolls with the page and renders only the visible rows. */
export function VirtualList<T>(props: Props<T>) {
  // Another list gets a new element, with its own position and row sizes.
  return <OneList key={props.restoreKey} {...props} />
}

function OneList<T>({ items, render, itemKey, onEnd, restoreKey, rowHeight = usualRowHeight }: Props<T>) {
  const handle = useRef<WindowVirtualizerHandle>(null)
  const count = useRef(items.length)
  const [start] = useState(() => {
    const before = savedPositions.get(restoreKey)
    return before && before.count <= items.length ? before : undefined
  })

  useLayoutEffect(() => {
    const list = handle.current
    window.scrollTo(0, start?.offset ?? 0)
    return () => {
      if (list) savedPositions.set(restoreKey, { cache: list.cache, count: count.current, offset: lastOffset })
    }
  }, [restoreKey, start])

  const lookAhead = useCallback(() => {
    const list = handle.current
    if (!list || !onEnd) return
    if (list.findItemIndex(window.scrollY + 2 * window.innerHeight) >= count.current - 1) onEnd()
  }, [onEnd])
  useEffect(() => {
    count.current = items.length
    lookAhead()
  }, [items.length, lookAhead])

  return (
    <WindowVirtualizer
      ref={handle}
      data={items}
      cache={start?.cache}
      itemSize={rowHeight}
      bufferSize={600}
      onScroll={lookAhead}
    >
      {(item, index) => <div key={itemKey(item)}>{render(item, index)}</div>}
    </WindowVirtualizer>
  )
}

// The cleanup of a screen runs after the next screen has scrolled, so every scroll saves the offset here.
let lastOffset = 0
if (typeof window !== 'undefined')
  window.addEventListener('scroll', () => void (lastOffset = window.scrollY), { passive: true })
