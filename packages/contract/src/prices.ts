/** What a product has cost: the supplier's price, the suggested one, and the prices of shops. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money } from './money.ts'
import { boundedText, cursor, id, instant } from './shapes.ts'

export const priceKinds = ['supplier', 'suggested', 'shop'] as const
/** `operator`, `import` and `undo`: of the catalogue. `added`, `typed`, `rule` and `undone`: of a shop. */
export const priceCauses = ['operator', 'import', 'undo', 'added', 'typed', 'rule', 'undone', 'other'] as const

export const priceHistory = endpoint({
  api: 'platform',
  path: '/platform/product/prices',
  summary:
    'Every change of the prices of a product, newest first: which price, by whom or what, and the values before and after. With `shop` the prices of that shop are among them, for three years.',
  access: operator('catalogue', 'fulfilment', 'support', 'auditor'),
  readOnly: true,
  tags: ['catalogue'],
  input: z.strictObject({
    id,
    /** The code of a shop. */
    shop: z.optional(boundedText(1, 20)),
    kind: z.optional(z.enum(priceKinds)),
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 30),
    cursor,
  }),
  response: z.object({
    list: z.array(
      z.object({
        kind: z.enum(priceKinds),
        at: instant,
        /** The code of the variant; null for the product. */
        variant: z.nullable(z.string()),
        before: z.nullable(money),
        after: z.nullable(money),
        cause: z.enum(priceCauses),
        /** The name of the operator, or of the shop. */
        by: z.string(),
      }),
    ),
    total: z.int(),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})
