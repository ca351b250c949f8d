/** Texts of one language as XLIFF 2.0, and back. One `<file>` an area, one `<unit>` a message. */
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { create } from 'xmlbuilder2'
import type { Language } from '@quayside/contract'
import { areaNotes, forbidden, messageNotes, placeholderNotes } from '../../packages/locales/glossary/notes.ts'
import { terms, type Glossary, type Term } from '../../packages/locales/glossary/terms.ts'
import { areas, readArea } from './catalogue-files.ts'

const namespace = 'urn:oasis:names:tc:xliff:document:2.0'
// A unit's id is an NMTOKEN, which has no slash.
const idOf = (key: string) => key.replaceAll('/', ':')

/** The names of a message's placeholders. */
export function placeholdersOf(text: string): string[] {
  const names = new Set<string>()
  const visit = (part: unknown): void => {
    if (!Array.isArray(part)) return
    for (const item of part as unknown[]) {
      if (!Array.isArray(item)) continue
      const [name, , forms] = item as [string, string?, Record<string, unknown>?]
      names.add(name)
      for (const form of Object.values(forms ?? {})) visit(form)
    }
  }
  visit(compileMessage(text))
  return [...names].sort()
}

/** What a translator has to know about a message. */
function notesOf(key: string, text: string, stale: boolean, picture: string | undefined): string[] {
  const placeholders = placeholdersOf(text).map((name) => `{${name}}: ${placeholderNotes[name]}.`)
  const own = messageNotes[key]
  return [
    ...(own ? [own] : []),
    ...(picture ? [picture] : []),
    ...placeholders,
    ...(text.includes(', plural,')
      ? ['ICU MessageFormat: keep “plural” and give every plural form of the language.']
      : []),
    ...(stale ? ['The English changed after this was translated.'] : []),
  ]
}

/** Where a text stands on a screen: a picture, and a rectangle in its pixels. */
export type Place = { picture: string; x: number; y: number; width: number; height: number }
const placeNote = ({ picture, x, y, width, height }: Place): string =>
  `Picture: ${picture}, ${width} × ${height} pixels at ${x}, ${y}.`

/** The texts of a language as XLIFF. `stale` keys get the state `initial`; `places` tell where a text is seen. */
export function writeXliff(
  lang: Language,
  stale: ReadonlySet<string>,
  places: Partial<Record<string, Place>> = {},
): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele(namespace, 'xliff', {
    version: '2.0',
    srcLang: 'en',
    trgLang: lang,
  })
  for (const area of areas()) {
    const [english, translation] = [readArea('en', area), readArea(lang, area)]
    const file = root.ele('file', { id: area })
    file.ele('notes').ele('note').txt(areaNotes[area]!)
    for (const [key, text] of Object.entries(english)) {
      const unit = file.ele('unit', { id: idOf(key), name: key })
      const notes = notesOf(key, text, stale.has(key), places[key] && placeNote(places[key]))
      if (notes.length > 0) {
        const list = unit.ele('notes')
        for (const note of notes) list.ele('note').txt(note)
      }
      const segment = unit.ele('segment', { state: stale.has(key) ? 'initial' : 'translated' })
      segment.ele('source', { 'xml:space': 'preserve' }).txt(text)
      segment.ele('target', { 'xml:space': 'preserve' }).txt(translation[key]!)
    }
  }
  return `${root.end({ prettyPrint: true, allowEmptyTags: true })}\n`
}

/**
 * Reads an XLIFF file: the language, the English it was made from and the translation of each key. Keys without a
 * translation are left out.
 */
export function readXliff(text: string): {
  lang: string
  units: { key: string; source: string; target: string }[]
} {
  const document = create(text).node as unknown as Document
  const root = document.documentElement
  if (root?.localName !== 'xliff' || root.namespaceURI !== namespace) throw new Error('expected an XLIFF 2.0 file')
  const lang = root.getAttribute('trgLang')
  if (!lang) throw new Error('the file names no target language (trgLang)')
  const units = [...root.getElementsByTagName('unit')].flatMap((unit) => {
    const key = unit.getAttribute('name')
    const textOf = (tag: string) => [...unit.getElementsByTagName(tag)].map((part) => part.textContent ?? '').join('')
    const target = textOf('target')
    return key && target !== '' ? [{ key, source: textOf('source'), target }] : []
  })
  return { lang, units }
}

/** A field of a CSV file. */
const field = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The terms with their words in each language, and the words that a language does not use, as CSV. */
export function writeGlossary(glossaries: ReadonlyMap<Language, Glossary>): string {
  const rows = [['kind', 'language', 'english', 'word', 'meaning']]
  for (const [lang, glossary] of glossaries)
    for (const term of Object.keys(terms) as Term[])
      rows.push(['term', lang, term, glossary[term].word.replaceAll('\u00ad', ''), terms[term].means])
  for (const [lang, words] of Object.entries(forbidden))
    for (const { pattern, instead } of words) rows.push(['forbidden', lang, '', pattern.source, instead])
  return `${rows.map((row) => row.map(field).join(',')).join('\r\n')}\r\n`
}
