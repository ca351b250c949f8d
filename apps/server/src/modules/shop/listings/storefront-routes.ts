import { formatCents } from '@quayside/contract'
import * as storefront from '@quayside/contract/storefront'
import { parseInstant } from '../../../platform/jobs/clock.ts'
import { nextKeyCursor, readKeyCursor } from '../../../platform/http/cursor.ts'
import { notifyClients } from '../../../platform/events/events.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findShopByCode } from '../shops/store.ts'
import { identifyVisitor } from '../shops/record-visit.ts'
import { listOnShelf, findOnShelf, recordClick, recordViews, listShownCategories } from './store.ts'

/** Recommended or not, the time of the listing, its id. */
const shelfPosition = /^(true|false) (\S{24}) ([0-9a-f-]{36})$/

/** The storefront's routes for listings. */
export const storefrontRoutes = (): Route[] => [
  defineRoute(
    storefront.browseShop,
    async (call, { shop: code, search, category, visitor, limit, page, cursor }, tx) => {
      const shop = await findShopByCode(tx, code)
      if (!shop) return refuse('shop/not-found')
      const [isRecommended, at, last] = readKeyCursor(cursor, shelfPosition) ?? []
      const after = last ? { recommended: isRecommended === 'true', at: parseInstant(at!), id: last } : undefined
      const part = { limit, skip: after ? 0 : (page - 1) * limit, after }
      const rows = await listOnShelf(tx, shop.id, { search, category }, part, call.lang)
      const seen = await identifyVisitor(tx, call, shop, visitor)
      const ids = rows.map((row) => row.id)
      if (seen && ids.length > 0) await recordViews(tx, shop.id, ids, seen.hash, call.now)
      return {
        categories: await listShownCategories(tx, shop.id),
        total: rows[0]?.total ?? 0,
        list: rows.map(({ id, name, text_language, picture, selling_price, stock, variants, recommended }) => ({
          id,
          name,
          textLanguage: text_language,
          picture,
          price: formatCents(selling_price),
          stock,
          variants,
          recommended,
        })),
        cursor: nextKeyCursor(rows, limit, (row) => [row.recommended, row.added_at.toISOString(), row.id]),
      }
    },
    { search: true },
  ),

  defineRoute(storefront.viewListing, async (call, { shop: code, id, visitor }, tx) => {
    const shop = await findShopByCode(tx, code)
    if (!shop) return refuse('shop/not-found')
    const row = await findOnShelf(tx, shop.id, id, call.lang)
    if (!row) return refuse('listing/not-found')
    const seen = await identifyVisitor(tx, call, shop, visitor)
    if (seen) {
      await recordViews(tx, shop.id, [id], seen.hash, call.now)
      if (await recordClick(tx, shop.id, id, seen.hash, call.now)) await notifyClients(tx, shop.id, ['listings'])
    }
    return {
      id: row.id,
      name: row.name,
      textLanguage: row.text_language,
      description: row.description,
      picture: row.picture,
      pictures: row.pictures,
      price: formatCents(row.selling_price),
      stock: row.stock,
      variants: row.variant_list.map((one) => ({ id: one.id, options: one.options, stock: one.stock })),
    }
  }),
]
