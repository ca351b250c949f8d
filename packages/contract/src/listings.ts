/** The listings of a shop: their prices, their shelf state, and the pricing rule. */
import * as z from 'zod/mini'
import { productPicture, productVariant, textLanguage } from './catalogue.ts'
import { endpoint, verifiedMerchant } from './endpoint.ts'
import { boundedText, cursor, cursorPageOf, empty, id, instant, ok, paging } from './shapes.ts'
import { margins, money, signedMoney } from './money.ts'

/** The orders of a shop's products: last added, most units sold, highest profit of one piece, lowest stock. */
export const listingSorts = ['added', 'sales', 'profit', 'stock'] as const
export type ListingSort = (typeof listingSorts)[number]

export const shelfStates = ['on-shelf', 'off-shelf'] as const
/** Why a listing is off the shelf. */
export const offShelfReasons = ['merchant', 'at-loss', 'withdrawn'] as const

export const pricingRule = z.strictObject({
  /** Added to the supplier price, in percent. */
  percent: z.int().check(z.gte(0), z.lte(1000)),
  rounding: z.enum(['none', 'ending-99', 'whole']),
})

export const listingRow = z.object({
  id,
  productId: id,
  code: z.string(),
  name: z.string(),
  textLanguage,
  picture: z.nullable(z.string()),
  /** Category of the distribution center. */
  categoryId: id,
  /** Category of the shop; null without one. */
  shopCategoryId: z.nullable(id),
  sellingPrice: money,
  purchasePrice: money,
  /**
   * Expected profit of one piece, after commission. With several variants, of the one with the highest purchase price.
   */
  profit: signedMoney,
  stock: z.int(),
  /** The number of variants that are offered. */
  variants: z.int(),
  /** Visitors whose storefront showed it, without bots. Each visitor counts once a day. */
  views: z.int(),
  /** Visitors who opened it, counted in the same way. */
  clicks: z.int(),
  sales: z.int(),
  recommended: z.boolean(),
  shelf: z.enum(shelfStates),
  offReason: z.nullable(z.enum(offShelfReasons)),
  addedAt: instant,
})

const listingFilter = {
  shelf: z.optional(z.enum(shelfStates)),
  recommended: z.optional(z.boolean()),
  /** Category of the distribution center. */
  categoryId: z.optional(id),
  /** Category of the shop; `none` finds listings without one. */
  shopCategoryId: z.optional(z.union([id, z.literal('none')])),
  search: z.optional(boundedText(0, 100)),
}

/** Named listings, or all matches of a filter. */
export const listingSelection = z.union([
  z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(20_000)) }),
  z.strictObject({ filter: z.strictObject(listingFilter) }),
])

/** The result for each selected listing. `undo` is the id of the change, to undo it; null when nothing changed. */
const changedMany = z.object({
  changed: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ id, name: z.string(), reason: z.string(), sentence: z.string() })),
  undo: z.nullable(id),
})

export const listListings = endpoint({
  api: 'merchant',
  path: '/merchant/product/list',
  summary:
    'The listings of the shop by shelf state, category and search (name or code, ignoring case and accents), sorted, with a count for each tab.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    sort: z._default(z.enum(listingSorts), 'added'),
    ...listingFilter,
  }),
  response: z.object({
    ...cursorPageOf(listingRow).shape,
    counts: z.object({ all: z.int(), onShelf: z.int(), offShelf: z.int(), recommended: z.int() }),
  }),
  refusals: [],
})

export const listingDetail = endpoint({
  api: 'merchant',
  path: '/merchant/product/detail',
  summary: 'One listing with its product.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...listingRow.shape,
    variantList: z.array(productVariant),
    description: z.string(),
    category: z.string(),
    pictures: z.array(productPicture),
    suggestedPrice: money,
    commissionBasisPoints: z.int(),
    commission: money,
  }),
  refusals: ['listing/not-found'],
})

export const changeListing = endpoint({
  api: 'merchant',
  path: '/merchant/product/change',
  summary:
    'Changes one listing: selling price, recommended mark, shop category. A new price comes with the price that the merchant saw; if it has changed since, the call is refused. A price that sells at a loss is refused.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings'],
  input: z.strictObject({
    id,
    price: z.optional(z.strictObject({ from: money, to: money })),
    recommended: z.optional(z.boolean()),
    shopCategoryId: z.optional(z.nullable(id)),
  }),
  response: listingRow,
  refusals: [
    'listing/not-found',
    'listing/sells-at-loss',
    'listing/price-changed',
    'shop-category/not-found',
    'field/amount',
  ],
})

export const changeListings = endpoint({
  api: 'merchant',
  path: '/merchant/product/change-many',
  summary:
    'Puts listings on the shelf or takes them off, marks them as recommended, assigns a category, or prices them by a rule. The response names each listing that could not be changed (withdrawn, at a loss) with the reason; all others are changed.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings', 'figures'],
  largeBody: true,
  input: z.strictObject({
    selection: listingSelection,
    change: z.union([
      z.strictObject({ shelf: z.enum(shelfStates) }),
      z.strictObject({ recommended: z.boolean() }),
      z.strictObject({ shopCategoryId: z.nullable(id) }),
      z.strictObject({ rule: pricingRule }),
    ]),
  }),
  response: changedMany,
  refusals: ['shop/restricted', 'distribution/nothing-selected', 'distribution/too-many', 'shop-category/not-found'],
})

