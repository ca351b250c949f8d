import { readdir, readFile } from 'node:fs/promises'
import { languages, type Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { typesetter, unprintable } from './typesetter.ts'

test('the narrow space in French numbers is set as a space, not as a missing glyph', async () => {
  const texts = ['1\u202f234,50', '1\u00a0234,50']
  const set = await typesetter('fr', texts, { title: 'Relevé', author: 'Quayside', at: new Date(0) })
  const [narrow, plain] = texts.map((text) => set.widthOf(text, { size: 10 }))
  expect(narrow).toBe(plain)
})

/** The characters of two bytes in an encoding, in the given rows. */
function charactersOf(encoding: string, from: number, to: number, columns: [number, number][] = [[0xa1, 0xfe]]) {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let row = from; row <= to; row += 1)
    for (const [first, last] of columns)
      for (let column = first; column <= last; column += 1) text += decoder.decode(new Uint8Array([row, column]))
  return text.replaceAll(/[\p{ASCII}\p{Co}\ufffd]/gu, '')
}

test('every character of the national sets of East Asia has a glyph, but for thirty that no package has', async () => {
  const big5: [number, number][] = [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ]
  const missing = {
    'KS X 1001': await unprintable(charactersOf('euc-kr', 0xa1, 0xfe)),
    'GB 2312': await unprintable(charactersOf('gb18030', 0xa1, 0xf7)),
    'Big5, level 1': await unprintable(charactersOf('big5', 0xa1, 0xc6, big5)),
    'JIS X 0208': await unprintable(charactersOf('euc-jp', 0xa1, 0xf4)),
  }
  expect(Object.fromEntries(Object.entries(missing).map(([set, chars]) => [set, chars.join('')]))).toEqual({
    'KS X 1001': '˛',
    'GB 2312': '坶塥弪骣轷戤赇犋脶铴镩耢蟓鲰',
    'Big5, level 1': 'ˍ兙兛兞兝兡兣嗧杗姅詨跦穋歜觼鑤',
    'JIS X 0208': '',
  })
}, 120_000)

test('every letter of the alphabets of the countries that are delivered to has a glyph', async () => {
  const scripts =
    'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(
      ' ',
    )
  const letters = Array.from({ length: 0x2000 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index))
    .filter((char) => /[\p{L}\p{M}\p{Nd}]/u.test(char))
    .filter((char) => scripts.some((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(char)))
  expect(letters.length).toBeGreaterThan(3900)
  // Recent additions for grammars and old texts.
  expect((await unprintable(letters.join(''))).join(' ')).toBe('࢏ ࢗ ౜ ೜ Ᲊ ᲊ')
  expect(await unprintable('★ ♥ ❤ ① → ‰ № ½ ⅓ ℃ ™ € ₩ ₺ 🎁 😀')).toEqual([])
}, 120_000)

test('every text of the seventeen languages can be printed', async () => {
  for (const { code } of languages) {
    const folder = `packages/locales/src/${code}`
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(`${folder}/${name}`, 'utf8')))
    expect(texts.length).toBeGreaterThan(10)
    expect(await unprintable(texts.join('')), code).toEqual([])
  }
}, 120_000)

/** The text of a PDF as another program reads it. */
async function textOf(lang: Language, text: string): Promise<string> {
  const set = await typesetter(lang, [text], { title: 'Letters', author: 'Quayside', at: new Date(0) })
  set.page()
  set.line(text, { start: 20, top: 20, width: 550 }, { size: 16 })
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(await set.finish()), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

test('a reader of the file gets the letters that are seen', async () => {
  for (const [lang, text] of [
    ['tr', 'Açılış bakiyesi · 1 Kasım, Çıkan, Satış, Yılmaz'],
    ['fr', 'Sacré-Cœur, bœuf, œuvre'],
    ['en', '김서연, 서울특별시 강남구 123길'],
    ['en', 'สมชาย ทดสอบ'],
    ['en', 'ნინო ველი'],
    ['en', 'Հայաստան Երևան'],
    ['en', 'ວຽງຈັນ'],
    ['en', 'አዲስ አበባ'],
    ['ru', 'Ґанок Ұлттық'],
    ['en', 'Shop ★ No. ① → ♥ 5 ‰'],
    ['zh-Hant', '蔼爱坝罢摆 亜唖悪囲壱'],
    ['zh-Hans', 'بةرعلي'],
    ['ar', 'شحن سلة بيتي ش'],
    ['ar', 'الرصيد الافتتاحي ش س ض ص'],
    ['en', 'דנה שדה'],
    // A character that no font has stays visible.
    ['en', 'A\u1820B'],
  ] as const)
    expect(await textOf(lang, text), text).toBe(text.replace('\u1820', '\ufffd'))
}, 60_000)
