/**
 * The texts of the goods in the languages other than English: `texts/<language>.json` has name and description by the
 * code of the product.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@quayside/contract'

export type ProductTexts = { language: Language; name: string; description: string }[]

export const textsFolder = join(import.meta.dirname, 'texts')
export const translated: readonly Language[] = languages.map(({ code }) => code).filter((code) => code !== 'en')

export const readTextsOf = (language: Language): Record<string, [name: string, description: string]> =>
  JSON.parse(readFileSync(join(textsFolder, `${language}.json`), 'utf8')) as Record<string, [string, string]>

/** All texts, by the code of the product. */
export function readTexts(): Map<string, ProductTexts> {
  const texts = new Map<string, ProductTexts>()
  for (const language of translated)
    for (const [code, [name, description]] of Object.entries(readTextsOf(language)))
      texts.set(code, [...(texts.get(code) ?? []), { language, name, description }])
  return texts
}
