import { searchKinds, searchRoles } from '@quayside/contract/search'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actKeys } from './components/act.tsx'
import { desks } from './desks.ts'

test('what the search finds opens at one desk, for each role that finds it and may open the desk', () => {
  for (const kind of searchKinds) {
    const found = desks.filter(({ finds }) => finds === kind)
    expect(found, kind).toHaveLength(1)
    const [{ roles, rowOf, path }] = found as [(typeof desks)[number]]
    expect(roles === 'any' || searchRoles[kind].some((role) => roles.includes(role)), path).toBe(true)
    // These details are named by the shop and the id.
    if (['order', 'withdrawal', 'deposit', 'refund'].includes(kind))
      expect(rowOf?.({ shopId: 'shop', id: 'id' }), path).toMatch(/^shop[._]id$/)
  }
})

test('no desk with acts gives the keys of their decisions to another decision', () => {
  const files = globSync('desks/**/*.tsx', { cwd: import.meta.dirname }).map((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
  )
  const withActs = files.filter((source) => source.includes('components/act.tsx'))
  expect(withActs.length).toBeGreaterThan(8)
  const taken = Object.values(actKeys).join('')
  for (const source of withActs) expect(source).not.toMatch(new RegExp(`keys: '[${taken}]'`))
})
