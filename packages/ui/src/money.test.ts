import { expect, test } from 'vitest'
import { formatMoney } from './money.tsx'

test.each([
  ['en', '1234567.8', '$1,234,567.80'],
  ['en', '999.99', '$999.99'],
  ['en', '-1000', '\u2212$1,000.00'],
  ['id', '-5', '\u2212$5,00'],
  ['es', '1234.5', '1.234,50 US$'],
  ['pt', '1234.5', 'US$ 1.234,50'],
  ['zh-Hant', '1234.5', 'US$1,234.50'],
  ['nl', '1234567.8', '$ 1.234.567,80'],
  ['fr', '1234567.8', '1 234 567,80 $'],
  ['ar-u-nu-latn', '1234567.8', '\u200f1,234,567.80 $'],
])('formatting in %s separates thousands by its own rules: %s', (locale, wire, text) =>
  expect(formatMoney(wire, locale, false).replace(/[\u00a0\u202f]/g, ' ')).toBe(text),
)
