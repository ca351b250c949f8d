/**
 * The products of the platform as merchants read them: the distribution center.
 * What operators edit is in `products.ts`, `categories.ts`, `suppliers.ts` and `stock.ts`.
 */
import * as z from 'zod/mini'
import { endpoint, verifiedMerchant } from './endpoint.ts'
import { languages, type Language } from './languages.ts'
import { cursor, day, cursorPageOf, empty, id, paging, boundedText } from './shapes.ts'
import { margins, money, signedMoney } from './money.ts'

export const category = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  products: z.int(),
})

/** The language of name and description: the caller's, or English where the text is missing in it. */
export const textLanguage = z.enum(languages.map(({ code }) => code) as [Language, ...Language[]])

/** A picture of a product. The first one stands in lists. */
export const productPicture = z.object({ url: z.string(), alt: z.string() })
export const maxProductPictures = 12

/** Most variants of one product, and most options of one variant. */
export const maxVariants = 100
export const maxVariantOptions = 3
/**
 * What distinguishes a variant, such as the colour. The variants of a product have the same options in the same order.
 */
export const variantOption = z.object({ name: z.string(), value: z.string() })
export type VariantOption = z.infer<typeof variantOption>
/** A variant that is offered, as a merchant sees it. A product without a choice has one, without options. */
export const productVariant = z.object({
  id,
  code: z.string(),
  options: z.array(variantOption),
  purchasePrice: money,
  stock: z.int(),
})

export const productRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  textLanguage,
  picture: z.nullable(z.string()),
  categoryId: id,
  /** The highest supplier price of the variants that are offered, and their stock. */
  supplierPrice: money,
  suggestedPrice: money,
  stock: z.int(),
  /** The number of variants that are offered. */
  variants: z.int(),
  /** Units sold on the whole platform in the last 30 days: the basis of "hot-selling". */
  sold30: z.int(),
  /** The selling price by the pricing rule of this shop, and the profit of one piece after commission. */
  yourPrice: money,
  yourProfit: signedMoney,
  added: z.boolean(),
  listingState: z.nullable(z.enum(['on-shelf', 'off-shelf'])),
})

/** Named products, all matches of a filter, or the ten hot-selling products. */
export const selection = z.union([
  z.strictObject({ products: z.array(id).check(z.minLength(1), z.maxLength(10000)) }),
  z.strictObject({
    filter: z.strictObject({ search: z.optional(boundedText(0, 100)), categoryId: z.optional(id) }),
  }),
  z.strictObject({ hot: z.literal(true) }),
])

export const listCategories = endpoint({
  api: 'merchant',
  path: '/merchant/category/list',
  summary: 'The categories of the distribution center with the number of products in each.',
  access: verifiedMerchant,
  scope: 'products:read',
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({ list: z.array(category) }),
  refusals: [],
})

export const listDistribution = endpoint({
  api: 'merchant',
  path: '/merchant/distribution/list',
  summary: 'Products of the distribution center with this shop’s price and profit for each.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: z.strictObject({
    ...paging,
    cursor,
    search: z.optional(boundedText(0, 100)),
    categoryId: z.optional(id),
    sort: z._default(z.enum(['hot', 'new', 'price-up', 'price-down']), 'hot'),
    notAdded: z.optional(z.boolean()),
  }),
  response: cursorPageOf(productRow),
  refusals: [],
})

export const hotProducts = endpoint({
  api: 'merchant',
  path: '/merchant/distribution/hot',
  summary:
    'The ten products with the most units sold on the platform in the last 30 days: units of paid orders of all shops, minus units of orders cancelled later.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: empty,
  response: z.object({
    days: z.int(),
    from: day,
    to: day,
    /** Ordered by rank; `shops` is the number of shops that sold the product. */
    list: z.array(z.object({ ...productRow.shape, shops: z.int() })),
  }),
  refusals: [],
})

export const previewDistribution = endpoint({
  api: 'merchant',
  path: '/merchant/distribution/preview',
  summary:
    'The effect of adding a selection: number of products, prices and margins under the pricing rule, and products that would sell at a loss.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  largeBody: true,
  input: z.strictObject({ selection }),
  response: z.object({
    selected: z.int(),
    alreadyAdded: z.int(),
    toAdd: z.int(),
    /** Number of products left out because the shop’s price would make a loss. */
    atLoss: z.int(),
    outOfStock: z.int(),
    /** The first of the products left out, by name, with the lowest price without a loss. */
    losing: z.array(z.object({ id, name: z.string(), lowest: money })),
    ...margins.shape,
    rule: z.object({ percent: z.int(), rounding: z.enum(['none', 'ending-99', 'whole']) }),
    commissionBasisPoints: z.int(),
  }),
  refusals: ['distribution/nothing-selected', 'distribution/too-many'],
})

export const distribute = endpoint({
  api: 'merchant',
  path: '/merchant/distribution/add',
  summary:
    'Adds a selection of products to the shop, priced by its pricing rule and on the shelf. Adding the same product again changes nothing.',
  access: verifiedMerchant,
  scope: 'products:write',
  changes: ['listings', 'figures'],
  largeBody: true,
  input: z.strictObject({ selection }),
  /** `undo` is the id of the addition, to undo it; null when nothing was added. */
  response: z.object({ added: z.int(), alreadyAdded: z.int(), atLoss: z.int(), undo: z.nullable(id) }),
  refusals: ['shop/restricted', 'distribution/nothing-selected', 'distribution/too-many'],
})

export const productDetail = endpoint({
  api: 'merchant',
  path: '/merchant/distribution/detail',
  summary: 'One product of the distribution center.',
  access: verifiedMerchant,
  scope: 'products:read',
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({
    ...productRow.shape,
    variantList: z.array(productVariant),
    description: z.string(),
    category: z.string(),
    pictures: z.array(productPicture),
    listingId: z.nullable(id),
  }),
  refusals: ['product/not-found'],
})
