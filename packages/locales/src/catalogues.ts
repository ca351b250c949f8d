import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { languages, type Language, type RefusalName } from '@quayside/contract'
import { registry } from './registry.ts'

const words = new Map<Language, Messages>()
for (const { code } of languages) words.set(code, (await registry(code)).default.refusals)

const ready = new Map<Language, I18n>()

/** Compiles the messages of one language when somebody first speaks it. */
function speaker(lang: Language): I18n {
  let i18n = ready.get(lang)
  if (!i18n) {
    const messages: Messages = Object.fromEntries(
      Object.entries(words.get(lang)!).map(([key, text]) => [key, compileMessage(text as string)]),
    )
    i18n = setupI18n({ locale: lang, messages: { [lang]: messages } })
    ready.set(lang, i18n)
  }
  return i18n
}

/** What a refusal says in a language. Values that the sentence names and nobody gave are left empty. */
export const sentence = (lang: Language, name: RefusalName, values: Record<string, string | number>): string =>
  speaker(lang)._(name, values)
