import { pathToFileURL } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the messages of `src/locales`, so that the console needs no parser of messages. */
export function messages(): Plugin {
  return {
    name: 'quayside-console-messages',
    async load(id) {
      if (!/\/console\/src\/locales\/[\w-]+\/[\w-]+\.ts$/.test(id)) return undefined
      // Without the query the development server would answer a changed file with its first version.
      const { default: texts } = (await import(`${pathToFileURL(id).href}?${Date.now()}`)) as {
        default: Record<string, string>
      }
      const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]))
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`, moduleType: 'js' }
    },
  }
}
