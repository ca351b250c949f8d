import { languages } from '@quayside/contract'
import { expect, test } from 'vitest'
import { localeOf } from './intl-fallback-ga.ts'
import { changeOf, toInputText, parseInputAmount } from './amounts.ts'

test.each(languages)('a formatted amount in a field is parsed to the same amount: $code', ({ code }) =>
  expect(parseInputAmount(toInputText('1204.50', localeOf(code)))).toBe('1204.50'),
)

test.each([
  ['fr', '1204,50'],
  ['en', '1204.50'],
  ['ar-u-nu-latn', '1204.50'],
])('in %s as %s', (locale, text) => expect(toInputText('1204.50', locale)).toBe(text))

test.each([
  ['150.00', '100.00', 5, { fraction: 0.5 }],
  ['50.00', '100.00', 5, { fraction: -0.5 }],
  ['299.99', '100.00', 5, { fraction: 1.999 }],
  ['-100.00', '100.00', 5, { fraction: -2 }],
  // Many times as much is no percentage: “+2,484%” is “25.8×”.
  ['300.00', '100.00', 5, { times: 3 }],
  ['2584.00', '100.00', 5, { times: 25.84 }],
  // Nothing, or only a few orders, is no base.
  ['150.00', '100.00', 4, null],
  ['150.00', '0.00', 5, null],
  ['150.00', '-10.00', 5, null],
])('%s after %s from %i orders changes by %j', (now, before, orders, expected) => {
  expect(changeOf(now, before, orders)).toEqual(expected)
})
