import { expect, test } from 'vitest'
import { normalizeForSearch } from './normalize-search.ts'

test.each([
  ['accents', 'SÃO  Paulo', 'sao paulo'],
  ['Vietnamese letters', 'Đà Nẵng', 'da nang'],
  ['Turkish letters with and without a dot', 'İstanbul, Iğdır', 'istanbul igdir'],
  ['letters that are two', 'Tórshavn, Æbelø', 'torshavn aebelo'],
  ['Cyrillic', 'Орёл', 'орел'],
  ['Arabic letters that are typed for each other', 'إسطنبول أبها آسفي', 'اسطنبول ابها اسفي'],
  ['Arabic endings', 'القاهرة مصطفى', 'القاهره مصطفي'],
  ['Arabic vowels and lengthened letters', 'القَاهِــرَة', 'القاهره'],
  ['wide letters', 'Ｔｏｋｙｏ　日本', 'tokyo 日本'],
  ['narrow and either kana', 'ﾆｭｰﾖｰｸ カイロ', 'にゅーよーく かいろ'],
  ['marks between words', 'Xi’an, “N.Y.” — ポート・モレスビー، مصر', 'xi an n y ほーと もれすひー مصر'],
  ['what is not seen', '\u200fمصر\u200e', 'مصر'],
])('%s', (_what, text, plain) => expect(normalizeForSearch(text)).toBe(normalizeForSearch(plain)))

test('an incomplete Korean syllable is a prefix of the complete one', () =>
  expect(normalizeForSearch('서울').startsWith(normalizeForSearch('서우'))).toBe(true))
