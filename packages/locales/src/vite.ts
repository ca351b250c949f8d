import { compileMessage } from '@lingui/message-utils/compileMessage'
import { languages, type Language } from '@quayside/contract'
import type { Plugin } from 'vite'
import { registry } from './registry.ts'

const prefix = 'virtual:catalogue/'

/** Gives the app `virtual:catalogue/<language>`: that language's compiled messages, one lazy chunk each; no parser on the phone. */
export function catalogues(): Plugin {
  return {
    name: 'quayside-catalogues',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const code = id.slice(prefix.length + 1) as Language
      if (!languages.some((language) => language.code === code)) return undefined
      const { app } = (await registry(code)).default
      const compiled = Object.fromEntries(Object.entries(app).map(([key, text]) => [key, compileMessage(text)]))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
    },
  }
}
