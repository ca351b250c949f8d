/** Reads and rewrites the files of `packages/locales/src/<language>`. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@quayside/contract'
import { parseSync, type Node } from 'oxc-parser'

export const localesFolder = join(import.meta.dirname, '../../packages/locales')

/** A message as its file has it. `start` and `end` are the place of its string literal. */
type Entry = { key: string; text: string; start: number; end: number }

const pathOf = (lang: Language, area: string) => join(localesFolder, 'src', lang, `${area}.ts`)

/** The areas of the catalogue, which are the names of its files. */
export const areas = (): string[] =>
  readdirSync(join(localesFolder, 'src/en'))
    .filter((name) => name !== 'index.ts')
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()

function objectOf(node: Node | undefined): Node | undefined {
  return node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression' ? objectOf(node.expression) : node
}

function entriesOf(file: string, source: string): Entry[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const exported = program.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const object = objectOf(exported?.type === 'ExportDefaultDeclaration' ? (exported.declaration as Node) : undefined)
  if (object?.type !== 'ObjectExpression') throw new Error(`${file}: expected an object as default export`)
  return object.properties.map((property) => {
    if (property.type !== 'Property') throw new Error(`${file}: expected keys with texts only`)
    const { key, value } = property
    const name = key.type === 'Literal' ? key.value : key.type === 'Identifier' ? key.name : undefined
    if (typeof name !== 'string' || value.type !== 'Literal' || typeof value.value !== 'string')
      throw new Error(`${file}: expected a key with a text at ${String(name)}`)
    return { key: name, text: value.value, start: value.start, end: value.end }
  })
}

/** The texts of an area of a language, by key, in the order of the file. */
export function readArea(lang: Language, area: string): Record<string, string> {
  const file = pathOf(lang, area)
  return Object.fromEntries(entriesOf(file, readFileSync(file, 'utf8')).map(({ key, text }) => [key, text]))
}

/** All texts of a language, by key. */
export const readTexts = (lang: Language): Record<string, string> =>
  Object.assign({}, ...areas().map((area) => readArea(lang, area))) as Record<string, string>

/** A string literal. Signs that an editor does not show are escaped, so that a reader of the file sees them. */
const literal = (text: string): string => {
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replace(
      /[\u00ad\u200b-\u200f\u2060-\u2069]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    )
  return `'${inner}'`
}

/** Writes texts into the files of a language. Returns the keys whose text changed; unknown keys are refused. */
export function writeTexts(lang: Language, texts: Record<string, string>): string[] {
  const left = new Set(Object.keys(texts))
  const changed: string[] = []
  for (const area of areas()) {
    const file = pathOf(lang, area)
    let source = readFileSync(file, 'utf8')
    const entries = entriesOf(file, source).filter(({ key }) => left.delete(key))
    const differing = entries.filter(({ key, text }) => texts[key] !== text)
    // From the last to the first, so that the places of the others stay.
    for (const { key, start, end } of differing.toReversed()) {
      source = source.slice(0, start) + literal(texts[key]!) + source.slice(end)
      changed.push(key)
    }
    if (differing.length > 0) writeFileSync(file, source)
  }
  if (left.size > 0) throw new Error(`${lang} has no such keys: ${[...left].join(', ')}`)
  return changed
}
