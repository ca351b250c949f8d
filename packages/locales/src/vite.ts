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
      return catalogueModule(code)
    },
  }
}

/** The module of a language's compiled messages; `around` may mark each text before it is compiled. */
export async function catalogueModule(lang: Language, around = (text: string) => text): Promise<string> {
  const { app } = await registry(lang)
  const compiled = Object.fromEntries(Object.entries(app).map(([key, text]) => [key, compileMessage(around(text))]))
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
}

/** The compiled words of the check of a statement in every language, without their common beginning. */
export async function verifierWords(): Promise<Record<string, Record<string, unknown>>> {
  const words: Record<string, Record<string, unknown>> = {}
  for (const { code } of languages)
    words[code] = Object.fromEntries(
      Object.entries((await registry(code)).app)
        .filter(([key]) => key.startsWith('verify.'))
        .map(([key, text]) => [key.slice('verify.'.length), compileMessage(text)]),
    )
  return words
}
