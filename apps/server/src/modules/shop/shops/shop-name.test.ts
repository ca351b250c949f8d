import { expect, test } from 'vitest'
import { parseShopName } from './shop-name.ts'

test('a name is stored in one Unicode form', () => {
  expect(parseShopName('  Ｈａｒｂｏｕｒ   ﬁsh ')).toBe('Harbour fish')
  expect(parseShopName('Cafe\u0301 Ole\u0301')).toBe('Café Olé')
  for (const name of [
    'Harbour & Hearth',
    'Little Tideway',
    '小林的店',
    'متجر النور',
    'Магазин у моря',
    '행복한 상점',
    'Shop ❤',
  ])
    expect(parseShopName(name)).toBe(name)
})

test.each([
  ['a soft hyphen', 'Har\u00adbour'],
  ['a joiner', 'Har\u200dbour'],
  ['a zero-width space', 'Har\u200bbour'],
  ['a blank of Braille', 'Harbour\u2800'],
  ['a filler of Hangul', 'Harbour\u3164'],
  ['a line break', 'Harbour\nshop'],
  ['a paragraph end', 'Harbour\u2029shop'],
  ['a direction override', 'Harbour\u202eshop'],
])('%s is refused', (_what, name) => {
  expect(parseShopName(name)).toBeNull()
})

test.each([
  'Quayside',
  'Quayside Official Support',
  'QUAY-SIDE shop',
  'Quаysidе', // Two Cyrillic letters.
  'Qυαysιde', // Two Greek letters.
  'Quays1de',
  'Q u a y s i d e',
  'Ｑｕａｙｓｉｄｅ',
  'Official Support',
  '0fficial $upport',
  'Customer Service 24',
  'Servicio al Cliente',
  'Müşteri Hizmetleri',
  'Служба поддержки',
  '官方客服',
  '고객센터',
  'خدمة العملاء',
])('%s imitates the platform and is refused', (name) => {
  expect(parseShopName(name)).toBeNull()
})
