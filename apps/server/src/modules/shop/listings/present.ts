/** Rows of this module in their wire form. */
import { profitOf, formatCents } from '@quayside/contract'
import type { OfferedVariant } from '../catalogue/store.ts'
import type { NoticeRow } from './notice-store.ts'
import type { ListingRow, Margins } from './store.ts'

export const presentListing = (row: ListingRow, basisPoints: number) => ({
  id: row.id,
  productId: row.product_id,
  code: row.code,
  name: row.name,
  textLanguage: row.text_language,
  picture: row.picture,
  categoryId: row.category_id,
  shopCategoryId: row.shop_category_id,
  sellingPrice: formatCents(row.selling_price),
  purchasePrice: formatCents(row.supplier_price),
  profit: formatCents(profitOf(row.selling_price, row.supplier_price, basisPoints)),
  stock: row.stock,
  variants: row.variants,
  views: row.views,
  clicks: row.clicks,
  sales: row.units,
  recommended: row.recommended,
  shelf: row.shelf,
  offReason: row.off_reason,
  addedAt: row.added_at.toISOString(),
})

export const presentVariant = ({ purchasePrice, ...variant }: OfferedVariant) => ({
  ...variant,
  purchasePrice: formatCents(BigInt(purchasePrice)),
})

const formatOptional = (value: bigint | null) => (value === null ? null : formatCents(value))

export const presentMargins = (row: Margins) => ({
  lowestMargin: row.lowest_margin,
  medianMargin: row.median_margin,
  lowestProfit: formatOptional(row.lowest_profit),
  highestProfit: formatOptional(row.highest_profit),
})

export const presentNotice = (row: NoticeRow, basisPoints: number) => ({
  id: row.id,
  listingId: row.listing_id,
  name: row.name,
  picture: row.picture,
  purchasePrice: { before: formatCents(row.supplier_before), after: formatCents(row.supplier_price) },
  stock: { before: row.stock_before, after: row.stock },
  profit: {
    before: formatCents(profitOf(row.selling_before, row.supplier_before, basisPoints)),
    after: formatCents(profitOf(row.selling_price, row.supplier_price, basisPoints)),
  },
  sellingPrice: formatCents(row.selling_price),
  byRule: {
    price: formatCents(row.rule_price),
    profit: formatCents(profitOf(row.rule_price, row.supplier_price, basisPoints)),
  },
  shelf: row.shelf,
  takenOff: row.off_reason,
  withdrawn: row.withdrawn,
  at: row.at.toISOString(),
})
