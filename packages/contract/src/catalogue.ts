/**
 * The products of the platform.
 * Merchants read the distribution center; operators edit the catalogue, its changes and its stock.
 */
import * as z from 'zod/mini'
import { endpoint, openMerchant, operator, verifiedMerchant } from './endpoint.ts'
import { languages, type Language } from './languages.ts'
import { cursor, day, cursorPageOf, empty, id, instant, ok, paging, boundedText } from './shapes.ts'
import { margins, money, signedMoney } from './money.ts'

export const category = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  products: z.int(),
})

const languageCode = z.enum(languages.map(({ code }) => code) as [Language, ...Language[]])
/** The language of name and description: the caller's, or English where the text is missing in it. */
export const textLanguage = languageCode

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
const optionText = (max: number) => boundedText(1, max).check(z.regex(/^[^:;\n]*$/, { error: 'field/invalid' }))
const variantOptions = z.array(z.strictObject({ name: optionText(40), value: optionText(60) })).check(
  z.maxLength(maxVariantOptions, { error: 'field/too-large' }),
  z.refine((options) => new Set(options.map(({ name }) => name.toLowerCase())).size === options.length, {
    error: 'field/invalid',
  }),
)
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
  access: openMerchant,
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
  access: openMerchant,
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

// Endpoints for operators.

const readers = ['catalogue', 'fulfilment', 'support', 'auditor'] as const
const categorySlug = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/))
const productCode = z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/))
const supplierCode = z.string().check(z.regex(/^[A-Z0-9-]{2,20}$/))
/** A name by language; English is required, and a missing one is shown in English. */
const categoryNames = z.record(z.string(), boundedText(1, 60))
const listLimit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50)

export const operatorCategories = endpoint({
  api: 'platform',
  path: '/platform/category/list',
  summary: 'The categories in their order, with all names, picture and number of products.',
  access: operator(...readers),
  readOnly: true,
  input: empty,
  response: z.object({
    list: z.array(
      z.object({
        id,
        slug: z.string(),
        names: z.record(z.string(), z.string()),
        picture: z.nullable(z.string()),
        products: z.int(),
        withdrawn: z.int(),
      }),
    ),
  }),
  refusals: [],
})

export const createCategory = endpoint({
  api: 'platform',
  path: '/platform/category/create',
  summary: 'Adds a category at the end; `names` holds its name by language, English required.',
  access: operator('catalogue'),
  input: z.strictObject({ slug: categorySlug, names: categoryNames }),
  response: z.object({ id }),
  refusals: ['product/code-taken'],
})

export const changeCategory = endpoint({
  api: 'platform',
  path: '/platform/category/change',
  summary: 'Changes slug, names or picture of a category. `picture` is the id of an upload, or null for none.',
  access: operator('catalogue'),
  input: z.strictObject({
    id,
    slug: z.optional(categorySlug),
    names: z.optional(categoryNames),
    picture: z.optional(z.nullable(id)),
  }),
  response: ok,
  refusals: ['category/not-found', 'product/code-taken', 'file/not-found'],
})

export const orderCategories = endpoint({
  api: 'platform',
  path: '/platform/category/order',
  summary: 'Puts the categories into this order; those that are not named follow as before.',
  access: operator('catalogue'),
  input: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  response: ok,
  refusals: [],
})

export const mergeCategory = endpoint({
  api: 'platform',
  path: '/platform/category/merge',
  summary: 'Moves all products of a category into another one and deletes it.',
  access: operator('catalogue'),
  input: z.strictObject({ id, into: id }),
  response: z.object({ moved: z.int() }),
  refusals: ['category/not-found', 'category/same'],
})

const supplierFields = {
  name: boundedText(2, 120),
  contact: boundedText(0, 200),
  /** Days from delivery to payment. */
  paymentDays: z.int().check(z.gte(0), z.lte(180)),
  terms: boundedText(0, 4000),
}

export const listSuppliers = endpoint({
  api: 'platform',
  path: '/platform/supplier/list',
  summary:
    'Suppliers by name, with their products and what orders picked up in the last 30 days cost: the part of the supplier payable that is theirs.',
  access: operator('catalogue', 'fulfilment', 'finance', 'auditor'),
  readOnly: true,
  input: z.strictObject({ search: z.optional(boundedText(0, 100)), archived: z._default(z.boolean(), false) }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        code: z.string(),
        ...supplierFields,
        archived: z.boolean(),
        products: z.int(),
        pieces30: z.int(),
        cost30: money,
      }),
    ),
  }),
  refusals: [],
})

