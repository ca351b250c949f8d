/**
 * Texts for translators.
 *
 *     node tools/words.ts record [--still-true [<language>:]<key> …]
 *                                                         write which English each translation was made from
 *     node tools/words.ts export <language> <file> [<folder>]
 *                                                         the texts of a language as XLIFF 2.0, with notes; the folder
 *                                                         has the pictures that e2e/every-word.test.ts keeps in SHOTS
 *     node tools/words.ts import <file>                   write the translations of an XLIFF 2.0 file
 *     node tools/words.ts glossary <file>                 the terms of all languages as CSV, with forbidden words
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@quayside/contract'
import type { Glossary } from '../packages/locales/glossary/terms.ts'
import { compareRecord, readRecord, translatedLanguages, writeRecord } from '../packages/locales/translated/record.ts'
import { readTexts, writeTexts } from './words/catalogue-files.ts'
import { placeholdersOf, readXliff, writeGlossary, writeXliff, type Place } from './words/xliff.ts'

const usage =
  'usage: node tools/words.ts record | export <language> <file> [<folder>] | import <file> | glossary <file>'

function languageOf(code: string | undefined): Language {
  const found = translatedLanguages.find((other) => other === code)
  if (!found) throw new Error(`expected one of ${translatedLanguages.join(', ')}`)
  return found
}

const readTranslations = () => new Map(translatedLanguages.map((lang) => [lang, readTexts(lang)]))

/** Writes the record of every language. Lists what is stale; then the exit code is 1. */
function record(stillTrue: ReadonlySet<string>): void {
  const english = readTexts('en')
  const translations = readTranslations()
  writeRecord(english, translations, (key, lang) => stillTrue.has(key) || stillTrue.has(`${lang}:${key}`))
  const recorded = readRecord()
  for (const [lang, translation] of translations)
    for (const key of compareRecord(recorded, lang, english, translation).stale) {
      console.error(`${lang}: ${key} is older than its English “${english[key]}”`)
      process.exitCode = 1
    }
}

/**
 * Writes the translations of a file. A unit whose English is no longer the present one is refused, and so are other
 * placeholders.
 */
function importFile(path: string): void {
  const { lang: code, units } = readXliff(readFileSync(path, 'utf8'))
  const lang = languageOf(code)
  const english = readTexts('en')
  const accepted: Record<string, string> = {}
  for (const { key, source, target } of units) {
    const refused = !Object.hasOwn(english, key)
      ? 'there is no such key'
      : english[key] !== source
        ? 'its English changed since the export'
        : placeholdersOf(target).join() !== placeholdersOf(source).join()
          ? `expected the placeholders ${placeholdersOf(source).join(', ') || '(none)'}`
          : null
    if (refused === null) accepted[key] = target
    else {
      console.error(`${key}: ${refused}`)
      process.exitCode = 1
    }
  }
  const changed = writeTexts(lang, accepted)
  // What came back unchanged was compared with the present English by the translator.
  writeRecord(english, readTranslations(), (key, other) => other === lang && Object.hasOwn(accepted, key))
  console.log(`${lang}: ${changed.length} of ${units.length} texts changed`)
}

async function glossary(path: string): Promise<void> {
  const found = new Map<Language, Glossary>()
  for (const lang of translatedLanguages)
    found.set(lang, ((await import(`../packages/locales/glossary/${lang}.ts`)) as { default: Glossary }).default)
  writeFileSync(path, writeGlossary(found))
}

const [command, first, second, ...rest] = process.argv.slice(2)
if (command === 'record' && (first === undefined || first === '--still-true'))
  record(new Set(second === undefined ? [] : [second, ...rest]))
else if (command === 'export' && second !== undefined) {
  const lang = languageOf(first)
  const { stale } = compareRecord(readRecord(), lang, readTexts('en'), readTexts(lang))
  const [folder] = rest
  const places = folder
    ? (JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as Record<string, Place>)
    : undefined
  writeFileSync(second, writeXliff(lang, new Set(stale), places))
} else if (command === 'import' && first !== undefined) importFile(first)
else if (command === 'glossary' && first !== undefined) await glossary(first)
else {
  console.error(usage)
  process.exitCode = 2
}
