import { expect, test } from 'vitest'
import { asLanguage, directionOf, languages, localeOf, matchLanguage, withDollarSign } from './languages.ts'
import { defaultLanguage } from './constants.ts'

test('the default language is en, also without a preference and for an unsupported one', () => {
  expect(defaultLanguage).toBe('en')
  for (const wish of [undefined, null, '', 'de', 'xx-YY', '*']) expect(asLanguage(wish)).toBe('en')
})

test('seventeen languages match by code, by region, and by the two scripts of Chinese', () => {
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

test('an unsupported language matches none', () => {
  expect(['de-DE', '', 'xx'].map(matchLanguage)).toEqual([undefined, undefined, undefined])
})

test('Arabic has Latin digits and right-to-left direction, and Intl supports every locale', () => {
  expect(directionOf('ar')).toBe('rtl')
  expect(new Intl.NumberFormat(localeOf('ar')).format(12)).toBe('12')
  for (const { code } of languages) expect(Intl.NumberFormat.supportedLocalesOf(localeOf(code))).toHaveLength(1)
})

test('an amount has the same dollar sign in every language', () => {
  for (const { code } of languages) {
    const format = new Intl.NumberFormat(localeOf(code), {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
    })
    expect(withDollarSign(format.format(1204.5)).replace(/[^A-Z$]/g, ''), code).toBe('$')
  }
})
