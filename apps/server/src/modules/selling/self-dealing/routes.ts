import { formatCents } from '@quayside/contract'
import * as selfDealing from '@quayside/contract/self-dealing'
import { nextTimeCursor, readTimePage } from '../../../platform/http/cursor.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { decideOrderReview } from './judge-order.ts'
import { listReviewsOfOrders } from './store.ts'

export const selfDealingRoutes = (): Route[] => [
  defineRoute(
    selfDealing.listOrderReviews,
    async (_call, { state, ...page }, db) => {
      const rows = await listReviewsOfOrders(db, state, readTimePage(page))
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map((row) => ({
          shopId: row.shop_id,
          shop: row.shop_name,
          order: { id: row.id, code: row.code },
          buyerId: row.buyer_id,
          paid: formatCents(row.paid),
          signs: row.signs,
          state: row.state,
          openedAt: row.opened_at.toISOString(),
          reason: row.reason,
        })),
        cursor: nextTimeCursor(rows, page.limit, ({ opened_at, id }) => ({ at: opened_at, id })),
      }
    },
    { audit: { subject: 'order', act: 'searched', detail: ({ state, page }) => ({ state, page }) } },
  ),

  defineRoute(
    selfDealing.decideOrderReview,
    async ({ actor, now }, input, tx) => ({
      state: await decideOrderReview(tx, actor.operatorId, input, now),
    }),
    { audit: { subject: 'order', act: 'decided', staffReason: true, detail: ({ decision }) => ({ decision }) } },
  ),
]
