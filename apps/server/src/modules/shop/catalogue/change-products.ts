import { createHash } from 'node:crypto'
import { basisPointsOf, formatCents, languages, parseCents, type ParsedInput } from '@quayside/contract'
import type * as products from '@quayside/contract/products'
import { maxProductsInChange } from '@quayside/contract/products'
import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { violatesConstraint, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { applyToShops, type ListingEffects } from './after-change.ts'
import { findCategory } from './category-store.ts'
import {
  findReversible,
  findUndo,
  insertChange,
  insertChangeRows,
  listChangeRows,
  listLosing,
  readEffect,
  type ChangedValues,
  type Effect,
} from './product-change-store.ts'
import {
  listSelected,
  lockProductsById,
  lockSelected,
  updateProducts,
  type Product,
  type Variant,
} from './product-store.ts'
import { differenceOf, highestPrice, valuesToProduct, variantsProblem, withTotals } from './product.ts'
import { findSupplier } from './supplier-store.ts'

/** The time in which a change of prices or availability can be undone. */
export const undoWindow = minutes(10)
/** Languages besides English. */
export const otherLanguages = languages.length - 1

type Wish = ParsedInput<typeof products.changeProducts>['change']
type Selection = ParsedInput<typeof products.changeProducts>['selection']

/** What a change would do, computed from the present state. */
export type Plan = {
  selected: number
  before: Product[]
  after: Product[]
  effect: Effect
  /** Stands for the products, their values before and after, and the number of listings that leave the shelf. */
  digest: string
}

/** Plans a change. With `lock`, the selected products stay locked until the transaction ends. */
export async function planChange(db: Queryable, selection: Selection, wish: Wish, lock = false): Promise<Plan> {
  const category = wish.categoryId && ((await findCategory(db, wish.categoryId)) ?? refuse('category/not-found'))
  const supplier = wish.supplierId && ((await findSupplier(db, wish.supplierId)) ?? refuse('supplier/not-found'))
  const products = await (lock ? lockSelected : listSelected)(
    db as Tx,
    selection,
    otherLanguages,
    maxProductsInChange + 1,
  )
  if (products.length === 0) refuse('distribution/nothing-selected')
  if (products.length > maxProductsInChange) refuse('distribution/too-many')
  if (wish.variants && products.length > 1) refuseFields({ 'change.variants': 'field/invalid' })
  const before: Product[] = []
  const after: Product[] = []
  for (const product of products) {
    const variants = wish.variants ? wishedVariants(product, wish.variants) : product.variants
    const next = withTotals({
      ...product,
      variants: variants.map((variant) => ({
        ...variant,
        supplierPrice: priceOf('supplierPrice', wish.supplierPrice, variant.supplierPrice),
        withdrawn: wish.withdrawn ?? variant.withdrawn,
      })),
      suggestedPrice: priceOf('suggestedPrice', wish.suggestedPrice, product.suggestedPrice),
      ...(category && { categoryId: wish.categoryId!, category: category.slug }),
      ...(wish.supplierId !== undefined && {
        supplierId: wish.supplierId,
        supplier: supplier ? supplier.code : null,
      }),
    })
    if (Object.keys(differenceOf(product, next).after).length === 0) continue
    const problem = variantsProblem(next.variants)
    if (problem) refuse(problem)
    before.push(product)
    after.push(next)
  }
  const effect = await readEffect(db, after)
  return { selected: products.length, before, after, effect, digest: digestOf(before, after, effect) }
}

/** The variants of a product as wished, in that order. Those that the wish does not name follow as they are. */
function wishedVariants(product: Product, wished: NonNullable<Wish['variants']>): Variant[] {
  const present = new Map(product.variants.map((variant) => [variant.code, variant]))
  // A code that another product has is refused when the variant is written.
  if (new Set(wished.map(({ code }) => code)).size < wished.length) refuse('product/code-taken')
  const variants = wished.map(({ code, options, supplierPrice, withdrawn }, index): Variant => {
    const price = parseCents(supplierPrice)
    if (price <= 0n) refuseFields({ [`change.variants.${index}.supplierPrice`]: 'field/too-small' })
    if (price > highestPrice) refuseFields({ [`change.variants.${index}.supplierPrice`]: 'field/too-large' })
    const known = present.get(code)
    present.delete(code)
    return { id: known?.id ?? newId(), code, options, supplierPrice: price, stock: known?.stock ?? 0, withdrawn }
  })
  return [...variants, ...present.values()]
}

function priceOf(field: string, wish: Wish['supplierPrice'], price: bigint): bigint {
  if (!wish) return price
  const next = 'to' in wish ? parseCents(wish.to) : basisPointsOf(price, 10_000 + wish.basisPoints)
  if (next <= 0n) return refuseFields({ [field]: 'field/too-small' })
  return next > highestPrice ? refuseFields({ [field]: 'field/too-large' }) : next
}

const digestOf = (before: readonly Product[], after: readonly Product[], { offShelf }: Effect): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        after.map((next, index) => [next.id, differenceOf(before[index]!, next)]),
        after.length,
        offShelf,
      ]),
    )
    .digest('base64url')

/** Listings and products that a preview names. */
const maxNamed = 20

