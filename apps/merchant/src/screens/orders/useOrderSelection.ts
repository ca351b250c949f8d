import { useState } from 'react'
import { sum } from '../../lib/amounts.ts'
import type { OrderListRow } from './OrderRow.tsx'

/** `all` selects every order of the list's filter, loaded or not. */
type Selection = { listKey: string; profits: ReadonlyMap<string, string>; all: boolean }

/**
 * The orders selected for a pick-up. They stay selected while the list loads more pages, and if they leave the status
 * meanwhile: the result of the pick-up says so. `listKey` names the list; another list starts with nothing selected.
 */
export function useOrderSelection(listKey: string) {
  const [stored, setSelection] = useState<Selection | null>(null)
  if (stored && stored.listKey !== listKey) setSelection(null)
  const selection = stored?.listKey === listKey ? stored : null
  const profitsOf = (rows: readonly OrderListRow[]) => new Map(rows.map((row) => [row.id, row.profit]))
  return {
    isActive: selection !== null,
    all: selection?.all ?? false,
    count: selection?.profits.size ?? 0,
    profit: sum(selection?.profits.values() ?? []),
    ids: () => [...(selection?.profits.keys() ?? [])],
    has: (id: string) => selection?.all === true || selection?.profits.has(id) === true,
    start: (rows: readonly OrderListRow[] = []) => setSelection({ listKey, profits: profitsOf(rows), all: false }),
    stop: () => setSelection(null),
    chooseAll: () => setSelection({ listKey, profits: new Map(), all: true }),
    /** If all are selected and one is unselected, the other `loaded` rows stay selected. */
    set: (order: OrderListRow, chosen: boolean, loaded: readonly OrderListRow[]) =>
      setSelection((before) => {
        const profits = new Map(before?.all ? profitsOf(loaded) : before?.profits)
        if (chosen) profits.set(order.id, order.profit)
        else profits.delete(order.id)
        return { listKey, profits, all: false }
      }),
  }
}
