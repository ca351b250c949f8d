/**
 * Catalogues are loaded by file name. This test names a file that a language lacks before any other test fails on it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@quayside/contract/languages'
import { expect, test } from 'vitest'

const filesOf = (folder: string) => readdir(join(import.meta.dirname, folder)).catch((): string[] => [])
// The English index lists the areas for all languages.
const english = (await filesOf('en')).filter((name) => name !== 'index.ts').sort()

test.each(languages.map(({ code }) => code))('%s has every file that English has, and no other', async (code) => {
  const files = (await filesOf(code)).filter((name) => name !== 'index.ts').sort()
  expect(files).toEqual(english)
})

test('every language but English has a glossary', async () => {
  const glossaries = await filesOf('../glossary')
  const missing = languages.filter(({ code }) => code !== 'en' && !glossaries.includes(`${code}.ts`))
  expect(missing).toEqual([])
})
