import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinFirstPage, type Pages } from './join-first-page.ts'

const size = 5
/** The pages of a list, as they are read one after the other. */
const pagesOf = (rows: readonly string[], most = Infinity): Pages<string> => {
  const pages: { list: string[]; cursor: string | null }[] = []
  for (let from = 0; pages.length < most; from += size) {
    const list = rows.slice(from, from + size)
    pages.push({ list, cursor: list.length === size ? list.at(-1)! : null })
    if (list.length < size) break
  }
  return { pages, pageParams: pages.map((_page, i) => (i === 0 ? null : pages[i - 1]!.cursor)) }
}
const rowsOf = ({ pages }: Pages<string>) => pages.flatMap(({ list }) => list)
const itself = (row: string) => row
const letters = [...'abcdefghijklm']

test('a new row pushes another one off the first page, and none is lost or stands twice', () => {
  const joined = joinFirstPage(pagesOf(letters), pagesOf(['N', ...letters]).pages[0]!, itself)!
  expect(rowsOf(joined)).toEqual(['N', ...letters])
  expect(joined.pages).toHaveLength(3)
  expect(joined.pages.at(-1)!.cursor).toBeNull()
})

test('a row that is gone is gone, and one that moved up stands once', () => {
  expect(rowsOf(joinFirstPage(pagesOf(letters), pagesOf([...'acdefghijklm']).pages[0]!, itself)!)).toEqual([
    ...'acdefghijklm',
  ])
  expect(rowsOf(joinFirstPage(pagesOf(letters), pagesOf([...'labcdefghijkm']).pages[0]!, itself)!)).toEqual([
    ...'labcdefghijkm',
  ])
})

test('a page that ends in an unknown row cannot be joined, nor one without cursors', () => {
  expect(joinFirstPage(pagesOf(letters), pagesOf([...'NOPQRabcdefgh']).pages[0]!, itself)).toBeNull()
  expect(joinFirstPage(pagesOf(letters), { list: ['a'] }, itself)).toBeNull()
  expect(joinFirstPage(pagesOf(letters), pagesOf(['x']).pages[0]!, itself)).toMatchObject({ pages: [{ list: ['x'] }] })
})

test('whatever comes and goes above, the list is the true one, or is read as a whole', () => {
  const rows = fc.uniqueArray(
    fc.nat(999).map((n) => String(n).padStart(3, '0')),
    { minLength: 6, maxLength: 30 },
  )
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 2, max: 6 }),
      fc.array(fc.nat(4)),
      fc.array(fc.nat(999)),
      (given, most, gone, come) => {
        const before = given.toSorted()
        const loaded = pagesOf(before, most)
        // What happens to rows of the first page, and what comes above its end.
        const left = before.filter((_row, i) => !gone.includes(i))
        const added = come.map((n) => String(n).padStart(3, '0')).filter((row) => row < before[size - 1]!)
        const after = [...new Set([...left, ...added])].toSorted()
        const joined = joinFirstPage(loaded, pagesOf(after).pages[0]!, itself)
        if (!joined) return
        const shown = rowsOf(joined)
        // The first page is the true one, and of what was there nothing is lost, doubled or moved below it.
        expect(shown.slice(0, size)).toEqual(after.slice(0, size))
        expect(shown).toEqual([...new Set(shown)].toSorted())
        const seen = rowsOf(loaded)
        for (const row of after) if (seen.includes(row)) expect(shown).toContain(row)
      },
    ),
  )
})
