// Lists the orders that await pick-up, page by page. Needs the scope orders:read.
import { createQuayside, dataOf } from '@quayside/sdk'

const quayside = createQuayside({ url: process.env['SHOP_API_URL']!, key: process.env['SHOP_API_KEY']! })
let cursor: string | undefined
do {
  const page = dataOf(
    await quayside.GET('/merchant/order/list', { params: { query: { status: 5, limit: 50, cursor } } }),
  )
  for (const order of page.list) console.log(order.code, order.totalPayment)
  cursor = page.cursor ?? undefined
} while (cursor)
