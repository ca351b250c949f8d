import { parseCents, formatCents, type RefusalName } from '@quayside/contract'
import * as catalogue from '@quayside/contract/catalogue'
import { defineRoute, type Route } from '../../platform/route.ts'
import { newId } from '../../platform/ids.ts'
import { violatesConstraint } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { publicUrlOf } from '../files/store.ts'
import { notifyShopsOfChange, type UpdateListings } from './after-change.ts'
import { adjustStock } from './stock.ts'
import {
  listCategoriesBySlug,
  insertCategory,
  insertProducts,
  listCategoryRows,
  listProductRows,
  lockProduct,
  updateProduct,
  type NewProduct,
} from './store.ts'

/** Keeps every rule price below the ledger's limit. In cents. */
const highestPrice = 5_000_000_000n
const priceProblem = (price: string): RefusalName | null =>
  parseCents(price) === 0n ? 'field/too-small' : parseCents(price) > highestPrice ? 'field/too-large' : null

/** `changeShops` is a function of the listings module: the catalogue does not depend on that module. */
export const catalogueRoutes = (changeShops: UpdateListings): Route[] => [
  defineRoute(catalogue.listCategories, async ({ lang }, _input, db) => ({ list: await listCategoryRows(db, lang) })),

  defineRoute(catalogue.createCategory, async ({ now }, { slug, names }, tx) => {
    if (!names['en']) return refuseFields({ 'names.en': 'field/required' })
    const id = newId()
    try {
      await insertCategory(tx, { id, slug, names, at: now })
    } catch (error) {
      if (violatesConstraint(error, 'category_slug'))
        throw new Refusal('product/code-taken', {}, { slug: 'product/code-taken' })
      throw error
    }
    return { id }
  }),

  defineRoute(catalogue.createProducts, async ({ actor, now }, { products }, tx) => {
    const categories = new Map(
      (
        await listCategoriesBySlug(
          tx,
          products.map((p) => p.categorySlug),
        )
      ).map((c) => [c.slug, c.id]),
    )
    const wrong: Record<string, RefusalName> = {}
    const fresh: NewProduct[] = []
    for (const [index, p] of products.entries()) {
      const categoryId = categories.get(p.categorySlug)
      const picture = p.picture
        ? await publicUrlOf(tx, p.picture, { who: 'operator', id: actor.operatorId }, 'product')
        : null
      if (!categoryId) wrong[`products.${index}.categorySlug`] = 'category/not-found'
      if (p.picture && !picture) wrong[`products.${index}.picture`] = 'file/not-found'
      for (const field of ['supplierPrice', 'suggestedPrice'] as const) {
        const problem = priceProblem(p[field])
        if (problem) wrong[`products.${index}.${field}`] = problem
      }
      fresh.push({
        ...p,
        id: newId(),
        categoryId: categoryId ?? '',
        picture,
        supplierPrice: parseCents(p.supplierPrice),
        suggestedPrice: parseCents(p.suggestedPrice),
      })
    }
    const [first] = Object.values(wrong)
    if (first) throw new Refusal(first.startsWith('field/') ? 'request/invalid' : first, {}, wrong)
    try {
      await insertProducts(tx, fresh, now)
    } catch (error) {
      if (violatesConstraint(error, 'product_code')) refuse('product/code-taken')
      throw error
    }
    return { list: fresh.map(({ id, code }) => ({ id, code })) }
  }),

  defineRoute(
    catalogue.changeProduct,
    async ({ now }, { id, supplierPrice, suggestedPrice, stockChange, withdrawn }, tx) => {
      const product = await lockProduct(tx, id)
      if (!product) return refuse('product/not-found')
      const next = {
        id,
        supplierPrice: supplierPrice === undefined ? product.supplier_price : parseCents(supplierPrice),
        suggestedPrice: suggestedPrice === undefined ? product.suggested_price : parseCents(suggestedPrice),
        stock: product.stock + (stockChange ?? 0),
        withdrawn: withdrawn ?? product.withdrawn,
      }
      for (const [field, price] of Object.entries({ supplierPrice, suggestedPrice })) {
        const problem = price === undefined ? null : priceProblem(price)
        if (problem) return refuseFields({ [field]: problem })
      }
      await updateProduct(tx, next)
      if (stockChange && !(await adjustStock(tx, id, stockChange, now)))
        refuse('product/stock-gone', { name: product.name })
      return { offShelf: await notifyShopsOfChange(tx, changeShops, product, next, now) }
    },
  ),

  defineRoute(catalogue.listProducts, async (_call, { search, limit, page }, db) => {
    const rows = await listProductRows(db, search || undefined, limit, (page - 1) * limit)
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map((row) => ({
        id: row.id,
        code: row.code,
        name: row.name,
        supplierPrice: formatCents(row.supplier_price),
        suggestedPrice: formatCents(row.suggested_price),
        stock: row.stock,
        withdrawn: row.withdrawn,
      })),
    }
  }),
]
