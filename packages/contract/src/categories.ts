/** The categories of the catalogue, as operators edit them. */
import * as z from 'zod/mini'
import { endpoint, operator } from './endpoint.ts'
import { boundedText, empty, id, ok } from './shapes.ts'

const categorySlug = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/))
/** A name by language; English is required, and a missing one is shown in English. */
const categoryNames = z.record(z.string(), boundedText(1, 60))

export const operatorCategories = endpoint({
  api: 'platform',
  path: '/platform/category/list',
  summary: 'The categories in their order, with all names, picture and number of products.',
  access: operator('catalogue', 'fulfilment', 'support', 'auditor'),
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
