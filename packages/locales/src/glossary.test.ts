/** Each language uses one word for each term of the glossary. */
import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { areaNotes, forbidden, messageNotes, placeholderNotes } from '../glossary/notes.ts'
import { terms, type Glossary, type Term } from '../glossary/terms.ts'
import { readLanguage } from './registry.ts'

const wordsOf = (lang: Language): Record<string, string> => {
  const { app, refusals, mail, storefront } = readLanguage(lang)
  return { ...app, ...refusals, ...mail, ...storefront }
}
const english = wordsOf('en')

/**
 * Terms that a page for buyers may word in its own way: English has them there as verbs (“before you order”, “you’ll be
 * refunded”), or a language says “this shop” in one word.
 */
const wordedFreely = new Set<Term>(['order', 'shop', 'refund', 'network'])

test.each(languages.map(({ code }) => code).filter((code) => code !== 'en'))('%s', async (lang) => {
  const { default: glossary } = (await import(`../glossary/${lang}.ts`)) as { default: Glossary }
  const words = wordsOf(lang)
  const [found, excepted]: [string[], string[]] = [[], []]
  for (const term of Object.keys(terms) as Term[]) {
    const { word, forms = [], except = [] } = glossary[term]
    const said = [word, ...forms].map((form) => form.toLocaleLowerCase(lang))
    for (const [key, text] of Object.entries(english)) {
      if (!terms[term].english.test(text.replace(/\{\w+\}/g, ''))) continue
      if (key.startsWith('store.') && wordedFreely.has(term)) continue
      if (!said.some((form) => words[key]!.toLocaleLowerCase(lang).includes(form)))
        found.push(`${term}: ${key}: ${words[key]}`)
    }
    excepted.push(...except.map((key) => `${term}: ${key}: ${words[key]}`))
  }
  // An exception that is no longer needed must be removed.
  expect(found.sort()).toEqual(excepted.sort())
})

const allTexts = (lang: Language): Record<string, string> =>
  Object.assign({}, ...Object.values(readLanguage(lang))) as Record<string, string>

test.each(Object.keys(forbidden))('%s uses no forbidden word', async (lang) => {
  const texts = Object.entries(allTexts(lang as Language))
  const found = forbidden[lang]!.flatMap(({ pattern, instead, except = [] }) =>
    texts
      .filter(([key, text]) => pattern.test(text) && !except.includes(key))
      .map(([key, text]) => `${key}: ${text} → ${instead}`),
  )
  expect(found).toEqual([])
})

test('the console speaks the same English, and has the same names of order states', async () => {
  const folder = join(import.meta.dirname, '../../../apps/console/src/locales/en')
  const files = globSync('*.ts', { cwd: folder })
  expect(files.length).toBeGreaterThan(30)
  const console: Record<string, string> = {}
  for (const file of files)
    Object.assign(console, ((await import(join(folder, file))) as { default: Record<string, string> }).default)
  const rules = [
    ...forbidden['en']!,
    { pattern: /\b(cannot|(do|does|did|is|are|was|has|have|will) not)\b/i, instead: 'can’t, doesn’t, …' },
    { pattern: /^[A-Z][a-z]+ of (the|an?) [a-z]+$/, instead: 'Shop code, not “Code of the shop”' },
    { pattern: /colour|catalogue/i, instead: 'color, catalog' },
  ]
  const found = rules.flatMap(({ pattern, instead }) =>
    Object.entries(console)
      .filter(([, text]) => pattern.test(text))
      .map(([key, text]) => `${key}: ${text} → ${instead}`),
  )
  expect(found).toEqual([])
  for (const [key, text] of Object.entries(english).filter(([name]) => /^status\.[1-7]$/.test(name)))
    expect(console[`orders.${key}`], key).toBe(text)
})

test('translators find a note for every file and placeholder, and notes of messages have theirs', async () => {
  const texts = allTexts('en')
  const names = new Set(
    Object.values(texts).flatMap((text) => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!)),
  )
  const without = [...names].filter((name) => !Object.hasOwn(placeholderNotes, name))
  expect(without, 'say what each holds: placeholderNotes in packages/locales/glossary/notes.ts').toEqual([])
  const files = readdirSync(join(import.meta.dirname, 'en')).filter((name) => name !== 'index.ts')
  expect(Object.keys(areaNotes).sort()).toEqual(files.map((name) => name.replace('.ts', '')).sort())
  expect(Object.keys(messageNotes).filter((key) => !Object.hasOwn(texts, key))).toEqual([])
})
