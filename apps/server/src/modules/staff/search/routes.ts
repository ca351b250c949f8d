import { searchKinds, searchPlatform, searchRoles } from '@quayside/contract/search'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { searchRows } from './store.ts'

export const searchRoutes = (): Route[] => [
  defineRoute(
    searchPlatform,
    async ({ actor }, { text }, db) => {
      const kinds = searchKinds.filter((kind) => searchRoles[kind].some((role) => actor.roles.includes(role)))
      if (kinds.length === 0) return { list: [] }
      const rows = await searchRows(db, { kinds, desks: actor.roles, operatorId: actor.operatorId }, text)
      return { list: rows.map(({ kind, id, shop_id, code, name }) => ({ kind, id, shopId: shop_id, code, name })) }
    },
    { audit: { subject: 'shop', act: 'searched', id: () => undefined, detail: ({ text }) => ({ text }) } },
  ),
]
