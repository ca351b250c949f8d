import { formatCents } from '@quayside/contract'
import { creditScore } from './credit-score.ts'
import type { DashboardRow } from './store.ts'

/** The figures of a shop as the merchant reads them. */
export const presentFigures = (row: DashboardRow) => ({
  totalSales: formatCents(row.sales),
  totalProfit: formatCents(row.profit),
  todayOrders: row.today_orders,
  todaySales: formatCents(row.today_sales),
  todayExpectedProfit: formatCents(row.today_profit),
  yesterdayOrders: row.yesterday_orders,
  yesterdaySales: formatCents(row.yesterday_sales),
  yesterdayExpectedProfit: formatCents(row.yesterday_profit),
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
})
