import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { WindowVirtualizer, type CacheSnapshot, type WindowVirtualizerHandle } from 'virtua'

type Kept = { cache: CacheSnapshot; offset: number }
// Where each list was left, so that going back finds it there. Lives as long as the page.
const kept = new Map<string, Kept>()

/** Forgets where a list was, for example when its filter changed. */
export const forgetPlace = (key: string): void => void kept.delete(key)

/**
 * A list of any length that scrolls with the page and draws only what is seen. `restoreKey` names it for coming back;
 * `onEnd` is called when its end comes near.
 */
export function VirtualList<T>({
  items,
  render,
  itemKey,
  onEnd,
  restoreKey,
}: {
  items: readonly T[]
  render: (item: T, index: number) => ReactNode
  itemKey: (item: T) => string
  onEnd?: () => void
  restoreKey: string
}) {
  const handle = useRef<WindowVirtualizerHandle>(null)
  const before = kept.get(restoreKey)
  const asked = useRef(0)

  useLayoutEffect(() => {
    if (before) window.scrollTo(0, before.offset)
    const list = handle.current
    return () => {
      if (list) kept.set(restoreKey, { cache: list.cache, offset: lastOffset })
    }
    // Only when the list comes and goes: while it stays, the browser keeps its place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [restoreKey])

  useEffect(() => {
    asked.current = 0
  }, [restoreKey])

  return (
    <WindowVirtualizer
      ref={handle}
      cache={before?.cache}
      bufferSize={600}
      onScroll={() => {
        const list = handle.current
        if (!list || !onEnd) return
        const last = list.findItemIndex(window.scrollY + window.innerHeight)
        if (last >= items.length - 8 && asked.current < items.length) {
          asked.current = items.length
          onEnd()
        }
      }}
    >
      {items.map((item, index) => (
        <div key={itemKey(item)}>{render(item, index)}</div>
      ))}
    </WindowVirtualizer>
  )
}

// The offset at the moment a screen is left is read too late in its clean-up: the next screen has scrolled already.
let lastOffset = 0
if (typeof window !== 'undefined')
  window.addEventListener('scroll', () => (lastOffset = window.scrollY), { passive: true })