export async function previewChange(db: Queryable, selection: Selection, wish: Wish) {
  const plan = await planChange(db, selection, wish)
  const losing = plan.effect.offShelf > 0 ? await listLosing(db, plan.after, maxNamed) : []
  return {
    ...presentEffect(plan),
    losing: losing.map(({ shop, product, price, supplier_price }) => ({
      shop,
      product,
      price: formatCents(price),
      supplierPrice: formatCents(supplier_price),
    })),
    examples: plan.after.slice(0, maxNamed).map((next, index) => ({
      id: next.id,
      code: next.code,
      name: next.name,
      ...differenceOf(plan.before[index]!, next),
    })),
    digest: plan.digest,
  }
}

export const presentEffect = ({ selected, after, effect }: Plan) => ({ selected, changed: after.length, ...effect })

/** Carries a previewed change out. Refuses `product/effect-changed` when it would do something else by now. */
export async function changeProducts(
  tx: Tx,
  listings: ListingEffects,
  { selection, change, digest }: ParsedInput<typeof products.changeProducts>,
  { operatorId, at }: { operatorId: string; at: Date },
) {
  const plan = await planChange(tx, selection, change, true)
  if (plan.digest !== digest) refuse('product/effect-changed')
  if (plan.after.length === 0) return { ...presentEffect(plan), changeId: null, undoUntil: null }
  const changeId = newId()
  await insertChange(tx, { id: changeId, cause: 'operator', operatorId, at, wish: change })
  const offShelf = await writeChanges(tx, listings, changeId, plan, at)
  return { ...presentEffect(plan), offShelf, changeId, undoUntil: addTime(at, undoWindow).toISOString() }
}

/** Writes changed products, records them under a change, and applies them to the shops, unless these need not know. */
export async function writeChanges(
  tx: Tx,
  listings: ListingEffects | null,
  changeId: string,
  { before, after }: { before: readonly Product[]; after: readonly Product[] },
  at: Date,
): Promise<number> {
  if (after.length === 0) return 0
  await updateProducts(tx, after).catch((error: unknown) => {
    if (violatesConstraint(error, 'variant_code')) refuse('product/code-taken')
    throw error
  })
  await insertChangeRows(
    tx,
    changeId,
    after.map((next, index) => ({ id: next.id, ...differenceOf(before[index]!, next) })),
  )
  return listings ? applyToShops(tx, listings, changeId, before, at) : 0
}

/** Undoes a change of an operator. Products that changed again since stay as they are. */
export async function undoChange(
  tx: Tx,
  listings: ListingEffects,
  id: string,
  { operatorId, at }: { operatorId: string; at: Date },
) {
  if (!(await findReversible(tx, id, addTime(at, -undoWindow)))) refuse('listing/undo-over')
  const undoId = newId()
  try {
    await insertChange(tx, { id: undoId, cause: 'undo', operatorId, at, undoes: id })
  } catch (error) {
    if (violatesConstraint(error, 'product_change_undone_once')) refuse('listing/undo-over')
    throw error
  }
  const rows = await listChangeRows(tx, id)
  const { restored, onShelf } = await restoreProducts(tx, listings, { changeId: id, undoId, rows, at })
  return { undone: restored.size, kept: rows.length - restored.size, onShelf }
}

/**
 * Sets products back to their values before a change, unless one of these values changed again since, and puts the
 * listings back on the shelf that the change took off. Returns the ids of the restored products.
 */
export async function restoreProducts(
  tx: Tx,
  listings: ListingEffects,
  {
    changeId,
    undoId,
    rows,
    at,
  }: {
    changeId: string
    undoId: string
    rows: readonly { id: string; before: ChangedValues | null; after: ChangedValues }[]
    at: Date
  },
): Promise<{ restored: Set<string>; onShelf: number }> {
  const present = new Map(
    (
      await lockProductsById(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((product) => [product.id, product]),
  )
  const wanted = new Map<string, Product>()
  const kept = new Set<string>()
  for (const row of rows) {
    const product = present.get(row.id)
    const same = product && (await valuesToProduct(tx, product, row.after))
    const next =
      same && row.before && Object.keys(differenceOf(product, same).after).length === 0
        ? await valuesToProduct(tx, wanted.get(row.id) ?? product, row.before)
        : null
    if (next) wanted.set(row.id, next)
    else kept.add(row.id)
  }
  // The rows of one product go back together: options that one of them takes back may belong to another.
  const after = [...wanted.values()].filter(({ id, variants }) => !kept.has(id) && !variantsProblem(variants))
  const before = after.map(({ id }) => present.get(id)!)
  await writeChanges(tx, listings, undoId, { before, after }, at)
  const restored = new Set(after.map(({ id }) => id))
  const back = await listings.restore(tx, changeId, [...restored], at)
  return { restored, onShelf: back.reduce((sum, { products }) => sum + products.length, 0) }
}

/** The id of the undo of an import; its chunks share one. */
export async function openImportUndo(
  tx: Tx,
  { importId, operatorId, at }: { importId: string; operatorId: string; at: Date },
): Promise<string> {
  const known = await findUndo(tx, importId)
  if (known) return known.id
  const id = newId()
  await insertChange(tx, { id, cause: 'undo', operatorId, at, undoes: importId })
  return id
}
