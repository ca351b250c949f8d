import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, networkTimeout } from '@quayside/contract/constants'
import { languages } from '@quayside/contract/languages'
import { appMessage } from '@quayside/locales/catalogues'
import { pageColors } from '@quayside/ui/theme'
import { minify, type Plugin, type Rolldown } from 'vite'
import { slowAfter } from '../../src/constants.ts'
import { routes } from '../../src/routes.ts'
import { preloadRequests } from './preload-requests.ts'

/** The data of the preload script. `names` are files in `assets/`; all other numbers are indexes into `names`. */
type Files = {
  names: string[]
  screens: Record<string, { files: number[]; early?: true; first?: true }>
  words: Record<string, { early: number[]; first: number[]; rest: number[] }>
  /** The queries of a screen's first view, by path. */
  requests: typeof preloadRequests
  /** The language if the merchant has chosen none. */
  lang: string
  /** Timeout of a request, in milliseconds. */
  timeout: number
}

const assets = 'assets/'
const rtlLanguages = languages.filter(({ dir }) => dir === 'rtl').map(({ code }) => code)

/** “This is taking longer than usual” and the text of its button, by language. */
const slowWords = (): Record<string, [string, string]> =>
  Object.fromEntries(
    languages.map(({ code }) => {
      const t = appMessage(code)
      return [code, [t('common.slow'), t('common.retry')]]
    }),
  )

function filesOf(bundle: Rolldown.OutputBundle): Files {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const holding = (what: string, is: (id: string) => boolean) => {
    const chunk = chunks.find((one) => one.moduleIds.some(is))
    if (!chunk) throw new Error(`no file has ${what}`)
    return chunk
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
  const app = closure(holding('the app', (id) => id.endsWith('/src/main.tsx')).fileName)
  const names: string[] = []
  const places = (chunk: Rolldown.OutputChunk) =>
    [...closure(chunk.fileName)]
      .filter((name) => !app.has(name))
      .map((name) => {
        const short = name.slice(assets.length)
        if (!names.includes(short)) names.push(short)
        return names.indexOf(short)
      })
  const screens: Files['screens'] = {}
  for (const [path, { screen, early, first }] of Object.entries(routes)) {
    const files = places(holding(screen, (id) => id.endsWith(`/src/screens/${screen}.tsx`)))
    screens[path] = { files, ...(early && { early }), ...(first && { first }) }
  }
  const words: Files['words'] = {}
  for (const { facadeModuleId } of chunks) {
    const lang = /virtual:catalogue\/([\w-]+)\/early$/.exec(facadeModuleId ?? '')?.[1]
    if (!lang) continue
    const part = (name: string) =>
      places(holding(`${lang}, ${name}`, (id) => id.endsWith(`virtual:catalogue/${lang}/${name}`)))
    words[lang] = { early: part('early'), first: part('first'), rest: part('rest') }
  }
  if (!words[defaultLanguage]) throw new Error('no words of any language')
  return { names, screens, words, requests: preloadRequests, lang: defaultLanguage, timeout: networkTimeout }
}

/**
 * Inlines `preload.js` and the logo into the page, and gives the script the files of each path. A phone then requests
 * all files at once instead of discovering them one after the other. The server's CSP allows the script by its hash.
 */
export function preload(): Plugin {
  return {
    name: 'quayside-boot',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files = bundle ? filesOf(bundle) : null
        const source = await readFile(join(import.meta.dirname, 'preload.js'), 'utf8')
        const slow = { after: slowAfter, words: slowWords() }
        const values = [files, pageColors, rtlLanguages, slow].map((value) => JSON.stringify(value))
        const inserted = source.replace('(ARGUMENTS)', () => `(${values.join(', ')})`)
        const { code } = await minify('preload.js', inserted)
        const icon = await readFile(join(import.meta.dirname, '..', '..', 'public', 'icon.svg'), 'utf8')
        const styles = /<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? ''
        return (
          html
            // After the elements that it changes, and before the styles: a script waits for preceding stylesheets.
            .replace('</title>', () => `</title><script>${code}</script>`)
            // The logo is visible before the styles of the app are loaded.
            .replace(/<link rel="stylesheet"[^>]*>/, '')
            .replace('<noscript>', () => `${styles}<noscript>`)
            .replaceAll('"./icon.svg"', () => `"data:image/svg+xml,${encodeURIComponent(icon.trim())}"`)
        )
      },
    },
  }
}
