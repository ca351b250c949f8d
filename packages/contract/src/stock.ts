/** The stock of the products: adjustments and movements. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { variantOption } from './catalogue.ts'
import { boundedText, cursor, id, instant, listLimit } from './shapes.ts'

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
