/** What the catalogue imports and exports: products, stock and prices. */
import { formatCents, isAmount, maxVariantOptions, parseCents, productCode } from '@quayside/contract'
import { exportColumns } from '@quayside/contract/imports'
import { newId } from '../../../platform/database/ids.ts'
import type { Queryable, Tx } from '../../../platform/database/postgres.ts'
import type { CommitRow, Compared, Content, ImportKind, ImportRun, Parsed, Problem } from '../../staff/imports/kind.ts'
import { isCutNumber } from '../../staff/imports/cut-number.ts'
import type { ListingEffects } from './after-change.ts'
import { applyToShops } from './after-change.ts'
import { arrangeProducts, completeProduct } from './arrange-rows.ts'
import { listCategoriesBySlug } from './category-store.ts'
import { openImportUndo, otherLanguages, restoreProducts, writeChanges } from './change-products.ts'
import { insertChange, insertChangeRows, readImportEffect, type ChangedValues } from './product-change-store.ts'
import {
  insertProducts,
  listProductsAfter,
  listProductsByCode,
  listVariantCodes,
  lockProductsByCode,
  type Product,
  type ProductFilter,
  type Variant,
} from './product-store.ts'
import {
  differenceOf,
  highestPrice,
  optionsOfText,
  optionsText,
  valuesOfNew,
  variantColumn,
  variantColumns,
  variantsProblem,
  withTotals,
} from './product.ts'
import { maxStock, moveStock } from './stock.ts'
import { listSuppliersByCode } from './supplier-store.ts'

/** Products of one page of an export. */
const exportPage = 1000

/** Text in Unicode normal form C, without characters that are not seen; line breaks stay. */
const cleanText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim()

const textCell =
  (min: number, max: number) =>
  (text: string): Parsed => {
    const value = cleanText(text)
    return value.length < min
      ? { reason: 'field/too-short' }
      : value.length > max
        ? { reason: 'field/too-long' }
        : { value }
  }

