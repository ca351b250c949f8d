/** What a shop sells: its listings, their prices and shelf, and the pricing rule. */
import * as z from 'zod/mini'
import { endpoint, openMerchant, verifiedMerchant } from './endpoint.ts'
import { cursor, deepListOf, empty, id, instant, paging, typed } from './shapes.ts'
import { money, signedMoney } from './money.ts'

export const shelfStates = ['on-shelf', 'off-shelf'] as const
/** Why a listing is off the shelf. */
export const offShelfReasons = ['merchant', 'at-loss', 'withdrawn'] as const

export const listingRow = z.object({
  id,
  productId: id,
  code: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  categoryId: id,
  sellingPrice: money,
  purchasePrice: money,
  /** On one piece, after commission. */
  profit: signedMoney,
  stock: z.int(),
  views: z.int(),
  sales: z.int(),
  recommended: z.boolean(),
  shelf: z.enum(shelfStates),
  offReason: z.nullable(z.enum(offShelfReasons)),
  addedAt: instant,
})

export const listListings = endpoint({
  api: 'merchant',
  path: '/merchant/product/list',
  about: 'What the shop sells, by shelf state, category and search, with the count on each tab.',
  access: verifiedMerchant,
  shows: ['listings'],
  reads: true,
  kept: true,
  input: z.strictObject({
    ...paging,
    cursor,
    shelf: z.optional(z.enum(shelfStates)),
    recommended: z.optional(z.boolean()),
    categoryId: z.optional(id),
    search: z.optional(typed(0, 100)),
  }),
  answer: z.object({
    ...deepListOf(listingRow).shape,
    counts: z.object({ all: z.int(), onShelf: z.int(), offShelf: z.int(), recommended: z.int() }),
  }),
  refusals: [],
})

export const listingDetail = endpoint({
  api: 'merchant',
  path: '/merchant/product/detail',
  about: 'One listing with the product behind it.',
  access: verifiedMerchant,
  shows: ['listings'],
  reads: true,
  kept: true,
  input: z.strictObject({ id }),
  answer: z.object({
    ...listingRow.shape,
    description: z.string(),
    category: z.string(),
    suggestedPrice: money,
    commissionBasisPoints: z.int(),
    commission: money,
  }),
  refusals: ['listing/not-found'],
})

export const changeShelf = endpoint({
  api: 'merchant',
  path: '/merchant/product/shelf',
  about: 'Puts listings on the shelf or takes them off. What cannot go on (withdrawn, at a loss) is answered with why.',
  access: openMerchant,
  input: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(10000)), shelf: z.enum(shelfStates) }),
  answer: z.object({
    changed: z.int(),
    unchanged: z.int(),
    refused: z.array(z.object({ id, name: z.string(), reason: z.string(), sentence: z.string() })),
  }),
  refusals: ['listing/not-found'],
})

export const changeListing = endpoint({
  api: 'merchant',
  path: '/merchant/product/change',
  about: 'Changes a selling price or the recommended mark. A price that would sell at a loss is refused.',
  access: openMerchant,
  input: z.strictObject({ id, sellingPrice: z.optional(money), recommended: z.optional(z.boolean()) }),
  answer: listingRow,
  refusals: ['listing/not-found', 'listing/sells-at-loss', 'field/amount'],
})

export const pricingRule = z.object({
  /** Added to the supplier price, in percent. */
  percent: z.int(),
  rounding: z.enum(['none', 'ending-99', 'whole']),
})

export const readPricingRule = endpoint({
  api: 'merchant',
  path: '/merchant/pricing-rule',
  about: 'How the shop prices what it adds, and the commission the platform keeps of each sale.',
  access: verifiedMerchant,
  shows: ['listings'],
  reads: true,
  kept: true,
  input: empty,
  answer: z.object({ ...pricingRule.shape, commissionBasisPoints: z.int() }),
  refusals: [],
})

export const savePricingRule = endpoint({
  api: 'merchant',
  path: '/merchant/pricing-rule/save',
  about: 'Changes the pricing rule; what is already in the shop keeps its price.',
  access: openMerchant,
  input: z.strictObject({
    percent: z.int().check(z.gte(0), z.lte(1000)),
    rounding: z.enum(['none', 'ending-99', 'whole']),
  }),
  answer: z.object({ ...pricingRule.shape, commissionBasisPoints: z.int() }),
  refusals: [],
})