export const createSupplier = endpoint({
  api: 'platform',
  path: '/platform/supplier/create',
  summary: 'Adds a supplier with its terms.',
  access: operator('catalogue'),
  input: z.strictObject({ code: supplierCode, ...supplierFields }),
  response: z.object({ id }),
  refusals: ['product/code-taken'],
})

export const changeSupplier = endpoint({
  api: 'platform',
  path: '/platform/supplier/change',
  summary: 'Changes a supplier, or archives it: an archived one gets no further products.',
  access: operator('catalogue'),
  input: z.strictObject({ id, ...supplierFields, archived: z.boolean() }),
  response: ok,
  refusals: ['supplier/not-found'],
})

export const createProducts = endpoint({
  api: 'platform',
  path: '/platform/product/create',
  summary:
    'Adds up to 100 products, all or none. `picture` is the id of an upload. With `variants`, prices and stock are theirs.',
  access: operator('catalogue'),
  largeBody: true,
  input: z.strictObject({
    products: z
      .array(
        z.strictObject({
          code: productCode,
          categorySlug: z.string(),
          name: boundedText(2, 160),
          description: boundedText(0, 4000),
          supplierPrice: money,
          suggestedPrice: money,
          stock: z.int().check(z.gte(0), z.lte(10_000_000)),
          picture: z.nullable(id),
          /** For a choice: each variant with a code of its own. The product then has no stock of its own. */
          variants: z.optional(
            z
              .array(
                z.strictObject({
                  code: productCode,
                  options: variantOptions,
                  supplierPrice: money,
                  stock: z.int().check(z.gte(0), z.lte(10_000_000)),
                }),
              )
              .check(z.minLength(1), z.maxLength(maxVariants)),
          ),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({ list: z.array(z.object({ id, code: z.string() })) }),
  refusals: ['product/code-taken', 'product/options-differ', 'category/not-found', 'file/not-found'],
})

export const productListStates = ['offered', 'withdrawn', 'sold-out', 'without-picture', 'without-text'] as const
const productFilter = {
  search: z.optional(boundedText(0, 100)),
  categoryId: z.optional(id),
  supplierId: z.optional(id),
  state: z.optional(z.enum(productListStates)),
}
export const productSorts = ['new', 'stock', 'price-up', 'price-down'] as const

export const listProducts = endpoint({
  api: 'platform',
  path: '/platform/product/list',
  summary:
    'The catalogue as operators see it. `without-text` finds products with a text missing in one of the languages. `cursor` continues a list, in place of `page`.',
  access: operator(...readers),
  readOnly: true,
  input: z.strictObject({ ...paging, cursor, ...productFilter, sort: z._default(z.enum(productSorts), 'new') }),
  response: cursorPageOf(
    z.object({
      id,
      code: z.string(),
      name: z.string(),
      picture: z.nullable(z.string()),
      category: z.string(),
      supplier: z.nullable(z.string()),
      supplierPrice: money,
      suggestedPrice: money,
      stock: z.int(),
      withdrawn: z.boolean(),
      /** Shops with the product on the shelf, and units sold on the platform in the last 30 days. */
      shops: z.int(),
      sold30: z.int(),
      pictures: z.int(),
      variants: z.int(),
      /** Languages other than English without a text. */
      missingTexts: z.int(),
    }),
  ),
  refusals: [],
})

export const productRecord = endpoint({
  api: 'platform',
  path: '/platform/product/detail',
  summary: 'One product with its pictures, texts in every language, supplier and figures.',
  access: operator(...readers),
  readOnly: true,
  input: z.strictObject({ id }),
  response: z.object({
    id,
    code: z.string(),
    categoryId: id,
    supplierId: z.nullable(id),
    supplierPrice: money,
    suggestedPrice: money,
    stock: z.int(),
    /** Pieces that unpaid and open orders have reserved. */
    reserved: z.int(),
    withdrawn: z.boolean(),
    createdAt: instant,
    variants: z.array(
      z.object({
        id,
        code: z.string(),
        options: z.array(variantOption),
        supplierPrice: money,
        stock: z.int(),
        reserved: z.int(),
        withdrawn: z.boolean(),
      }),
    ),
    pictures: z.array(productPicture),
    /** English first; a language without a text is not in the list. */
    texts: z.array(z.object({ language: languageCode, name: z.string(), description: z.string() })),
    missingTexts: z.array(languageCode),
    shops: z.int(),
    listings: z.int(),
    sold30: z.int(),
  }),
  refusals: ['product/not-found'],
})

export const editProduct = endpoint({
  api: 'platform',
  path: '/platform/product/edit',
  summary:
    'Changes category and supplier of a product. Prices and availability have their own endpoint with a preview.',
  access: operator('catalogue'),
  input: z.strictObject({ id, categoryId: z.optional(id), supplierId: z.optional(z.nullable(id)) }),
  response: ok,
  refusals: ['product/not-found', 'category/not-found', 'supplier/not-found'],
})

export const saveProductText = endpoint({
  api: 'platform',
  path: '/platform/product/text',
  summary: 'Writes name and description in one language; null removes them, except in English.',
  access: operator('catalogue'),
  input: z.strictObject({
    id,
    language: languageCode,
    text: z.nullable(z.strictObject({ name: boundedText(2, 160), description: boundedText(0, 4000) })),
  }),
  response: ok,
  refusals: ['product/not-found', 'product/english-required'],
})

export const saveProductPictures = endpoint({
  api: 'platform',
  path: '/platform/product/pictures',
  summary:
    'Replaces the pictures of a product, in this order. `file` is an upload of the caller, or a picture that the product has.',
  access: operator('catalogue'),
  input: z.strictObject({
    id,
    pictures: z
      .array(z.strictObject({ file: id, alt: boundedText(0, 200) }))
      .check(z.maxLength(maxProductPictures, { error: 'field/too-large' })),
  }),
  response: z.object({ pictures: z.array(productPicture) }),
  refusals: ['product/not-found', 'file/not-found'],
})

export const productShops = endpoint({
  api: 'platform',
  path: '/platform/product/shops',
  summary: 'The shops that list a product, those with it on the shelf first.',
  access: operator(...readers),
  readOnly: true,
  input: z.strictObject({ id, limit: listLimit, page: paging.page }),
  response: z.object({
    total: z.int(),
    list: z.array(
      z.object({
        shop: z.string(),
        name: z.nullable(z.string()),
        price: money,
        shelf: z.enum(['on-shelf', 'off-shelf']),
        offReason: z.nullable(z.enum(['merchant', 'at-loss', 'withdrawn'])),
        /** Units sold in this shop. */
        sold: z.int(),
      }),
    ),
  }),
  refusals: [],
})

const historyValue = z.union([z.string(), z.number(), z.boolean()])

export const productHistory = endpoint({
  api: 'platform',
  path: '/platform/product/history',
  summary: 'What was changed about a product, newest first: by whom, when, and the values before and after.',
  access: operator(...readers),
  readOnly: true,
  input: z.strictObject({ id, cursor, limit: listLimit }),
  response: z.object({
    list: z.array(
      z.object({
        changeId: id,
        cause: z.enum(['operator', 'import', 'undo']),
        operator: z.string(),
        at: instant,
        before: z.nullable(z.record(z.string(), historyValue)),
        after: z.record(z.string(), historyValue),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

// Changes of prices and availability: preview, change, undo.

const productSelection = z.union([
  z.strictObject({ products: z.array(id).check(z.minLength(1), z.maxLength(5000)) }),
  z.strictObject({ filter: z.strictObject(productFilter) }),
])
/** The most products in one change. */
export const maxProductsInChange = 5000
/** A price, or a change of each price in hundredths of a percent. */
const priceWish = z.union([
  z.strictObject({ to: money }),
  z.strictObject({ basisPoints: z.int().check(z.gte(-9000), z.lte(50_000)) }),
])
const productWish = z.strictObject({
  /**
   * For one product: variants to add or change, by code, in their order. Those that are not named follow as they are. A
   * new variant has no stock.
   */
  variants: z.optional(
    z
      .array(
        z.strictObject({ code: productCode, options: variantOptions, supplierPrice: money, withdrawn: z.boolean() }),
      )
      .check(z.minLength(1), z.maxLength(maxVariants)),
  ),
  supplierPrice: z.optional(priceWish),
  suggestedPrice: z.optional(priceWish),
  withdrawn: z.optional(z.boolean()),
  categoryId: z.optional(id),
  supplierId: z.optional(z.nullable(id)),
})
const effect = {
  /** Products of the selection, and those that would change. */
  selected: z.int(),
  changed: z.int(),
  /** Listings and shops that have a changed product. */
  listings: z.int(),
  shops: z.int(),
  /** Listings that the change would take off the shelf, because they would sell at a loss or have no supplier. */
  offShelf: z.int(),
  /** Orders with a changed product that are not shipped. They keep the prices that were agreed. */
  openOrders: z.int(),
}

export const previewProductChange = endpoint({
  api: 'platform',
  path: '/platform/product/change/preview',
  summary:
    'What a change of prices, availability, category or supplier would do. `digest` stands for this effect; the change must present it.',
  access: operator('catalogue'),
  readOnly: true,
  largeBody: true,
  input: z.strictObject({ selection: productSelection, change: productWish }),
  response: z.object({
    ...effect,
    /** The first listings that would be taken off the shelf. */
    losing: z.array(z.object({ shop: z.string(), product: z.string(), price: money, supplierPrice: money })),
    /** The first changed products, with the values before and after. */
    examples: z.array(
      z.object({
        id,
        code: z.string(),
        name: z.string(),
        before: z.record(z.string(), historyValue),
        after: z.record(z.string(), historyValue),
      }),
    ),
    digest: z.string(),
  }),
  refusals: [
    'distribution/nothing-selected',
    'distribution/too-many',
    'category/not-found',
    'supplier/not-found',
    'product/options-differ',
    'product/too-many-variants',
    'product/code-taken',
  ],
})

export const changeProducts = endpoint({
  api: 'platform',
  path: '/platform/product/change',
  summary:
    'Changes prices, availability, category or supplier of a selection, as previewed. Listings that would then sell at a loss are taken off the shelf, and the shops are told. It can be undone for ten minutes.',
  access: operator('catalogue'),
  largeBody: true,
  input: z.strictObject({
    selection: productSelection,
    change: productWish,
    digest: z.string().check(z.maxLength(100)),
  }),
  /** `changeId` is null when every product had these values already. */
  response: z.object({ ...effect, changeId: z.nullable(id), undoUntil: z.nullable(instant) }),
  refusals: [
    'distribution/nothing-selected',
    'distribution/too-many',
    'category/not-found',
    'supplier/not-found',
    'product/effect-changed',
    'product/options-differ',
    'product/too-many-variants',
    'product/code-taken',
  ],
})

export const undoProductChange = endpoint({
  api: 'platform',
  path: '/platform/product/change/undo',
  summary:
    'Undoes a change within ten minutes, also a colleague’s. Products that changed again since stay as they are. Listings that it took off the shelf return.',
  access: operator('catalogue'),
  input: z.strictObject({ id }),
  response: z.object({ undone: z.int(), kept: z.int(), onShelf: z.int() }),
  refusals: ['listing/undo-over'],
})

export const listProductChanges = endpoint({
  api: 'platform',
  path: '/platform/product/change/list',
  summary: 'The latest changes of products by operators, newest first, with those that can still be undone.',
  access: operator('catalogue', 'auditor'),
  readOnly: true,
  input: z.strictObject({ cursor, limit: listLimit }),
  response: z.object({
    list: z.array(
      z.object({
        id,
        operator: z.string(),
        cause: z.enum(['operator', 'import', 'undo']),
        at: instant,
        products: z.int(),
        undone: z.boolean(),
        undoUntil: z.nullable(instant),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

// Stock.

export const stockReasons = ['delivery', 'count', 'damage', 'return', 'correction'] as const

export const adjustStock = endpoint({
  api: 'platform',
  path: '/platform/stock/adjust',
  summary:
    'Adds pieces to the stock of a variant or removes them, with a reason. A product with several needs `variantId`. The stock never becomes negative.',
  access: operator('catalogue', 'fulfilment'),
  input: z.strictObject({
    id,
    variantId: z.optional(id),
    pieces: z.int().check(
      z.gte(-10_000_000),
      z.lte(10_000_000),
      z.refine((n) => n !== 0, { error: 'field/invalid' }),
    ),
    reason: z.enum(stockReasons),
    note: z._default(boundedText(0, 500), ''),
  }),
  /** The stock of the product. */
  response: z.object({ stock: z.int() }),
  refusals: ['product/not-found', 'product/variant-required', 'product/stock-gone'],
})

export const stockMovements = endpoint({
  api: 'platform',
  path: '/platform/stock/list',
  summary: 'Movements of stock, newest first, of one product or all, each with its cause.',
  access: operator('catalogue', 'fulfilment', 'auditor'),
  readOnly: true,
  input: z.strictObject({
    productId: z.optional(id),
    cause: z.optional(z.enum(['adjustment', 'reservation', 'release', 'import'])),
    cursor,
    limit: listLimit,
  }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        productId: id,
        /** The code and the options of the variant. */
        code: z.string(),
        name: z.string(),
        options: z.array(variantOption),
        pieces: z.int(),
        cause: z.enum(['adjustment', 'reservation', 'release', 'import']),
        reason: z.nullable(z.enum(['initial', ...stockReasons])),
        note: z.nullable(z.string()),
        operator: z.nullable(z.string()),
        order: z.nullable(z.string()),
        importId: z.nullable(id),
        at: instant,
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})
