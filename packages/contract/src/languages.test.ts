import { expect, test } from 'vitest'
import { asLanguage, languages } from './languages.ts'
import { defaultLanguage } from './constants.ts'

test('the default language is en: of no wish, and of one that is not spoken', () => {
  expect(defaultLanguage).toBe('en')
  for (const wish of [undefined, null, '', 'de', 'xx-YY', '*']) expect(asLanguage(wish)).toBe('en')
})

test('seventeen languages, each by its own code, a region of it, and the two scripts of Chinese', () => {
  expect(languages.length).toBe(17)
  for (const { code } of languages) expect(asLanguage(code)).toBe(code)
  expect(['pt-BR', 'ES', 'zh', 'zh-CN', 'zh-TW', 'zh-Hant-HK'].map(asLanguage)).toEqual([
    'pt',
    'es',
    'zh-Hans',
    'zh-Hans',
    'zh-Hant',
    'zh-Hant',
  ])
})
