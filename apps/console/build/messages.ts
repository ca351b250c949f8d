import { pathToFileURL } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import type { Message } from '../src/lib/texts.ts'
import type { Texts } from './text-keys.ts'

/**
 * Compiles the messages of `src/locales`, so that the console needs no parser of messages. In a build those with a
 * short key (text-keys.ts) are a list without keys: a key is its place.
 */
export function messages(short: Promise<ReadonlyMap<string, string>>): Plugin {
  let isBuild = false
  return {
    name: 'quayside-console-messages',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async load(id) {
      if (!/\/console\/src\/locales\/[\w-]+\/[\w-]+\.ts$/.test(id)) return undefined
      // Without the query the development server would answer a changed file with its first version.
      const { default: texts } = (await import(`${pathToFileURL(id).href}?${Date.now()}`)) as { default: Texts }
      return { code: isBuild ? builtMessages(texts, await short) : moduleOf(compiled(texts)), moduleType: 'js' }
    },
  }
}

/** A message without values is a text. */
function compile(text: string): Message {
  const parts = compileMessage(text) as unknown as Message
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts
}
const compiled = (texts: Texts) => Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]))
// Text in JSON is parsed faster than an object in a script.
const json = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
const moduleOf = (value: unknown) => `export default ${json(value)}`

/** The module of a file of texts: an object of messages by their keys. */
export function builtMessages(texts: Texts, short: ReadonlyMap<string, string>): string {
  const listed = Object.entries(texts).filter(([key]) => short.has(key))
  const first = listed[0]
  if (!first) return moduleOf(compiled(texts))
  const named = Object.fromEntries(Object.entries(texts).filter(([key]) => !short.has(key)))
  // By their places, which need not be the order of the file in another language.
  const list: Message[] = []
  for (const [key, text] of listed) list[Number.parseInt(short.get(key)!.slice(1), 36)] = compile(text)
  const file = short.get(first[0])![0]!
  return `const messages = ${json(compiled(named))}
${json(list)}.forEach((message, place) => (messages['${file}' + place.toString(36)] = message))
export default messages`
}
