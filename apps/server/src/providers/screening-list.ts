/**
 * A list of sanctions in a file: CSV with a header, in the form of the consolidated lists of OpenSanctions
 * (`targets.simple.csv`). Several values of a cell are separated by semicolons. The columns `id` and `name` are needed;
 * `aliases`, `addresses`, `identifiers` (addresses of chains, among others) and `dataset` are read where they are.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parse } from 'csv-parse'
import {
  addressScore,
  comparableName,
  joinedLikeness,
  nameScore,
  wordLikeness,
  type ComparableName,
  type ComparableWord,
} from '../domain/name-matching.ts'
import type { ScreeningMatch, ScreeningProvider, ScreeningQuestion } from '../domain/screening.ts'

/** Stands in the column `dataset` of a list that names nobody: a production refuses it. */
export const testDataset = 'TEST LIST'
/** Names longer than this are cut: no person has one. */
const maxText = 300

type Entry = { list: string; entry: string }
type Named = Entry & { listed: string; name: ComparableName }
type Placed = Entry & { listed: string }

/** The entries of a list, as they are looked up. */
class ScreeningIndex {
  readonly #names: Named[] = []
  /** Each word with the names that have it. Far fewer words than names are compared letter by letter. */
  readonly #words = new Map<string, { word: ComparableWord; names: Set<number> }>()
  readonly #addresses: Placed[] = []
  readonly #identifiers = new Map<string, Placed>()

  addName(named: Entry & { listed: string }): void {
    const name = comparableName(named.listed)
    if (!name) return
    const at = this.#names.push({ ...named, name }) - 1
    for (const word of name.words) {
      const known = this.#words.get(word.written)
      if (known) known.names.add(at)
      else this.#words.set(word.written, { word, names: new Set([at]) })
    }
  }

  addAddress(placed: Placed): void {
    this.#addresses.push(placed)
  }

  addIdentifier(placed: Placed): void {
    this.#identifiers.set(identifierKey(placed.listed), placed)
  }

  screen({ names, address, chainAddress }: ScreeningQuestion): ScreeningMatch[] {
    const best = new Map<string, ScreeningMatch>()
    const add = (match: ScreeningMatch) => {
      const key = JSON.stringify([match.list, match.entry, match.mark])
      if (match.score > (best.get(key)?.score ?? 0)) best.set(key, match)
    }
    for (const text of new Set(names))
      for (const { list, entry, listed, score } of this.#likeName(text))
        add({ list, entry, listed, score, mark: 'name' })
    if (address)
      for (const { list, entry, listed } of this.#addresses)
        add({ list, entry, listed, score: addressScore(address, listed), mark: 'address' })
    const known = chainAddress === null ? undefined : this.#identifiers.get(identifierKey(chainAddress))
    if (known) add({ ...known, score: 100, mark: 'chain-address' })
    return [...best.values()]
  }

  #likeName(text: string): (Named & { score: number })[] {
    const asked = comparableName(text.slice(0, maxText))
    if (!asked) return []
    const found = new Set<number>()
    for (const { word, names } of this.#words.values())
      if (asked.words.some((one) => wordLikeness(one, word) > 0)) for (const at of names) found.add(at)
    return this.#names.flatMap((named, at) => {
      if (!found.has(at) && joinedLikeness(asked.joined, named.name.joined) === 0) return []
      const score = nameScore(asked, named.name)
      return score > 0 ? [{ ...named, score }] : []
    })
  }
}

/** Hexadecimal addresses have no capitals of their own; those of other networks have. */
const identifierKey = (text: string): string => (/^0x/i.test(text) ? text.toLowerCase() : text)

const valuesOf = (cell: string | undefined): string[] =>
  (cell ?? '').split(';').flatMap((text) => text.trim().slice(0, maxText) || [])

/** Reads the whole file. Throws for one without its columns, without an entry, or, in production, for a test list. */
async function readList(path: string, isProduction: boolean): Promise<{ version: string; index: ScreeningIndex }> {
  const index = new ScreeningIndex()
  const hash = createHash('sha256')
  let entries = 0
  const content = createReadStream(path)
  content.on('data', (piece) => hash.update(piece))
  const parser = content.pipe(parse({ bom: true, columns: true, skip_empty_lines: true, relax_column_count: true }))
  content.on('error', (error) => parser.destroy(error))
  for await (const row of parser as AsyncIterable<Record<string, string | undefined>>) {
    const { id, name, dataset } = row
    if (!id || name === undefined) throw new Error(`${path}: an entry needs the columns id and name`)
    if (isProduction && dataset?.includes(testDataset)) throw new Error(`${path}: this is the list of the demo`)
    const entry = { list: valuesOf(dataset).join('; ') || 'list', entry: id }
    for (const listed of [...valuesOf(name), ...valuesOf(row['aliases'])]) index.addName({ ...entry, listed })
    for (const listed of valuesOf(row['addresses'])) index.addAddress({ ...entry, listed })
    // The entry of a wallet has the address as its name.
    for (const listed of [...valuesOf(name), ...valuesOf(row['identifiers'])]) index.addIdentifier({ ...entry, listed })
    entries += 1
  }
  if (entries === 0) throw new Error(`${path}: the list has no entry`)
  return { version: hash.digest('hex').slice(0, 16), index }
}

/** Reads the file again after each change of it. */
export function screeningList(path: string, isProduction: boolean): ScreeningProvider {
  let read: { stamp: string; list: ReturnType<typeof readList> } | null = null
  const current = async () => {
    const { mtimeMs, size } = await stat(path)
    const stamp = `${mtimeMs} ${size}`
    if (read?.stamp !== stamp) {
      const list = readList(path, isProduction)
      read = { stamp, list }
      // A file that was being written is read again at the next call.
      list.catch(() => {
        if (read?.list === list) read = null
      })
    }
    return read.list
  }
  return {
    name: 'list',
    version: async () => (await current()).version,
    screen: async (question) => (await current()).index.screen(question),
  }
}
