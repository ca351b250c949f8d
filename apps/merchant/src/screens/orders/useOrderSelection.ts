import { useState } from 'react'
import { sum } from '../../lib/amounts.ts'
import type { OrderListRow } from './OrderRow.tsx'

/** `all` are those that the list's filter lets through, loaded or not. */
type Picks = { place: string; costs: ReadonlyMap<string, string>; all: boolean }

/**
 * Orders chosen to be picked up. They stay chosen while the list scrolls and loads on, and when they leave the status meanwhile: the result
 * says so. `place` names the list; another one begins with nothing chosen.
 */
export function useOrderSelection(place: string) {
  const [kept, setPicks] = useState<Picks | null>(null)
  if (kept && kept.place !== place) setPicks(null)
  const picks = kept?.place === place ? kept : null
  const costsOf = (rows: readonly OrderListRow[]) => new Map(rows.map((row) => [row.id, row.totalCost]))
  return {
    on: picks !== null,
    all: picks?.all ?? false,
    count: picks?.costs.size ?? 0,
    cost: sum(picks?.costs.values() ?? []),
    ids: () => [...(picks?.costs.keys() ?? [])],
    has: (id: string) => picks?.all === true || picks?.costs.has(id) === true,
    start: (rows: readonly OrderListRow[] = []) => setPicks({ place, costs: costsOf(rows), all: false }),
    stop: () => setPicks(null),
    chooseAll: () => setPicks({ place, costs: new Map(), all: true }),
    /** `loaded` are the rows that remain of all when one of them is taken away. */
    set: (order: OrderListRow, chosen: boolean, loaded: readonly OrderListRow[]) =>
      setPicks((before) => {
        const costs = new Map(before?.all ? costsOf(loaded) : before?.costs)
        if (chosen) costs.set(order.id, order.totalCost)
        else costs.delete(order.id)
        return { place, costs, all: false }
      }),
  }
}