/** Separators of thousands that are no decimal sign: blanks and apostrophes. */
const blankSeparators = /(?<=\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g

/**
 * An amount with a point or a comma before the cents. A sign of the dollar may stand before or behind it. A point or a
 * comma before three digits separates thousands only beside another sign for the cents: "9.900" is refused.
 */
function priceCell(text: string): Parsed {
  const bare = text
    .normalize('NFKC')
    .replace(/^(?:US ?\$|USD|\$)\s*|\s*(?:US ?\$|USD|\$)$/gi, '')
    .trim()
  if (/[^\d.,\s'’+-]/.test(bare)) return { reason: /\d/.test(bare) ? 'field/dollars' : 'field/amount' }
  const plain = bare
    .replace(blankSeparators, '')
    .replace(/^(\d{1,3}(?:,\d{3})+)(?=\.\d{1,2}$)/, (whole) => whole.replaceAll(',', ''))
    .replace(/^(\d{1,3}(?:\.\d{3})+)(?=,\d{1,2}$)/, (whole) => whole.replaceAll('.', ''))
    .replace(',', '.')
  if (!isAmount(plain)) return { reason: 'field/amount' }
  const cents = parseCents(plain)
  if (cents === 0n) return { reason: 'field/too-small' }
  return cents > highestPrice ? { reason: 'field/too-large' } : { value: formatCents(cents) }
}

/** Pieces, also "12.0" and "1,200". "1.200" is refused: a program writes 1.2 so. */
function stockCell(text: string): Parsed {
  const plain = text
    .replace(blankSeparators, '')
    .replace(/^\d{1,3}(?:,\d{3})+(?=$|\.0+$)/, (whole) => whole.replaceAll(',', ''))
    .replace(/[.,]0{1,2}$/, '')
  if (!/^\d{1,12}$/.test(plain)) return { reason: 'field/whole-number' }
  return Number(plain) > maxStock ? { reason: 'field/too-large' } : { value: Number(plain) }
}

/** `Colour: Red; Size: L`, in the form of an export. */
function optionsCell(text: string): Parsed {
  const options = cleanText(text)
    .split(';')
    .filter((option) => option.trim() !== '')
    .map((option) => {
      const [name, ...value] = option.split(':')
      return { name: name!.trim(), value: value.join(':').trim() }
    })
  const good = options.every(({ name, value }) => /^[^\n]{1,40}$/.test(name) && /^[^:\n]{1,60}$/.test(value))
  if (!good || new Set(options.map(({ name }) => name.toLowerCase())).size < options.length)
    return { reason: 'field/invalid' }
  return options.length > maxVariantOptions ? { reason: 'field/too-large' } : { value: optionsText(options) }
}

/** A code; an apostrophe in front only kept its zeros. */
function codeCell(text: string): Parsed {
  const value = text.normalize('NFKC').replace(/^'/, '').replace(/\s+/g, ' ').toUpperCase()
  if (isCutNumber(value)) return { reason: 'import/number-cut' }
  return productCode.safeParse(value).success ? { value } : { reason: 'field/product-code' }
}

/** The name or the value of an option in a column of its own. */
const optionCell =
  (max: number) =>
  (text: string): Parsed => {
    const value = cleanText(text)
    return value.length <= max && !/[:;\n]/.test(value) ? { value } : { reason: 'field/invalid' }
  }

const trueWords = new Set(['true', 'yes', '1', 'x'])
const falseWords = new Set(['false', 'no', '0'])

const cells: Record<string, (text: string) => Parsed> = {
  code: codeCell,
  variant: codeCell,
  options: optionsCell,
  parent: codeCell,
  rowType: (text) => ({ value: text.toLowerCase() }),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) => [
      [`option${n}Name`, optionCell(40)],
      [`option${n}Value`, optionCell(60)],
    ]),
  ),
  name: textCell(2, 160),
  description: textCell(0, 4000),
  category: (text) => ({ value: text.toLowerCase() }),
  supplier: (text) => ({ value: text.toUpperCase() }),
  supplierPrice: priceCell,
  suggestedPrice: priceCell,
  stock: stockCell,
  withdrawn: (text) => {
    const word = text.toLowerCase()
    return trueWords.has(word) ? { value: true } : falseWords.has(word) ? { value: false } : { reason: 'field/invalid' }
  },
}

const codeOf = (content: Content): string => String(content['code'])
/** The code of the variant of a row: without one, the variant that has the code of the product. */
const variantOf = (content: Content): string => String(content['variant'] ?? content['code'])

/** The values of a variant and its product that an import compares and writes, by column. */
const contentOf = (p: Product, v: Variant): Content => ({
  code: p.code,
  variant: v.code,
  options: optionsText(v.options),
  name: p.name,
  description: p.description,
  category: p.category,
  supplier: p.supplier ?? '',
  supplierPrice: formatCents(v.supplierPrice),
  suggestedPrice: formatCents(p.suggestedPrice),
  stock: v.stock,
  withdrawn: v.withdrawn,
})
/** The columns whose values are the same in all rows of a product. */
const sharedColumns = ['name', 'description', 'category', 'supplier', 'suggestedPrice']
const pick = (from: Content, columns: readonly string[]): Content =>
  Object.fromEntries(columns.flatMap((column) => (from[column] === undefined ? [] : [[column, from[column]] as const])))

/** Codes of categories and suppliers with their ids. */
type References = { categories: Map<string, string>; suppliers: Map<string, string> }

async function readReferences(db: Queryable, rows: readonly Content[]): Promise<References> {
  const named = (column: string) => [
    ...new Set(
      rows.map((row) => row[column]).filter((value): value is string => typeof value === 'string' && value !== ''),
    ),
  ]
  const [categories, suppliers] = [
    await listCategoriesBySlug(db, named('category')),
    await listSuppliersByCode(db, named('supplier')),
  ]
  return {
    categories: new Map(categories.map(({ slug, id }) => [slug, id])),
    suppliers: new Map(suppliers.map(({ code, id }) => [code, id])),
  }
}

const requiredForNew = ['name', 'category', 'supplierPrice', 'suggestedPrice']
const requiredForVariant = ['options', 'supplierPrice']

function compareRow(
  content: Content,
  product: Product | undefined,
  { references, taken, mayAdd }: { references: References; taken: Set<string>; mayAdd: boolean },
): Compared {
  const problems: Problem[] = []
  const { category, supplier } = content
  const variant = product?.variants.find(({ code }) => code === variantOf(content))
  if (category !== undefined && category !== product?.category && !references.categories.has(String(category)))
    problems.push({ column: 'category', reason: 'category/not-found' })
  if (supplier && supplier !== product?.supplier && !references.suppliers.has(String(supplier)))
    problems.push({ column: 'supplier', reason: 'supplier/not-found' })
  if (!product && !mayAdd) problems.push({ column: 'code', reason: 'product/not-found' })
  else if (product && !variant && content['variant'] === undefined)
    problems.push({ column: 'variant', reason: 'product/variant-required', values: { name: product.name } })
  else if (!variant && !mayAdd) problems.push({ column: 'variant', reason: 'product/not-found' })
  else if (!variant) {
    for (const column of product ? requiredForVariant : requiredForNew)
      if (content[column] === undefined) problems.push({ column, reason: 'field/required' })
    if (isTaken(content, product, taken)) problems.push({ column: 'variant', reason: 'product/code-taken' })
  }
  if (problems.length > 0) return { problems }
  const fresh = { description: '', stock: 0, withdrawn: false, options: '', ...content }
  if (!product) return { outcome: 'add', before: null, after: fresh }
  if (!variant) {
    const shared = pick(content, sharedColumns)
    const before = pick(contentOf(product, product.variants[0]!), Object.keys(shared))
    const { description: _, ...after } = fresh
    return { outcome: 'add', before, after: { ...after, ...shared } }
  }
  const before = contentOf(product, variant)
  const changed = Object.keys(content).filter((column) => column !== 'variant' && before[column] !== content[column])
  if (changed.length === 0) return { outcome: 'leave' }
  return { outcome: 'change', before: pick(before, changed), after: pick(content, changed) }
}

/** Whether a new variant would have the code of another one. A new product starts as a variant with its own code. */
const isTaken = (content: Content, product: Product | undefined, taken: Set<string>): boolean =>
  taken.has(variantOf(content)) || (!product && taken.has(codeOf(content)))

const changedMeanwhile: Problem = { column: null, reason: 'import/row-changed' }

/** A product with the shared values of a row; null when its category or supplier is gone meanwhile. */
function withShared(product: Product, after: Content, { categories, suppliers }: References): Product | null {
  const next = { ...product }
  if (after['name'] !== undefined) next.name = String(after['name'])
  if (after['description'] !== undefined) next.description = String(after['description'])
  if (after['suggestedPrice'] !== undefined) next.suggestedPrice = parseCents(String(after['suggestedPrice']))
  const { category, supplier } = after
  if (category !== undefined && category !== product.category) {
    next.category = String(category)
    next.categoryId = categories.get(next.category) ?? ''
  }
  if (supplier !== undefined && supplier !== (product.supplier ?? '')) {
    next.supplier = String(supplier) || null
    next.supplierId = next.supplier && (suppliers.get(next.supplier) ?? '')
  }
  return next.categoryId === '' || next.supplierId === '' ? null : next
}

const variantWith = (variant: Variant, after: Content): Variant => ({
  ...variant,
  ...(after['options'] !== undefined && { options: optionsOfText(String(after['options'])) }),
  ...(after['supplierPrice'] !== undefined && { supplierPrice: parseCents(String(after['supplierPrice'])) }),
  ...(after['withdrawn'] !== undefined && { withdrawn: after['withdrawn'] === true }),
})

/** Whether a row adds a variant; only then its values name its code. */
const isAddition = ({ after }: Pick<CommitRow, 'after'>) => after['code'] !== undefined

/** Pieces that a row adds: the difference that the preview showed, so that orders in between keep their goods. */
const piecesOf = (row: Pick<CommitRow, 'before' | 'after'>): number =>
  row.after['stock'] === undefined
    ? 0
    : Number(row.after['stock']) - (isAddition(row) ? 0 : Number(row.before?.['stock'] ?? 0))

/**
 * The product of a row after it, or the problem of the row: what the preview compared with must still be true. Values
 * that all rows of a product share may have been written by another row of the import. Stock moves with every order
 * and is added as a difference.
 */
function applyRow(
  row: CommitRow,
  product: Product | undefined,
  { references, taken }: { references: References; taken: Set<string> },
): { next: Product; variant: Variant } | Problem {
  const variant = product?.variants.find(({ code }) => code === variantOf(row.content))
  if (!variant && !isAddition(row)) return changedMeanwhile
  if (isAddition(row) ? variant : !product) return changedMeanwhile
  if (!variant && isTaken(row.content, product, taken)) return { column: 'variant', reason: 'product/code-taken' }
  if (!product && row.before !== null) return changedMeanwhile
  const present = product && contentOf(product, variant ?? product.variants[0]!)
  // A product that was new in the preview exists when another row of it was written first.
  const expected = row.before ?? pick(row.content, sharedColumns)
  const differs = Object.entries(expected).some(
    ([column, value]) =>
      present &&
      column !== 'stock' &&
      present[column] !== value &&
      !(sharedColumns.includes(column) && present[column] === row.after[column]),
  )
  const next = differs
    ? null
    : withShared(product ?? newProduct(row), product ? pick(row.after, sharedColumns) : row.after, references)
  if (!next) return changedMeanwhile
  const known = product && row.before === null ? product : next
  const changed = variantWith(
    variant ?? {
      id: product ? newId() : next.id,
      code: variantOf(row.content),
      options: [],
      supplierPrice: 0n,
      stock: 0,
      withdrawn: false,
    },
    row.after,
  )
  if (changed.stock + piecesOf(row) < 0)
    return { column: 'stock', reason: 'product/stock-gone', values: { name: known.name } }
  const others = known.variants
  return {
    next: withTotals({
      ...known,
      variants: variant ? others.map((one) => (one.id === variant.id ? changed : one)) : [...others, changed],
    }),
    variant: changed,
  }
}

async function commitRows(
  tx: Tx,
  listings: ListingEffects,
  rows: readonly CommitRow[],
  { importId, operatorId, at }: ImportRun,
): Promise<Map<number, Problem>> {
  const problems = new Map<number, Problem>()
  const locked = await lockProductsByCode(
    tx,
    rows.map(({ content }) => codeOf(content)),
  )
  const present = new Map(locked.map((p) => [p.code, p]))
  const references = await readReferences(
    tx,
    rows.map(({ after }) => after),
  )
  const taken = await listVariantCodes(
    tx,
    rows.filter(isAddition).flatMap(({ content }) => [codeOf(content), variantOf(content)]),
  )
  const wanted = new Map<string, Product>()
  const moves: { line: number; code: string; variantId: string; pieces: number }[] = []
  for (const row of rows) {
    const code = codeOf(row.content)
    const product = wanted.get(code) ?? present.get(code)
    const applied = applyRow(row, product, { references, taken })
    if ('reason' in applied) {
      problems.set(row.line, applied)
      continue
    }
    wanted.set(code, applied.next)
    moves.push({ line: row.line, code, variantId: applied.variant.id, pieces: piecesOf(row) })
  }
  for (const [code, { variants }] of wanted) {
    const problem = variantsProblem(variants)
    if (!problem) continue
    wanted.delete(code)
    for (const { line } of moves.filter((move) => move.code === code))
      problems.set(line, { column: 'options', reason: problem })
  }
  if (wanted.size === 0) return problems
  const added = [...wanted.values()].filter(({ code }) => !present.has(code))
  const written = [...wanted.values()].flatMap((after) => {
    const before = present.get(after.code)
    return before ? [{ before, after }] : []
  })
  await insertChange(tx, { id: importId, cause: 'import', operatorId, at })
  if (added.length > 0) {
    await insertProducts(
      tx,
      added.map((product) => ({ ...product, picture: null })),
      at,
    )
    await insertChangeRows(
      tx,
      importId,
      added.map((product) => ({ id: product.id, before: null, after: valuesOfNew(product) })),
    )
  }
  const edited = written.filter(({ before, after }) => Object.keys(differenceOf(before, after).after).length > 0)
  await writeChanges(
    tx,
    null,
    importId,
    { before: edited.map(({ before }) => before), after: edited.map(({ after }) => after) },
    at,
  )
  await moveStock(
    tx,
    moves.filter(({ line }) => !problems.has(line)),
    { kind: 'import', importId, operatorId, at },
  )
  await applyToShops(
    tx,
    listings,
    importId,
    written.map(({ before }) => before),
    at,
  )
  return problems
}

const newProduct = ({ content }: CommitRow): Product => ({
  id: newId(),
  code: codeOf(content),
  name: '',
  description: '',
  categoryId: '',
  category: '',
  supplierId: null,
  supplier: null,
  supplierPrice: 0n,
  suggestedPrice: 0n,
  stock: 0,
  withdrawn: false,
  variants: [],
})

/** Values of a row as the change of its product names them. */
const changeValues = (product: Product, variant: Variant, values: Content): ChangedValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([column]) => column !== 'stock')
      .map(([column, value]) => [
        variantColumns.some((one) => one === column) ? variantColumn(product, variant, column) : column,
        value,
      ]),
  )

