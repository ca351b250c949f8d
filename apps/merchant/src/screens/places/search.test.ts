/** Searches for towns in each language, in the world built for the map. */
import type { Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { makeNames } from '../../../build/map-data/names.ts'
import { makeWorld } from '../../../build/map-data/map-data.ts'
import { placeLabel } from './placeName.ts'
import { openTowns } from './search.ts'

const [world, names] = [makeWorld(), makeNames()]
const open = (lang: Language) => openTowns(world, names[lang], lang)

test.each<[Language, string, string]>([
  ['ja', '東京', '東京 Tokyo'],
  ['ja', '日本　東京', '東京 Tokyo'],
  ['ja', 'かいろ', 'カイロ Cairo'],
  ['zh-Hans', '上海', '上海 Shanghai'],
  ['zh-Hant', '臺北', '台北 Taipei'],
  ['ko', '서울', '서울 Seoul'],
  ['ko', '서우', '서울 Seoul'],
  ['ru', 'москва, россия', 'Москва Moscow'],
  ['ar', 'القاهره', 'القاهرة Cairo'],
  ['ar', 'اسطنبول', 'إسطنبول Istanbul'],
  ['tr', 'İSTANBUL', 'İstanbul'],
  ['tr', 'kahire', 'Kahire'],
  ['vi', 'Đà Nẵng', 'Da Nang'],
  ['vi', 'Hồ Chí Minh', 'TP Hồ Chí Minh'],
  ['es', 'el cairo', 'El Cairo'],
  ['en', 'asuncion', 'Asunción'],
  ['ru', 'tokyo', 'Токио Tokyo'],
  ['it', 'london', 'Londra'],
  ['en', '221B Baker Street, London', 'London'],
  ['en', '12 Rue du Port, Nantes, France', 'Nantes'],
])('%s: “%s” finds %s', (lang, text, label) => {
  expect(open(lang).find(text, 1).map(placeLabel)).toEqual([label])
})

test('an address without a known town finds nothing', () =>
  expect(open('en').find('1 Nowhere Road, Atlantis', 5)).toEqual([]))

test('a country name in the merchant’s language finds its towns, the largest first', () => {
  const found = open('ar').find('اليابان', 8)
  expect(found[0]).toMatchObject({ name: 'طوكيو', latin: 'Tokyo', country: 'اليابان' })
  expect(new Set(found.map((town) => town.country))).toEqual(new Set(['اليابان']))
  expect(found).toHaveLength(8)
})

test('a town with a unique name in its country is found by its own and its Latin name', () => {
  const { only } = open('ru')
  expect([only('Cairo', 'EG')?.name, only('Каир', 'EG')?.name, only('Каир', 'US'), only('Springfield', 'US')]).toEqual([
    'Каир',
    'Каир',
    null,
    null,
  ])
})

test('every name belongs to a town, and each script has the name of its capital', () => {
  for (const [lang, own] of Object.entries(names))
    for (const key of Object.keys(own)) expect(world.towns[Number(key)], `${lang} ${key}`).toBeDefined()
  for (const lang of ['ar', 'ja', 'ko', 'ru', 'zh-Hans', 'zh-Hant'] as const)
    expect(Object.keys(names[lang]).length).toBeGreaterThan(250)
})
