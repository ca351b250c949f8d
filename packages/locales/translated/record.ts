/**
 * Which English text each translation was made from. `<language>.txt` beside this file has a line for each message:
 * its key, the hash of the English text and the hash of the translation. A translation whose English changed
 * while it did not is stale. Both branches of a merge keep their lines, so a key may have several.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@quayside/contract'

export type Texts = Readonly<Record<string, string>>

/** The command that writes what is new, renewed or edited. */
export const recordCommand = 'node tools/words.ts record'

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
const pathOf = (lang: Language) => join(import.meta.dirname, `${lang}.txt`)

/** The recorded pairs of hashes by key: of the English text, and of the translation. */
type Pairs = Map<string, [english: string, translation: string][]>

export function parseRecord(text: string): Pairs {
  const pairs: Pairs = new Map()
  for (const line of text.split('\n')) {
    const [key, english, translation] = line.split(' ')
    if (key && english && translation) pairs.set(key, [...(pairs.get(key) ?? []), [english, translation]])
  }
  return pairs
}

export const readRecord = (lang: Language): Pairs =>
  parseRecord(existsSync(pathOf(lang)) ? readFileSync(pathOf(lang), 'utf8') : '')

/** Keys whose translation is older than its English, and keys that the command has to write. */
export function compareRecord(
  pairs: Pairs,
  english: Texts,
  translation: Texts,
): { stale: string[]; unwritten: string[] } {
  const stale: string[] = []
  const unwritten: string[] = []
  for (const [key, text] of Object.entries(english)) {
    const [source, target] = [hashOf(text), hashOf(translation[key]!)]
    const known = pairs.get(key) ?? []
    if (known.some(([one, other]) => one === source && other === target)) continue
    if (known.some(([, other]) => other === target)) stale.push(key)
    else unwritten.push(key)
  }
  return { stale: stale.sort(), unwritten: unwritten.sort() }
}

/**
 * Writes the record of a language. A stale key keeps its lines unless `stillTrue` names it: then its translation was
 * compared with the new English and is right as it is.
 */
export function writeRecord(lang: Language, english: Texts, translation: Texts, stillTrue: ReadonlySet<string>): void {
  const pairs = readRecord(lang)
  const stale = new Set(compareRecord(pairs, english, translation).stale)
  const lines = Object.keys(english)
    .sort()
    .flatMap((key) =>
      stale.has(key) && !stillTrue.has(key)
        ? pairs.get(key)!.map((pair) => [key, ...pair].join(' '))
        : [[key, hashOf(english[key]!), hashOf(translation[key]!)].join(' ')],
    )
  writeFileSync(pathOf(lang), `${lines.join('\n')}\n`)
}
