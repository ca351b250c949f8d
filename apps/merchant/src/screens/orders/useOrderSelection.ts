import { useState } from 'react'
import { sum } from '../../lib/amounts.ts'
import type { OrderListRow } from './OrderRow.tsx'

/** `all` selects every order of the list's filter, loaded or not. */
type Selection = { listKey: string; costs: ReadonlyMap<string, string>; all: boolean }

/**
 * The orders selected for a pick-up. They stay selected while the list loads more pages, and if they leave the status
 * meanwhile: the result of the pick-up says so. `listKey` names the list; another list starts with nothing selected.
 */
export function useOrderSelection(listKey: string) {
  const [stored, setSelection] = useState<Selection | null>(null)
  if (stored && stored.listKey !== listKey) setSelection(null)
  const selection = stored?.listKey === listKey ? stored : null
  const costsOf = (rows: readonly OrderListRow[]) => new Map(rows.map((row) => [row.id, row.totalCost]))
  return {
    isActive: selection !== null,
    all: selection?.all ?? false,
    count: selection?.costs.size ?? 0,
    cost: sum(selection?.costs.values() ?? []),
    ids: () => [...(selection?.costs.keys() ?? [])],
    has: (id: string) => selection?.all === true || selection?.costs.has(id) === true,
    start: (rows: readonly OrderListRow[] = []) => setSelection({ listKey, costs: costsOf(rows), all: false }),
    stop: () => setSelection(null),
    chooseAll: () => setSelection({ listKey, costs: new Map(), all: true }),
    /** If all are selected and one is unselected, the other `loaded` rows stay selected. */
    set: (order: OrderListRow, chosen: boolean, loaded: readonly OrderListRow[]) =>
      setSelection((before) => {
        const costs = new Map(before?.all ? costsOf(loaded) : before?.costs)
        if (chosen) costs.set(order.id, order.totalCost)
        else costs.delete(order.id)
        return { listKey, costs, all: false }
      }),
  }
}
