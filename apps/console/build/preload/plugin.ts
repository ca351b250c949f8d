import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestOf, type ApiQuery, type ApiRequest } from '@quayside/client'
import { defaultLanguage, networkTimeout } from '@quayside/contract/constants'
import { minify, type Plugin, type Rolldown } from 'vite'
import { firstQueries, pageQueries } from '../../src/first-queries.ts'

/** The data of the preload script. `names` are files in `assets/`; `frame` and `file` are indexes into them. */
type Files = {
  names: string[]
  /** The files of every page behind the log-in. */
  frame: number[]
  /** By path: the file of the desk, and the requests of its first view. */
  desks: Record<string, { file?: number; requests?: ApiRequest[] }>
  /** The requests of every page. */
  requests: ApiRequest[]
  /** The language of the responses. */
  lang: string
  /** Timeout of a request, in milliseconds. */
  timeout: number
}

const assets = 'assets/'
const source = join(import.meta.dirname, '..', '..', 'src')

/** The module of each desk by its path, as the lists of desks name them. */
export async function deskModules(): Promise<Record<string, string>> {
  const modules: Record<string, string> = {}
  for (const list of ['desks.ts', 'desks/work/desks.ts']) {
    const text = await readFile(join(source, list), 'utf8')
    const found = [...text.matchAll(/path: '(\/[\w-]+)',[^]*?import\('([^']+)'\)/g)]
    if (found.length !== text.match(/\bload: \(\) => import/g)?.length)
      throw new Error(`a desk of ${list} has no module`)
    for (const [, path, module] of found) modules[path!] = join(source, list, '..', module!)
  }
  return modules
}

async function filesOf(bundle: Rolldown.OutputBundle): Promise<Files> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const holding = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`no file has ${module}`)
    return chunk.fileName
  }
  /** The file and all its static imports. */
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(name)) {
      seen.add(name)
      for (const next of byName.get(name)?.imports ?? []) closure(next, seen)
    }
    return seen
  }
  // The page itself loads these.
  const app = closure(holding(join(source, 'main.tsx')))
  const frame = [...closure(holding(join(source, 'app', 'Desks.tsx')))].filter((name) => !app.has(name))
  const names = [...frame]
  const desks: Files['desks'] = {}
  for (const [path, module] of Object.entries(await deskModules())) {
    const own = holding(module)
    if (frame.includes(own)) continue
    if (!names.includes(own)) names.push(own)
    desks[path] = { file: names.indexOf(own) }
  }
  const requestsOf = (queries: readonly ApiQuery[]) => queries.map((query) => requestOf(...query))
  for (const [path, queries] of Object.entries(firstQueries))
    desks[path] = { ...desks[path], requests: requestsOf(queries) }
  return {
    names: names.map((name) => name.slice(assets.length)),
    frame: frame.map((_, i) => i),
    desks,
    requests: requestsOf(pageQueries),
    lang: defaultLanguage,
    timeout: networkTimeout,
  }
}

/**
 * Inlines `preload.js` into the page, with the files of each desk. A browser then requests everything that the first
 * view needs at once, instead of discovering it step by step. The server's CSP allows the script by its hash.
 */
export function preload(): Plugin {
  return {
    name: 'quayside-console-preload',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const script = await readFile(join(import.meta.dirname, 'preload.js'), 'utf8')
        const files = JSON.stringify(bundle ? await filesOf(bundle) : null)
        const { code } = await minify(
          'preload.js',
          script.replace('ARGUMENTS', () => files),
        )
        // Before the styles: a script waits for the styles before it.
        return html.replace('</title>', () => `</title><script>${code}</script>`)
      },
    },
  }
}
