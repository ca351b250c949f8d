/** Values of products as texts and numbers: in changes, in import files and in export files. */
import { formatCents, maxVariants, parseCents, type RefusalName, type VariantOption } from '@quayside/contract'
import type { Tx } from '../../../platform/database/postgres.ts'
import { listCategoriesBySlug } from './category-store.ts'
import type { ChangedValues } from './product-change-store.ts'
import type { Product, ProductText, Variant } from './product-store.ts'
import { listSuppliersByCode } from './supplier-store.ts'

/** Keeps every rule price below the ledger's limit. In cents. */
export const highestPrice = 5_000_000_000n

/**
 * A product with the totals of its variants: the stock and the highest supplier price of those that are offered, or of
 * all when none is. The trigger `keep_product_totals` computes the same.
 */
export function withTotals(product: Product): Product {
  const offered = product.variants.filter(({ withdrawn }) => !withdrawn)
  const counted = offered.length > 0 ? offered : product.variants
  return {
    ...product,
    supplierPrice: counted.reduce((most, v) => (v.supplierPrice > most ? v.supplierPrice : most), 0n),
    stock: counted.reduce((sum, { stock }) => sum + stock, 0),
    withdrawn: offered.length === 0,
  }
}

/** Options as one text, such as `Colour: Red; Size: L`. */
export const optionsText = (options: readonly VariantOption[]): string =>
  options.map(({ name, value }) => `${name}: ${value}`).join('; ')

/** The options of a text, without a check of their lengths. */
export const optionsOfText = (text: string): VariantOption[] =>
  text === ''
    ? []
    : text.split('; ').map((option) => {
        const end = option.indexOf(': ')
        return { name: option.slice(0, Math.max(end, 0)), value: option.slice(end < 0 ? 0 : end + 2) }
      })

/**
 * What is wrong with the variants of a product, or null: those that are offered need the same options in the same
 * order, and each variant values that no other has.
 */
export function variantsProblem(variants: readonly Variant[]): RefusalName | null {
  if (variants.length > maxVariants) return 'product/too-many-variants'
  const namesOf = ({ options }: Variant) => JSON.stringify(options.map(({ name }) => name))
  const same = new Set(variants.filter(({ withdrawn }) => !withdrawn).map(namesOf)).size <= 1
  const different = new Set(variants.map(({ options }) => optionsText(options).toLowerCase())).size === variants.length
  return same && different ? null : 'product/options-differ'
}

/** The name of a variant's value in a change: with the variant's code, unless that is the code of the product. */
export const variantColumn = (product: Pick<Product, 'code'>, { code }: Pick<Variant, 'code'>, column: string) =>
  code === product.code ? column : `${column}.${code}`

/** The columns of a product whose values are those of a variant. Stock is kept by movements. */
export const variantColumns = ['options', 'supplierPrice', 'withdrawn'] as const

const variantValues = (product: Product, variant: Variant): ChangedValues => ({
  [variantColumn(product, variant, 'options')]: optionsText(variant.options),
  [variantColumn(product, variant, 'supplierPrice')]: formatCents(variant.supplierPrice),
  [variantColumn(product, variant, 'withdrawn')]: variant.withdrawn,
})

/** The values of a product by column, without its stock. No supplier is an empty text. */
const valuesOf = (p: Product): ChangedValues => ({
  name: p.name,
  description: p.description,
  category: p.category,
  supplier: p.supplier ?? '',
  suggestedPrice: formatCents(p.suggestedPrice),
  variants: p.variants.map(({ code }) => code).join(' '),
  ...Object.assign({}, ...p.variants.map((variant) => variantValues(p, variant))),
})

/** What a new product has, for its history. */
export const valuesOfNew = (product: Product): ChangedValues =>
  Object.fromEntries(Object.entries(valuesOf(product)).filter(([, value]) => value !== '' && value !== false))

/** Texts in further languages, for the history. */
export const valuesOfTexts = (texts: readonly ProductText[]): Record<string, string> =>
  Object.fromEntries(
    texts.flatMap(({ language, name, description }) => [
      [`name.${language}`, name],
      [`description.${language}`, description],
    ]),
  )

/** The columns that differ, with both values. Before, a variant that was added counts as withdrawn. */
export function differenceOf(before: Product, after: Product): { before: ChangedValues; after: ChangedValues } {
  const [old, next] = [valuesOf(before), valuesOf(after)]
  const changed = Object.keys(next).filter((column) => old[column] !== next[column])
  const was = (column: string) => old[column] ?? (column.startsWith('withdrawn') ? true : undefined)
  return {
    before: Object.fromEntries(
      changed.flatMap((column) => (was(column) === undefined ? [] : [[column, was(column)!] as const])),
    ),
    after: Object.fromEntries(changed.map((column) => [column, next[column]!])),
  }
}

/** A product with other values; null when its category, its supplier or a variant is gone. */
export async function valuesToProduct(tx: Tx, product: Product, values: ChangedValues): Promise<Product | null> {
  const next = { ...product }
  if (values['name'] !== undefined) next.name = String(values['name'])
  if (values['description'] !== undefined) next.description = String(values['description'])
  if (values['suggestedPrice'] !== undefined) next.suggestedPrice = parseCents(String(values['suggestedPrice']))
  const { category, supplier } = values
  if (category !== undefined && category !== product.category) {
    const [found] = await listCategoriesBySlug(tx, [String(category)])
    if (!found) return null
    next.categoryId = found.id
    next.category = found.slug
  }
  if (supplier === '') {
    next.supplierId = null
    next.supplier = null
  } else if (supplier !== undefined && supplier !== product.supplier) {
    const [found] = await listSuppliersByCode(tx, [String(supplier)])
    if (!found) return null
    next.supplierId = found.id
    next.supplier = found.code
  }
  next.variants = inOrder(
    product.variants.map((variant) => variantWith(product, variant, values)),
    values['variants'],
  )
  const known = new Set(product.variants.flatMap((v) => variantColumns.map((name) => variantColumn(product, v, name))))
  const ofVariants = Object.keys(values).filter((name) => variantColumns.some((one) => name.split('.')[0] === one))
  return ofVariants.every((name) => known.has(name)) ? withTotals(next) : null
}

function variantWith(product: Product, variant: Variant, values: ChangedValues): Variant {
  const [options, price, withdrawn] = variantColumns.map((name) => values[variantColumn(product, variant, name)])
  return {
    ...variant,
    ...(options !== undefined && { options: optionsOfText(String(options)) }),
    ...(price !== undefined && { supplierPrice: parseCents(String(price)) }),
    ...(withdrawn !== undefined && { withdrawn: withdrawn === true }),
  }
}

/** Variants in the order of these codes; one that is not among them follows. */
function inOrder(variants: Variant[], codes: ChangedValues[string] | undefined): Variant[] {
  if (codes === undefined) return variants
  const order = String(codes).split(' ')
  const place = ({ code }: Variant) => (order.includes(code) ? order.indexOf(code) : order.length)
  return variants.toSorted((a, b) => place(a) - place(b))
}
