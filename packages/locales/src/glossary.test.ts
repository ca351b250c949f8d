/** Each language uses one word for each term of the glossary. */
import { languages, type Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { terms, type Glossary, type Term } from '../glossary/terms.ts'
import { registry } from './registry.ts'

const wordsOf = async (lang: Language): Promise<Record<string, string>> => {
  const { app, refusals, mail } = await registry(lang)
  return { ...app, ...refusals, ...mail }
}
const english = await wordsOf('en')

test.each(languages.map(({ code }) => code).filter((code) => code !== 'en'))('%s', async (lang) => {
  const { default: glossary } = (await import(`../glossary/${lang}.ts`)) as { default: Glossary }
  const words = await wordsOf(lang)
  const [found, excepted]: [string[], string[]] = [[], []]
  for (const term of Object.keys(terms) as Term[]) {
    const { word, forms = [], except = [] } = glossary[term]
    const said = [word, ...forms].map((form) => form.toLocaleLowerCase(lang))
    for (const [key, text] of Object.entries(english)) {
      if (!terms[term].english.test(text)) continue
      if (!said.some((form) => words[key]!.toLocaleLowerCase(lang).includes(form)))
        found.push(`${term}: ${key}: ${words[key]}`)
    }
    excepted.push(...except.map((key) => `${term}: ${key}: ${words[key]}`))
  }
  // An exception that is no longer needed must be removed.
  expect(found.sort()).toEqual(excepted.sort())
})
