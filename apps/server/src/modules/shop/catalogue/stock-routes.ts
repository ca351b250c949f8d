import * as stock from '@quayside/contract/stock'
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { type ListingEffects, applyToShops } from './after-change.ts'
import { lockProduct } from './product-store.ts'
import { listMovements, moveStock } from './stock.ts'

/** The cursor of a list of movements is the id of the last one. */
const readIdCursor = (cursor: string | undefined): string | undefined =>
  cursor ? decodeCursor(cursor, /^\d{1,18}$/)[0] : undefined

export const stockRoutes = (listings: ListingEffects): Route[] => [
  defineRoute(
    stock.adjustStock,
    async ({ actor, now }, { id, variantId, pieces, reason, note }, tx) => {
      const product = await lockProduct(tx, id)
      if (!product) return refuse('product/not-found')
      const { name, variants } = product
      const variant = variantId ? variants.find((one) => one.id === variantId) : variants.length === 1 && variants[0]
      if (!variant) return refuse('product/variant-required', { name })
      const moved = await moveStock(tx, [{ variantId: variant.id, pieces }], {
        kind: 'adjustment',
        reason,
        note: note || null,
        operatorId: actor.operatorId,
        at: now,
      })
      if (moved.size === 0) refuse('product/stock-gone', { name })
      const left = (await lockProduct(tx, id))!.stock
      // Shops learn only whether a product is sold out. Orders lock a listing and then the product, this the reverse:
      // while many buy, each count of a stock that is not empty would wait for them in a circle.
      if ((product.stock === 0) !== (left === 0)) await applyToShops(tx, listings, newId(), [product], now)
      return { stock: left }
    },
    {
      audit: {
        subject: 'product',
        reason: ({ reason, note }) => (note ? `${reason}: ${note}` : reason),
        detail: ({ pieces, variantId }) => ({ pieces, variantId }),
      },
    },
  ),

  defineRoute(
    stock.stockMovements,
    async (_call, { productId, cause, cursor, limit }, db) => {
      const rows = await listMovements(db, { productId, kind: cause, after: readIdCursor(cursor) }, limit)
      return {
        list: rows.map(({ id, product_id, kind, order_code, import_id, at, ...row }) => ({
          id: String(id),
          productId: product_id,
          ...row,
          cause: kind,
          order: order_code,
          importId: import_id,
          at: at.toISOString(),
        })),
        cursor: rows.length === limit ? encodeCursor(String(rows.at(-1)!.id)) : null,
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),
]
