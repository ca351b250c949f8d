/** The suppliers of the products, as operators edit them. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { money } from './money.ts'
import { boundedText, cursor, id, ok, wholeLimit } from './shapes.ts'

const supplierCode = z.string().check(z.regex(/^[A-Z0-9-]{2,20}$/))
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
  input: z.strictObject({
    search: z.optional(boundedText(0, 100)),
    archived: z._default(z.boolean(), false),
    limit: wholeLimit,
    cursor,
  }),
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
    cursor: z.nullable(z.string()),
    /** How many archived ones the search finds, whether they are listed or not. */
    archived: z.int(),
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
