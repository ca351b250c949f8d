import { createRequire } from 'node:module'
import type { Language, RefusalName } from '@quayside/contract'
import english from './en/index.ts'
import type { AppMessage, MailMessage, StorefrontMessage } from './index.ts'

export type LanguageTexts = {
  app: Record<AppMessage, string>
  refusals: Record<RefusalName, string>
  mail: Record<MailMessage, string>
  storefront: Record<StorefrontMessage, string>
}

const require = createRequire(import.meta.url)

/**
 * Loads all texts of one language, synchronously, so that a language can be loaded when it is first spoken. The type
 * of each file guarantees every key of the English one. A release has `tools/release/languages.ts` in this place.
 */
export function readLanguage(lang: Language): LanguageTexts {
  const words = (file: string) => (require(`./${lang}/${file}.ts`) as { default: Record<string, string> }).default
  return {
    app: Object.assign({}, ...Object.keys(english.areas).map(words)),
    refusals: words('refusals'),
    mail: words('mail'),
    storefront: words('storefront'),
  } as LanguageTexts
}
