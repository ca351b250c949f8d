/** No translation is older than its English. */
import { languages, type Language } from '@quayside/contract'
import { expect, test } from 'vitest'
import { readLanguage } from '../src/registry.ts'
import { compareRecord, hashOf, parseRecord, readRecord, recordCommand } from './record.ts'

const textsOf = async (lang: Language): Promise<Record<string, string>> =>
  Object.assign({}, ...Object.values(readLanguage(lang))) as Record<string, string>
const english = await textsOf('en')

test.each(languages.map(({ code }) => code).filter((code) => code !== 'en'))('%s', async (lang) => {
  const { stale, unwritten } = compareRecord(readRecord(lang), english, await textsOf(lang))
  expect(unwritten, `not recorded yet: run ${recordCommand}`).toEqual([])
  expect(
    stale,
    `the English changed after these were translated: renew them in packages/locales/src/${lang}, then run ` +
      `${recordCommand}; if one is right as it is, run ${recordCommand} --still-true <key>`,
  ).toEqual([])
})

test('a translation is stale when only its English changed; new, renewed and edited ones want recording', () => {
  const before = { same: 'Save', stale: 'Send', renewed: 'Open', edited: 'Close', merged: 'Copy' }
  const translated = { same: 'Opslaan', stale: 'Versturen', renewed: 'Open', edited: 'Sluit', merged: 'Kopieer' }
  const record = (key: keyof typeof before) => `${key} ${hashOf(before[key])} ${hashOf(translated[key])}`
  const lines = [...(Object.keys(before) as (keyof typeof before)[]).map(record), 'gone 0 0', 'merged 0 0']
  const now = { ...before, stale: 'Submit', renewed: 'View', added: 'New' }
  const renewed = { ...translated, renewed: 'Bekijken', edited: 'Sluiten', added: 'Nieuw' }
  expect(compareRecord(parseRecord(lines.join('\n')), now, renewed)).toEqual({
    stale: ['stale'],
    unwritten: ['added', 'edited', 'renewed'],
  })
})
