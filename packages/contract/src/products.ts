/** The products as operators edit them: texts, pictures, variants, and changes of prices and availability. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import {
  productPicture,
  maxProductPictures,
  maxVariantOptions,
  maxVariants,
  textLanguage,
  variantOption,
} from './catalogue.ts'
import { money } from './money.ts'
import { boundedText, cursor, cursorPageOf, id, instant, listLimit, ok, paging } from './shapes.ts'

const readers = ['catalogue', 'fulfilment', 'support', 'auditor'] as const
/** Capital letters, digits and `-_./`, and blanks between them. */
export const productCode = z
  .string()
  .check(z.regex(/^[A-Z0-9_./-](?:[A-Z0-9_./ -]{0,58}[A-Z0-9_./-])$/, { error: 'field/product-code' }))
const optionText = (max: number) => boundedText(1, max).check(z.regex(/^[^:;\n]*$/, { error: 'field/invalid' }))
const variantOptions = z.array(z.strictObject({ name: optionText(40), value: optionText(60) })).check(
  z.maxLength(maxVariantOptions, { error: 'field/too-large' }),
  z.refine((options) => new Set(options.map(({ name }) => name.toLowerCase())).size === options.length, {
    error: 'field/invalid',
  }),
)

const furtherTexts = z
  .array(z.strictObject({ language: textLanguage, name: boundedText(2, 160), description: boundedText(0, 4000) }))
  .check(
    z.refine((texts) => new Set(['en', ...texts.map(({ language }) => language)]).size === texts.length + 1, {
      error: 'field/invalid',
    }),
  )

export const createProducts = endpoint({
  api: 'platform',
  path: '/platform/product/create',
  summary:
    'Adds up to 100 products, all or none. `name` and `description` are English, `texts` has them in further languages. `picture` is the id of an upload. With `variants`, prices and stock are theirs.',
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
          /** Each language once, and not English. */
          texts: z.optional(furtherTexts),
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
    texts: z.array(z.object({ language: textLanguage, name: z.string(), description: z.string() })),
    missingTexts: z.array(textLanguage),
    shops: z.int(),
    listings: z.int(),
    sold30: z.int(),
    /** What buyers and visitors complained about in the last 90 days, over all shops. */
    complaints: z.object({
      /** Orders with the product for which a refund was asked. */
      refunds: z.int(),
      /** Reports of the product. */
      reports: z.int(),
      /** Reviews of one or two stars of orders with the product. */
      lowReviews: z.int(),
    }),
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
    language: textLanguage,
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
  input: z.strictObject({ id, limit: listLimit, page: paging.page, cursor }),
  response: z.object({
    total: z.int(),
    list: z.array(
      z.object({
        shopId: id,
        shop: z.string(),
        name: z.nullable(z.string()),
        price: money,
        shelf: z.enum(['on-shelf', 'off-shelf']),
        offReason: z.nullable(z.enum(['merchant', 'at-loss', 'withdrawn'])),
        /** Units sold in this shop. */
        sold: z.int(),
      }),
    ),
    cursor: z.nullable(z.string()),
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
