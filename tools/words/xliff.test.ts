import { languages, type Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { readTexts } from './catalogue-files.ts'
import { placeholdersOf, readXliff, writeXliff } from './xliff.ts'

// By day a language from right to left and one with the most plural forms; the nightly run takes all.
const checked = process.env['QUAYSIDE_NIGHT']
  ? languages.map(({ code }) => code).filter((code) => code !== 'en')
  : (['ar', 'ga'] as const)

test.each(checked)('%s comes back whole', (lang: Language) => {
  const { lang: back, units } = readXliff(writeXliff(lang, new Set()))
  expect(back).toBe(lang)
  expect(Object.fromEntries(units.map(({ key, target }) => [key, target]))).toEqual(readTexts(lang))
  expect(Object.fromEntries(units.map(({ key, source }) => [key, source]))).toEqual(readTexts('en'))
})

test('a message has its notes, and a stale one its state', () => {
  const xliff = writeXliff('nl', new Set(['orders.until']))
  const unit = /<unit id="orders\.until"[\s\S]*?<\/unit>/.exec(xliff)![0]
  expect(unit).toContain('state="initial"')
  expect(unit).toContain('{when}: a date with time, or how far away')
  expect(/<unit id="order:not-found" name="order\/not-found">[\s\S]*?<\/unit>/.exec(xliff)![0]).toContain(
    'state="translated"',
  )
})

test('a text that was seen names its picture and rectangle', () => {
  const place = { picture: 'keys-my.png', x: 32, y: 410, width: 240, height: 48 }
  const xliff = writeXliff('nl', new Set(), { 'my.title': place })
  const unitOf = (key: string) => new RegExp(`<unit id="${key}"[\\s\\S]*?</unit>`).exec(xliff)![0]
  expect(unitOf('my.title')).toContain('Picture: keys-my.png, 240 × 48 pixels at 32, 410.')
  expect(unitOf('orders.title')).not.toContain('Picture:')
})

test('what is no XLIFF 2.0 file is refused', () => {
  expect(() => readXliff('<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>')).toThrow('XLIFF 2.0')
  expect(() => readXliff('<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"/>')).toThrow(
    'trgLang',
  )
})

test('placeholders are found in plural forms too', () => {
  expect(placeholdersOf('{n, plural, one {# of {total}} other {# of {total}, {name}}}')).toEqual(['n', 'name', 'total'])
})
