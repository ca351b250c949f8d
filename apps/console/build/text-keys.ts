/**
 * The keys of texts, in a build. A key that the source names as a literal becomes two or three characters, in the
 * source and beside its message: written out, keys were an eighth of all scripts. A key that a template makes at run
 * time, such as `text(`orders.status.${status}`)`, stays as it is. Every language has the keys of English, so the short
 * ones are the same in all.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ListEndpoint } from '@quayside/contract/list-endpoint'
import { parseSync, Visitor, type Plugin } from 'vite'

/** One for each file of texts. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type Texts = Readonly<Record<string, string>>

const source = join(import.meta.dirname, '..', 'src')
const english = join(source, 'locales', 'en')
const contract = join(import.meta.dirname, '..', '..', '..', 'packages', 'contract', 'src')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What the templates with values of a file may make. */
export function templatesOf(path: string, code: string): RegExp[] {
  const found: RegExp[] = []
  new Visitor({
    TemplateLiteral({ quasis, expressions }) {
      const parts = quasis.map(({ value }) => escaped(value.cooked ?? ''))
      // A template of a key begins with the fixed word of its file (`text-keys.test.ts`).
      if (expressions.length > 0 && /^[a-z]/.test(parts[0]!) && !parts.some((part) => /\s/.test(part)))
        found.push(new RegExp(`^${parts.join('.+')}$`))
    },
  }).visit(parseSync(path, code).program)
  return found
}

/**
 * The keys that `defineDesk` makes of the name of a desk: those of its list, of its filters, and of the values of a
 * filter. `sources` are those of the console.
 */
export async function deskTemplates(sources: readonly string[]): Promise<RegExp[]> {
  const { endpoints } = await import('@quayside/contract/endpoints')
  const lists = Object.values(endpoints).flatMap((one) => ('filters' in one ? [(one as ListEndpoint).filters] : []))
  const choices = lists.flatMap((filters) => Object.entries(filters).filter(([, { kind }]) => kind === 'choice'))
  const names = sources.flatMap((code) => [...code.matchAll(/defineDesk\(\{\s*name: '([\w.-]+)'/g)])
  const desk = `^(?:${names.map(([, name]) => name).join('|')})\\.`
  return [
    new RegExp(`${desk}(?:title|empty|empty\\.text|search|new|gone|may-not|filter\\..+)$`),
    new RegExp(`${desk}(?:${choices.map(([name]) => name).join('|')})\\.[\\w-]+$`),
  ]
}

/**
 * The short keys of the files of texts, by their full ones: a letter of the file, and its place among the short keys of
 * the file. `literals` are those of the contract: a text of that name might be named by a value of the server.
 */
export function shortKeys(
  files: readonly Texts[],
  templates: readonly RegExp[],
  literals: ReadonlySet<string>,
): Map<string, string> {
  if (files.length > letters.length) throw new Error('text-keys.ts has too few letters for the files of texts')
  const short = new Map<string, string>()
  for (const [file, texts] of files.entries()) {
    let place = 0
    for (const key of Object.keys(texts))
      if (!literals.has(key) && !templates.some((made) => made.test(key)))
        short.set(key, letters[file]! + (place++).toString(36))
  }
  return short
}

/** A file of the source with short keys; undefined when it names none. */
export function withShortKeys(path: string, code: string, short: ReadonlyMap<string, string>): string | undefined {
  const places: { start: number; end: number; key: string }[] = []
  new Visitor({
    Literal({ start, end, value }) {
      const key = typeof value === 'string' ? short.get(value) : undefined
      if (key) places.push({ start, end, key })
    },
  }).visit(parseSync(path, code).program)
  if (places.length === 0) return undefined
  let written = ''
  let from = 0
  for (const { start, end, key } of places.toSorted((a, b) => a.start - b.start)) {
    written += `${code.slice(from, start)}'${key}'`
    from = end
  }
  return written + code.slice(from)
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name))
    .toSorted()

/** The short keys of the console's source. */
export async function consoleKeys(): Promise<Map<string, string>> {
  const texts = await Promise.all(
    filesOf(english).map(async (path) => ((await import(pathToFileURL(path).href)) as { default: Texts }).default),
  )
  const sources = filesOf(source)
    .filter((path) => !path.startsWith(english))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
  const templates = [
    ...sources.flatMap(([path, code]) => templatesOf(path, code)),
    ...(await deskTemplates(sources.map(([, code]) => code))),
  ]
  const literals = new Set(
    filesOf(contract).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, text]) => text!),
    ),
  )
  return shortKeys(texts, templates, literals)
}

/** Writes the short keys into the source. `messages.ts` writes them beside the messages. */
export function textKeys(keys: Promise<ReadonlyMap<string, string>>): Plugin {
  return {
    name: 'quayside-console-text-keys',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\/console\/src\/.*\.tsx?$/, exclude: /\/locales\// } },
      handler: async (code, id) => withShortKeys(id, code, await keys),
    },
  }
}
