import { useState } from 'react'

/** Rows of a list chosen by their ids. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen,
    set: (id: string, on: boolean) =>
      setChosen((before) => {
        const next = new Set(before)
        if (on) next.add(id)
        else next.delete(id)
        return next
      }),
    setAll: (ids: Iterable<string>) => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}
