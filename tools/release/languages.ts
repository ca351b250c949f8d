import { join } from 'node:path'
import { languages } from '@quayside/contract'
import type { Plugin } from 'vite'
import { readLanguage } from '../../packages/locales/src/registry.ts'

/**
 * Puts the texts of the server into one JSON file for each language, which the bundle reads when the language is first
 * spoken. The sources have some twenty files for each.
 */
export function languageFiles(root: string): Plugin {
  const registry = join(root, 'packages', 'locales', 'src', 'registry.ts')
  return {
    name: 'languages',
    load(id) {
      if (id !== registry) return null
      return `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
export const readLanguage = (lang) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'languages', lang + '.json'), 'utf8'))`
    },
    generateBundle() {
      for (const { code } of languages)
        this.emitFile({
          type: 'asset',
          fileName: `languages/${code}.json`,
          source: JSON.stringify(readLanguage(code)),
        })
    },
  }
}
