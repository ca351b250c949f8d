/** No translation is older than its English. */
import type { Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { readLanguage } from '../src/registry.ts'
import {
  compareRecord,
  formatRecord,
  hashOfEnglish,
  hashOfTranslation,
  parseRecord,
  readRecord,
  recordCommand,
  translatedLanguages,
} from './record.ts'

const textsOf = (lang: Language): Record<string, string> =>
  Object.assign({}, ...Object.values(readLanguage(lang))) as Record<string, string>
const english = textsOf('en')
const recorded = readRecord()

test.each(translatedLanguages)('%s', (lang) => {
  const { stale, unwritten } = compareRecord(recorded, lang, english, textsOf(lang))
  expect(unwritten, `not recorded yet: run ${recordCommand}`).toEqual([])
  expect(
    stale,
    `the English changed after these were translated: renew them in packages/locales/src/${lang}, then run ` +
      `${recordCommand}; if one is right as it is, run ${recordCommand} --still-true <key>`,
  ).toEqual([])
})

test('a translation is stale when only its English changed; new, renewed and edited ones want recording', () => {
  const before = { same: 'Save', stale: 'Send', renewed: 'Open', edited: 'Close', merged: 'Copy' }
  const dutch = { same: 'Opslaan', stale: 'Versturen', renewed: 'Open', edited: 'Sluit', merged: 'Kopieer' }
  const danish = { same: 'Gem', stale: 'Send', renewed: 'Åbn', edited: 'Luk', merged: 'Kopiér' }
  const lines = (Object.keys(before) as (keyof typeof before)[]).map((key) =>
    [key, hashOfEnglish(before[key]), hashOfTranslation(dutch[key]), hashOfTranslation(danish[key])].join(' '),
  )
  // What a merge leaves: the lines of both branches, and their heads.
  const text = ['key en nl da', ...lines, 'gone 0 0 0', 'key en nl da', 'merged 0 0 0'].join('\n')
  const now = { ...before, stale: 'Submit', renewed: 'View', added: 'New' }
  const renewed = { ...dutch, renewed: 'Bekijken', edited: 'Sluiten', added: 'Nieuw' }
  expect(compareRecord(parseRecord(text), 'nl', now, renewed)).toEqual({
    stale: ['stale'],
    unwritten: ['added', 'edited', 'renewed'],
  })
  // Recording writes all but the stale; it is written for the language that was compared, and only for that one.
  const translations = new Map<Language, Record<string, string>>([
    ['nl', renewed],
    ['da', { ...danish, renewed: 'Vis', added: 'Ny' }],
  ])
  const record = formatRecord(parseRecord(text), now, translations, () => false)
  for (const [lang, texts] of translations)
    expect(compareRecord(parseRecord(record), lang, now, texts)).toEqual({ stale: ['stale'], unwritten: [] })
  const compared = formatRecord(parseRecord(record), now, translations, (_, lang) => lang === 'nl')
  expect(compareRecord(parseRecord(compared), 'nl', now, renewed).stale).toEqual([])
  expect(compareRecord(parseRecord(compared), 'da', now, translations.get('da')!).stale).toEqual(['stale'])
  expect(formatRecord(parseRecord(compared), now, translations, () => false)).toBe(compared)
})
