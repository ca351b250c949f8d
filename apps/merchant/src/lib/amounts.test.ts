import { languages } from '@quayside/contract'
import { expect, test } from 'vitest'
import { localeOf } from './intl-fallback-ga.ts'
import { toInputText, parseInputAmount } from './amounts.ts'

test.each(languages)('a formatted amount in a field is parsed to the same amount: $code', ({ code }) =>
  expect(parseInputAmount(toInputText('1204.50', localeOf(code)))).toBe('1204.50'),
)

test.each([
  ['fr', '1204,50'],
  ['en', '1204.50'],
  ['ar-u-nu-latn', '1204.50'],
])('in %s as %s', (locale, text) => expect(toInputText('1204.50', locale)).toBe(text))
