/** The pages of a list as the cache holds them. */
export type Pages<Row> = {
  pages: readonly { list: Row[]; cursor?: string | null }[]
  pageParams: readonly unknown[]
}

/**
 * The list with a first page that was read again: rows that are new or moved stand where it has them, and the rows
 * below its last one stay as they were. Null when the last row of the page was not in the list before, so that rows
 * between the two could be missing, and for a list without cursors.
 */
export function joinFirstPage<Row>(
  before: Pages<Row>,
  first: Pages<Row>['pages'][number],
  keyOf: (row: Row) => string,
): Pages<Row> | null {
  // The whole list has become one page.
  if (first.cursor === null) return { pages: [first], pageParams: before.pageParams.slice(0, 1) }
  const last = first.list.at(-1)
  if (first.cursor === undefined || last === undefined) return null
  const rows = before.pages.flatMap(({ list }) => list)
  const end = rows.findIndex((row) => keyOf(row) === keyOf(last))
  if (end < 0) return null
  const above = new Set(first.list.map(keyOf))
  const below = rows.slice(end + 1).filter((row) => !above.has(keyOf(row)))
  const [, , ...later] = before.pages
  const kept = new Set(below)
  const ends = later.map((page) => ({ ...page, list: page.list.filter((row) => kept.has(row)) }))
  const inLater = new Set(ends.flatMap(({ list }) => list))
  // What the first page pushed off begins the second one. The number of pages stays: a whole read reads as many.
  const second = { ...before.pages[1]!, list: below.filter((row) => !inLater.has(row)) }
  return { pages: [first, second, ...ends], pageParams: before.pageParams }
}
