import type { ReactElement } from 'react'

/** Elements that are kept: some views of rows. */
const most = 500

/**
 * Keeps the element of each row that `make` has made, for a list that draws its visible rows again at each step of a
 * scroll: React leaves a row as it is when its element is the same. A component calls it anew when it is drawn itself.
 */
export function keepRows<T>(make: (row: T, index: number) => ReactElement): (row: T, index: number) => ReactElement {
  const made = new Map<number, ReactElement>()
  return (row, index) => {
    const kept = made.get(index)
    if (kept) return kept
    if (made.size >= most) made.clear()
    const element = make(row, index)
    made.set(index, element)
    return element
  }
}
