import { bestSellers, dashboard, salesCurve, toWire } from '@quayside/contract'
import { on, type Route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { creditScore } from './credit-score.ts'
import { readBestSellers, readCurve, readDashboard } from './store.ts'

const bestDays = 30

export const insightRoutes = (): Route[] => [
  on(dashboard, async ({ actor, now }, _input, db) => {
    const row = await readDashboard(db, actor.shopId, actor.merchantId, now)
    if (!row) return refuse('shop/not-found')
    return {
      shop: { name: row.name, logo: row.logo, code: row.code, closed: row.closed, timeZone: row.time_zone },
      today: row.today,
      todo: {
        awaitingPickup: row.awaiting,
        awaitingPickupEarnings: toWire(row.awaiting_earnings),
        nextDeadline: row.next_deadline?.toISOString() ?? null,
        paymentPasswordSet: row.password_set,
        listings: row.listings,
        offShelfAtLoss: row.at_loss,
      },
      totalSales: toWire(row.sales),
      totalProfit: toWire(row.profit),
      todayOrders: row.today_orders,
      todaySales: toWire(row.today_sales),
      todayExpectedProfit: toWire(row.today_profit),
      yesterdayOrders: row.yesterday_orders,
      yesterdaySales: toWire(row.yesterday_sales),
      yesterdayExpectedProfit: toWire(row.yesterday_profit),
      followers: row.followers,
      rating: {
        mean: row.reviews > 0 ? Math.round((Number(row.rating_sum) / row.reviews) * 10) / 10 : null,
        reviews: row.reviews,
      },
      credit: creditScore({
        pickedUp: row.picked_up,
        pickupSeconds: Number(row.pickup_seconds),
        declined: row.declined,
        completed: row.completed,
        refunded: row.refunded,
      }),
      visitors: { today: row.visitors_today, days7: row.visitors_7, days30: row.visitors_30 },
    }
  }),

  on(salesCurve, async ({ actor, now }, { days }, db) => ({
    list: (await readCurve(db, actor.shopId, days, now)).map((row) => ({
      day: row.day,
      orders: row.orders,
      sales: toWire(row.sales),
      profit: toWire(row.profit),
      visitors: row.visitors,
    })),
  })),

  on(bestSellers, async ({ actor, now }, _input, db) => ({
    days: bestDays,
    list: (await readBestSellers(db, actor.shopId, bestDays, now)).map((row) => ({
      listingId: row.listing_id,
      name: row.name,
      picture: row.picture,
      units: row.units,
      sales: toWire(row.sales),
    })),
  })),
]
