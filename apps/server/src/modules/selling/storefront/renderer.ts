import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { storefrontMessages, type StorefrontTexts } from '@quayside/locales/catalogues'
import type { Language } from '@quayside/contract'
import type { PageFrame, StorefrontPage } from '@quayside/contract/storefront-pages'

/** Makes the whole document of a page. `apps/storefront/src/render.tsx` is built into a module that exports it. */
export type RenderPage = (page: StorefrontPage, frame: PageFrame, texts: StorefrontTexts) => string

/** The built storefront: how its pages are made, and the files that they load. */
export type Storefront = { render: RenderPage; assets: PageFrame['assets']; folder: string | null }

/** Opens the folder of the built storefront: `server/render.js`, and `client` with its manifest. */
export async function openStorefront(folder: string): Promise<Storefront> {
  const module = (await import(pathToFileURL(join(folder, 'server', 'render.js')).href)) as { renderPage: RenderPage }
  const manifest = JSON.parse(await readFile(join(folder, 'client', 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >
  const entry = manifest['src/script/main.ts']!
  const pay = manifest['src/script/pay.ts']!
  return {
    render: module.renderPage,
    assets: { script: `/${entry.file}`, pay: `/${pay.file}`, style: `/${entry.css![0]!}` },
    folder: join(folder, 'client'),
  }
}

/** The texts of the pages in a language. */
export const textsOf = (lang: Language): StorefrontTexts => storefrontMessages(lang)
