import { expect, test } from 'vitest'
import {
  asLanguage,
  directionOf,
  languages,
  localeOf,
  matchLanguage,
  withDollarSign,
  withoutDateEnd,
} from './languages.ts'
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

test('an amount has one dollar sign in each language: US$ where $ is another money', () => {
  for (const { code } of languages) {
    const format = new Intl.NumberFormat(localeOf(code), {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
    })
    expect(withDollarSign(format.format(1204.5), localeOf(code)).replace(/[^A-Z$]/g, ''), code).toBe(
      ['es', 'pt', 'zh-Hant'].includes(code) ? 'US$' : '$',
    )
  }
})

test('no date ends with a point: a sentence sets its own', () => {
  for (const { code } of languages)
    for (const options of [
      { dateStyle: 'medium' },
      { dateStyle: 'long' },
      { dateStyle: 'medium', timeStyle: 'short' },
    ] as const) {
      const text = withoutDateEnd(new Intl.DateTimeFormat(localeOf(code), options).format(Date.UTC(2026, 10, 28, 15)))
      expect(text, code).toMatch(/2026/)
      expect(text, code).not.toMatch(/\.$|г\./)
    }
})
