// Sets the price of the newest product. Needs the scopes products:read and products:write.
import { createQuayside, dataOf, QuaysideRefusal } from '@quayside/sdk'

const quayside = createQuayside({ url: process.env['SHOP_API_URL']!, key: process.env['SHOP_API_KEY']! })
const to = process.argv[2]!
const { list } = dataOf(await quayside.POST('/merchant/product/list', { body: { limit: 1 } }))
for (const { id, sellingPrice: from } of list)
  try {
    const changed = dataOf(await quayside.POST('/merchant/product/change', { body: { id, price: { from, to } } }))
    console.log(`${changed.code}: ${from} → ${changed.sellingPrice}`)
  } catch (error) {
    if (!(error instanceof QuaysideRefusal)) throw error
    console.log(`${error.reason}: ${error.message}`)
  }
