import { searchKinds, searchRoles } from '@quayside/contract/search'
import { expect, test } from 'vitest'
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
