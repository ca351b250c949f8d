/** The distribution center: the products of the platform, and adding them to a shop. */
import * as z from 'zod/mini'
import { endpoint, openMerchant, operator, verifiedMerchant } from './endpoint.ts'
import { cursor, day, cursorPageOf, empty, id, pageOf, paging, boundedText } from './shapes.ts'
import { margins, money, signedMoney } from './money.ts'

export const category = z.object({ id, slug: z.string(), name: z.string(), products: z.int() })

export const productRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  categoryId: id,
  supplierPrice: money,
  suggestedPrice: money,
  stock: z.int(),
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
  summary: 'The categories of the distribution center with how many products each holds.',
  access: verifiedMerchant,
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
    'The ten products that sold the most units on the platform in the last 30 days: units of paid orders of all shops, less those of orders cancelled since.',
  access: verifiedMerchant,
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
    'What adding a selection would mean: how many, prices and margins by the pricing rule, what would sell at a loss.',
  access: openMerchant,
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
    'Adds a selection to the shop at the prices of its pricing rule and puts it on the shelf. Adding twice changes nothing.',
  access: openMerchant,
  changes: ['listings', 'figures'],
  largeBody: true,
  input: z.strictObject({ selection }),
  /** `undo` is the id of the addition, to undo it; null when nothing was added. */
  response: z.object({ added: z.int(), alreadyAdded: z.int(), atLoss: z.int(), undo: z.nullable(id) }),
  refusals: ['distribution/nothing-selected', 'distribution/too-many'],
})

export const productDetail = endpoint({
  api: 'merchant',
  path: '/merchant/distribution/detail',
  summary: 'One product of the distribution center.',
  access: verifiedMerchant,
  tags: ['listings'],
  readOnly: true,
  offline: true,
  input: z.strictObject({ id }),
  response: z.object({ ...productRow.shape, description: z.string(), category: z.string(), listingId: z.nullable(id) }),
  refusals: ['product/not-found'],
})

// Endpoints for operators.

export const createCategory = endpoint({
  api: 'platform',
  path: '/platform/category/create',
  summary: 'Adds a category; `names` holds its name by language, English required.',
  access: operator('catalogue'),
  input: z.strictObject({
    slug: z.string().check(z.regex(/^[a-z0-9-]{2,40}$/)),
    names: z.record(z.string(), boundedText(1, 60)),
  }),
  response: z.object({ id }),
  refusals: ['product/code-taken'],
})

export const createProducts = endpoint({
  api: 'platform',
  path: '/platform/product/create',
  summary: 'Adds up to 100 products, all or none. `picture` is the id of an upload.',
  access: operator('catalogue'),
  largeBody: true,
  input: z.strictObject({
    products: z
      .array(
        z.strictObject({
          code: z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/)),
          categorySlug: z.string(),
          name: boundedText(2, 160),
          description: boundedText(0, 4000),
          supplierPrice: money,
          suggestedPrice: money,
          stock: z.int().check(z.gte(0), z.lte(10_000_000)),
          picture: z.nullable(id),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({ list: z.array(z.object({ id, code: z.string() })) }),
  refusals: ['product/code-taken', 'category/not-found', 'file/not-found'],
})

export const changeProduct = endpoint({
  api: 'platform',
  path: '/platform/product/change',
  summary:
    'Changes supplier price, suggested price, stock or availability. Shops that would then sell at a loss have the product taken off the shelf and are told.',
  access: operator('catalogue'),
  input: z.strictObject({
    id,
    supplierPrice: z.optional(money),
    suggestedPrice: z.optional(money),
    /** Pieces to add to the stock, or to remove from it; the stock never becomes negative. */
    stockChange: z.optional(z.int().check(z.gte(-10_000_000), z.lte(10_000_000))),
    withdrawn: z.optional(z.boolean()),
  }),
  response: z.object({ offShelf: z.int() }),
  refusals: ['product/not-found', 'product/stock-gone'],
})

export const listProducts = endpoint({
  api: 'platform',
  path: '/platform/product/list',
  summary: 'The catalogue as operators see it.',
  access: operator('catalogue', 'fulfilment', 'support'),
  readOnly: true,
  input: z.strictObject({ ...paging, search: z.optional(boundedText(0, 100)) }),
  response: pageOf(
    z.object({
      id,
      code: z.string(),
      name: z.string(),
      supplierPrice: money,
      suggestedPrice: money,
      stock: z.int(),
      withdrawn: z.boolean(),
    }),
  ),
  refusals: [],
})