export const undoListings = endpoint({
  api: 'merchant',
  path: '/merchant/product/undo',
  summary:
    'Undoes a change or addition of many listings within ten minutes. Listings that were changed again stay unchanged. An added listing that a buyer has seen is taken off the shelf instead of removed.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings', 'figures'],
  input: z.strictObject({ id }),
  response: z.object({ undone: z.int(), kept: z.int() }),
  refusals: ['listing/undo-over'],
})

export const previewPrices = endpoint({
  api: 'merchant',
  path: '/merchant/product/preview-prices',
  summary:
    'The effect of pricing a selection by a rule: number of raised and lowered prices, margins, and listings that would sell at a loss.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  largeBody: true,
  input: z.strictObject({ selection: listingSelection, rule: pricingRule }),
  response: z.object({
    selected: z.int(),
    raised: z.int(),
    lowered: z.int(),
    same: z.int(),
    /** Number of listings left unchanged because the rule’s price would make a loss. */
    atLoss: z.int(),
    ...margins.shape,
    commissionBasisPoints: z.int(),
  }),
  refusals: ['distribution/nothing-selected', 'distribution/too-many'],
})

// Endpoints for the shop's own categories.

export const shopCategories = endpoint({
  api: 'merchant',
  path: '/merchant/shop-category/list',
  summary: 'The categories of the shop in its own order, with the number of listings in each and in none.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    list: z.array(z.object({ id, name: z.string(), shown: z.boolean(), listings: z.int() })),
    uncategorised: z.int(),
  }),
  refusals: [],
})

const categoryName = boundedText(1, 60)

export const createShopCategory = endpoint({
  api: 'merchant',
  path: '/merchant/shop-category/create',
  summary: 'Adds a category at the end of the shop’s list.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings'],
  input: z.strictObject({ name: categoryName }),
  response: z.object({ id }),
  refusals: ['shop-category/name-taken', 'shop-category/too-many'],
})

export const changeShopCategory = endpoint({
  api: 'merchant',
  path: '/merchant/shop-category/change',
  summary: 'Renames a category, or shows or hides it in the storefront. Its listings stay on sale.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings'],
  input: z.strictObject({ id, name: z.optional(categoryName), shown: z.optional(z.boolean()) }),
  response: ok,
  refusals: ['shop-category/not-found', 'shop-category/name-taken'],
})

export const orderShopCategories = endpoint({
  api: 'merchant',
  path: '/merchant/shop-category/order',
  summary: 'Sets the order of the categories. A category that is not named follows those that are.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings'],
  input: z.strictObject({ ids: z.array(id).check(z.maxLength(1000)) }),
  response: ok,
  refusals: [],
})

export const deleteShopCategory = endpoint({
  api: 'merchant',
  path: '/merchant/shop-category/delete',
  summary: 'Deletes a category. Its listings stay in the shop without a category.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings'],
  input: z.strictObject({ id }),
  response: ok,
  refusals: ['shop-category/not-found'],
})

// Endpoints for changes by suppliers.

export const supplierNotices = endpoint({
  api: 'merchant',
  path: '/merchant/supplier-notice/list',
  summary:
    'Supplier changes of the shop’s listings that the merchant has not seen: purchase price, stock, availability; with the profit of one unit before and after.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ ...paging, cursor }),
  response: cursorPageOf(
    z.object({
      id,
      listingId: id,
      name: z.string(),
      picture: z.nullable(z.string()),
      purchasePrice: z.object({ before: money, after: money }),
      stock: z.object({ before: z.int(), after: z.int() }),
      profit: z.object({ before: signedMoney, after: signedMoney }),
      sellingPrice: money,
      /** The price by the shop’s rule, and the profit of one piece at that price. */
      byRule: z.object({ price: money, profit: signedMoney }),
      shelf: z.enum(shelfStates),
      /** Why the change took the listing off the shelf; null if it stayed. */
      takenOff: z.nullable(z.enum(['at-loss', 'withdrawn'])),
      withdrawn: z.boolean(),
      at: instant,
    }),
  ),
  refusals: [],
})

export const answerNotices = endpoint({
  api: 'merchant',
  path: '/merchant/supplier-notice/answer',
  summary:
    'Answers some notices or all: apply the price of the shop’s rule (and put back on the shelf what the change took off), keep everything, or take the listings off the shelf. An answered notice counts as seen.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings'],
  input: z.strictObject({
    notices: z.union([z.literal('all'), z.array(id).check(z.minLength(1), z.maxLength(1000))]),
    /** The latest `at` that the merchant has seen; later changes stay unanswered. */
    until: instant,
    act: z.enum(['reprice', 'keep', 'take-off']),
  }),
  response: changedMany,
  refusals: ['distribution/nothing-selected', 'distribution/too-many'],
})

export const readPricingRule = endpoint({
  api: 'merchant',
  path: '/merchant/pricing-rule',
  summary: 'The rule that prices new listings, and the platform’s commission on each sale.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({ ...pricingRule.shape, commissionBasisPoints: z.int() }),
  refusals: [],
})

export const savePricingRule = endpoint({
  api: 'merchant',
  path: '/merchant/pricing-rule/save',
  summary: 'Changes the pricing rule. Existing listings keep their prices.',
  access: verifiedMerchant,
  changes: ['listings'],
  input: pricingRule,
  response: z.object({ ...pricingRule.shape, commissionBasisPoints: z.int() }),
  refusals: [],
})
