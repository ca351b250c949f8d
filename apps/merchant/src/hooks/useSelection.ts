import { useState } from 'react'
import { vibrate } from '../lib/vibrate.ts'

type Selection = { ids: ReadonlySet<string>; all: boolean }
const nothing: Selection = { ids: new Set(), all: false }

/** Selected rows by their ids, or `all` rows of the list, loaded or not. `first` is selected at the start. */
export function useSelection(first?: string) {
  const [{ ids, all }, choose] = useState(first ? { ids: new Set([first]), all: false } : nothing)
  return {
    chosen: ids,
    all,
    // Unselecting one of all keeps the other loaded rows selected.
    set: (id: string, on: boolean) => {
      vibrate()
      choose((before) => {
        const next = new Set(before.ids)
        if (on) next.add(id)
        else next.delete(id)
        return { ids: next, all: before.all && on }
      })
    },
    setAll: (some: Iterable<string>) => choose({ ids: new Set(some), all: false }),
    chooseAll: (loaded: Iterable<string>) => choose({ ids: new Set(loaded), all: true }),
    clear: () => choose(nothing),
  }
}