/**
 * Takes rows back. An added variant is withdrawn and loses its stock: orders and movements may refer to it already. A
 * changed one gets its values from before, unless one of them changed again.
 */
async function undoRows(
  tx: Tx,
  listings: ListingEffects,
  rows: readonly CommitRow[],
  run: ImportRun,
): Promise<Set<number>> {
  const kept = new Set<number>()
  const locked = await lockProductsByCode(
    tx,
    rows.map(({ content }) => codeOf(content)),
  )
  const present = new Map(locked.map((p) => [p.code, p]))
  const undoId = await openImportUndo(tx, run)
  const moves: { variantId: string; pieces: number; line: number }[] = []
  const withdrawn = new Set<string>()
  const values: { line: number; id: string; before: ChangedValues; after: ChangedValues }[] = []
  for (const row of rows) {
    const product = present.get(codeOf(row.content))
    const variant = product?.variants.find(({ code }) => code === variantOf(row.content))
    const pieces = isAddition(row) ? -(variant?.stock ?? 0) : -piecesOf(row)
    if (!product || !variant || variant.stock + pieces < 0 || (isAddition(row) && variant.withdrawn)) {
      kept.add(row.line)
      continue
    }
    if (isAddition(row)) withdrawn.add(variant.id)
    const before = changeValues(product, variant, row.before ?? {})
    const after = changeValues(product, variant, pick(row.after, Object.keys(row.before ?? {})))
    if (Object.keys(after).length > 0) values.push({ line: row.line, id: product.id, before, after })
    moves.push({ variantId: variant.id, pieces, line: row.line })
  }
  const reduced = locked.filter(({ variants }) => variants.some(({ id }) => withdrawn.has(id)))
  await writeChanges(
    tx,
    listings,
    undoId,
    {
      before: reduced,
      after: reduced.map((product) =>
        withTotals({
          ...product,
          variants: product.variants.map((one) => (withdrawn.has(one.id) ? { ...one, withdrawn: true } : one)),
        }),
      ),
    },
    run.at,
  )
  const { restored } = await restoreProducts(tx, listings, { changeId: run.importId, undoId, rows: values, at: run.at })
  for (const { line, id } of values) if (!restored.has(id)) kept.add(line)
  await moveStock(
    tx,
    moves.filter(({ line }) => !kept.has(line)),
    { kind: 'import', ...run },
  )
  return kept
}

