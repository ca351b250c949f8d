import * as prices from '@quayside/contract/prices'
import { nextTimeCursor, readTimeCursor } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { listPrices } from './store.ts'

export const priceHistoryRoutes = (): Route[] => [
  defineRoute(
    prices.priceHistory,
    async (_call, { id, shop, kind, limit, cursor }, db) => {
      const rows = await listPrices(db, { productId: id, shop, kind }, readTimeCursor(cursor), limit)
      return {
        total: 0,
        list: rows.map(({ at, id: _id, ...row }) => ({ ...row, at: at.toISOString() })),
        cursor: nextTimeCursor(rows, limit, ({ at, id: ofRow }) => ({ at, id: ofRow })),
      }
    },
    { audit: { unwritten: 'Prices are no personal data.' } },
  ),
]
