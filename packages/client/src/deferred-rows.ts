/**
 * Buffers rows that arrive above the visible list until the user asks for them, so that the list does not move under
 * a finger.
 */
import { useMemo, useState, useSyncExternalStore } from 'react'

let requests = 0
const lists = new Set<() => void>()
const subscribe = (list: () => void) => {
  lists.add(list)
  return () => void lists.delete(list)
}

/** Shows the buffered rows of all lists on the screen. */
export function showDeferredRows(): void {
  requests += 1
  for (const list of lists) list()
}

const none: ReadonlySet<string> = new Set()

/**
 * Splits the rows of a list into the `shown` rows and the number of new rows that wait above them (`deferredCount`).
 * A shown row stays shown. No row waits before the list was shown once without `settling`. `list` is the name of the
 * list; another list shows all its rows.
 */
export function useDeferredRows<T>(rows: T[], keyOf: (row: T) => string, list: string, settling: boolean) {
  const name = `${useSyncExternalStore(subscribe, () => requests)} ${list}`
  const [seen, setSeen] = useState({ name, keys: none })
  const keys = seen.name === name ? seen.keys : none
  const { shown, deferredCount, hasNew } = useMemo(() => {
    const deferred = Math.max(
      rows.findIndex((row) => keys.has(keyOf(row))),
      0,
    )
    const visible = deferred > 0 ? rows.slice(deferred) : rows
    return { shown: visible, deferredCount: deferred, hasNew: visible.some((row) => !keys.has(keyOf(row))) }
  }, [rows, keys, keyOf])
  if ((keys.size > 0 || !settling) && hasNew) setSeen({ name, keys: new Set([...keys, ...shown.map(keyOf)]) })
  return { shown, deferredCount }
}