/** An import kind with some of the columns of a product. */
const productKind = (kind: 'products' | 'stock' | 'prices', listings: ListingEffects): ImportKind => ({
  kind,
  parse: (column, text) => cells[column]!(text),
  arrange: arrangeProducts,
  complete: completeProduct,
  keyOf: variantOf,
  async compare(db, rows) {
    const products = new Map((await listProductsByCode(db, rows.map(codeOf))).map((p) => [p.code, p]))
    const references = await readReferences(db, rows)
    const taken = await listVariantCodes(
      db,
      rows.flatMap((row) => [codeOf(row), variantOf(row)]),
    )
    return rows.map((row) =>
      compareRow(row, products.get(codeOf(row)), { references, taken, mayAdd: kind === 'products' }),
    )
  },
  commit: (tx, rows, run) => commitRows(tx, listings, rows, run),
  undo: (tx, rows, run) => undoRows(tx, listings, rows, run),
  effect: readImportEffect,
  async *exportRows(db, filter) {
    for (let after = ''; ;) {
      const products = await listProductsAfter(db, filter as ProductFilter, otherLanguages, after, exportPage)
      yield products.flatMap((product) =>
        product.variants.map((variant) => {
          const content = contentOf(product, variant)
          // The only variant of a product without a choice needs no code of its own.
          if (variant.code === product.code) content['variant'] = ''
          return exportColumns(kind).map((column) => String(content[column]))
        }),
      )
      if (products.length < exportPage) return
      after = products.at(-1)!.code
    }
  },
})

export const productImports = (listings: ListingEffects): ImportKind[] => [
  productKind('products', listings),
  productKind('stock', listings),
  productKind('prices', listings),
]
