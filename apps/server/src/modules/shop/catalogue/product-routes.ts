import { formatCents, languages, parseCents, type Language, type RefusalName } from '@quayside/contract'
import * as endpoints from '@quayside/contract/products'
import { addTime, days } from '../../../platform/jobs/clock.ts'
import {
  nextTimeCursor,
  readSortCursor,
  readTimeCursor,
  writeSortCursor,
  nextKeyCursor,
  readKeyCursor,
} from '../../../platform/http/cursor.ts'
import { newId } from '../../../platform/database/ids.ts'
import { violatesConstraint, type Tx } from '../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { publicUrlOf, urlOf } from '../files/store.ts'
import { listCategoriesBySlug, lockCategory } from './category-store.ts'
import { otherLanguages, writeChanges } from './change-products.ts'
import { insertChange, insertChangeRows, listHistory } from './product-change-store.ts'
import {
  deleteText,
  countComplaints,
  findProductRecord,
  findText,
  insertProducts,
  insertTexts,
  listPictures,
  listProductRows,
  listProductShops,
  lockProduct,
  replacePictures,
  upsertText,
  type Product,
} from './product-store.ts'
import { highestPrice, valuesOfNew, valuesOfTexts, variantsProblem, withTotals } from './product.ts'
import { moveStock } from './stock.ts'
import { findSupplier } from './supplier-store.ts'

const priceProblem = (price: string): RefusalName | null =>
  parseCents(price) === 0n ? 'field/too-small' : parseCents(price) > highestPrice ? 'field/too-large' : null

/** Days of the figure "sold in the last 30 days", with today. */
const soldPeriod = days(29)
/** Time in which complaints about a product count. */
const complaintPeriod = days(90)

const missingTexts = (written: readonly Language[]): Language[] =>
  languages.map(({ code }) => code).filter((code) => code !== 'en' && !written.includes(code))

/** Whether the listing is on the shelf, and the code of its shop. */
const shopPosition = /^(on-shelf|off-shelf) (\S{1,40})$/

export const productRoutes = (): Route[] => [
  defineRoute(
    endpoints.createProducts,
    async ({ actor, now }, { products }, tx) => {
      const categories = new Map(
        (
          await listCategoriesBySlug(
            tx,
            products.map((p) => p.categorySlug),
          )
        ).map((c) => [c.slug, c.id]),
      )
      const wrong: Record<string, RefusalName> = {}
      const fresh: (Product & { picture: string | null })[] = []
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
        const id = newId()
        const variants = (
          p.variants ?? [{ code: p.code, options: [], supplierPrice: p.supplierPrice, stock: p.stock }]
        ).map((variant, place) => ({
          ...variant,
          // The first one stands for orders that name no variant.
          id: place === 0 ? id : newId(),
          supplierPrice: parseCents(variant.supplierPrice),
          withdrawn: false,
        }))
        for (const [place, variant] of (p.variants ?? []).entries()) {
          const problem = priceProblem(variant.supplierPrice)
          if (problem) wrong[`products.${index}.variants.${place}.supplierPrice`] = problem
        }
        if (p.variants && p.stock > 0) wrong[`products.${index}.stock`] = 'field/invalid'
        const problem = variantsProblem(variants)
        if (problem) wrong[`products.${index}.variants`] = problem
        fresh.push({
          ...withTotals({
            ...p,
            id,
            category: p.categorySlug,
            categoryId: categoryId ?? '',
            supplier: null,
            supplierId: null,
            supplierPrice: 0n,
            suggestedPrice: parseCents(p.suggestedPrice),
            withdrawn: false,
            variants,
          }),
          picture,
        })
      }
      const [first] = Object.values(wrong)
      if (first) throw new Refusal(first.startsWith('field/') ? 'request/invalid' : first, {}, wrong)
      await insertProducts(tx, fresh, now).catch((error: unknown) => {
        if (violatesConstraint(error, 'product_code') || violatesConstraint(error, 'variant_code'))
          refuse('product/code-taken')
        throw error
      })
      const texts = new Map(fresh.map(({ id }, nth) => [id, products[nth]!.texts ?? []]))
      await insertTexts(tx, texts)
      const { operatorId } = actor
      await moveStock(
        tx,
        fresh.flatMap(({ variants }) => variants.map(({ id, stock }) => ({ variantId: id, pieces: stock }))),
        { kind: 'adjustment', reason: 'initial', note: null, operatorId, at: now },
      )
      const changeId = newId()
      await insertChange(tx, { id: changeId, cause: 'operator', operatorId, at: now })
      await insertChangeRows(
        tx,
        changeId,
        fresh.map((product) => ({
          id: product.id,
          before: null,
          after: { ...valuesOfNew(product), ...valuesOfTexts(texts.get(product.id)!) },
        })),
      )
      return { list: fresh.map(({ id, code }) => ({ id, code })) }
    },
    { audit: { subject: 'product', act: 'created', detail: ({ products }) => ({ count: products.length }) } },
  ),

  defineRoute(
    endpoints.listProducts,
    async ({ now }, { limit, page, cursor, sort, search, ...filter }, db) => {
      const after = readSortCursor(cursor, sort)
      const { rows, total } = await listProductRows(
        db,
        { ...filter, search: search || undefined },
        otherLanguages,
        sort,
        { after, limit, skip: after ? 0 : (page - 1) * limit },
        addTime(now, -soldPeriod),
      )
      const last = rows.at(-1)
      return {
        total,
        list: rows.map((row) => ({
          id: row.id,
          code: row.code,
          name: row.name,
          picture: row.picture,
          category: row.category,
          supplier: row.supplier,
          supplierPrice: formatCents(row.supplier_price),
          suggestedPrice: formatCents(row.suggested_price),
          stock: row.stock,
          withdrawn: row.withdrawn,
          shops: row.shops,
          sold30: row.sold30,
          pictures: row.pictures,
          variants: row.variants,
          missingTexts: otherLanguages - row.texts,
        })),
        cursor: rows.length === limit && last ? writeSortCursor(sort, last.key, last.id) : null,
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),

  defineRoute(
    endpoints.productRecord,
    async ({ now }, { id }, db) => {
      const row = await findProductRecord(db, id, addTime(now, -soldPeriod))
      if (!row) return refuse('product/not-found')
      const {
        name,
        description,
        category_id,
        supplier_id,
        supplier_price,
        suggested_price,
        created_at,
        variants,
        texts,
        ...rest
      } = row
      return {
        ...rest,
        complaints: await countComplaints(db, id, addTime(now, -complaintPeriod)),
        categoryId: category_id,
        supplierId: supplier_id,
        supplierPrice: formatCents(supplier_price),
        suggestedPrice: formatCents(suggested_price),
        createdAt: created_at.toISOString(),
        variants: variants.map((variant) => ({
          ...variant,
          supplierPrice: formatCents(BigInt(variant.supplierPrice)),
        })),
        texts: [
          { language: 'en' as const, name, description },
          ...languages.flatMap(({ code }) => texts.filter(({ language }) => language === code)),
        ],
        missingTexts: missingTexts(texts.map(({ language }) => language)),
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),

  defineRoute(
    endpoints.editProduct,
    async ({ actor, now }, { id, categoryId, supplierId }, tx) => {
      const category =
        categoryId === undefined ? undefined : ((await lockCategory(tx, categoryId)) ?? refuse('category/not-found'))
      const supplier = supplierId ? ((await findSupplier(tx, supplierId)) ?? refuse('supplier/not-found')) : null
      const product = await lockProduct(tx, id)
      if (!product) return refuse('product/not-found')
      const next: Product = {
        ...product,
        ...(category && { categoryId: categoryId!, category: category.slug }),
        ...(supplierId !== undefined && { supplierId, supplier: supplier?.code ?? null }),
      }
      await recordEdit(tx, product, next, { operatorId: actor.operatorId, at: now })
      return {}
    },
    { audit: { subject: 'product', detail: ({ categoryId, supplierId }) => ({ categoryId, supplierId }) } },
  ),

  defineRoute(
    endpoints.saveProductText,
    async ({ actor, now }, { id, language, text }, tx) => {
      const product = await lockProduct(tx, id)
      if (!product) return refuse('product/not-found')
      const by = { operatorId: actor.operatorId, at: now }
      if (language === 'en') {
        if (!text) return refuse('product/english-required')
        await recordEdit(tx, product, { ...product, ...text }, by)
        return {}
      }
      const before = await findText(tx, id, language)
      if (text) await upsertText(tx, id, language, text)
      else await deleteText(tx, id, language)
      await recordValues(tx, id, by, {
        before: valuesOfTexts(before ? [{ language, ...before }] : []),
        after: valuesOfTexts([{ language, name: text?.name ?? '', description: text?.description ?? '' }]),
      })
      return {}
    },
    {
      audit: {
        subject: 'product',
        reason: () => null,
        detail: ({ language, text }) => ({ language, removed: text === null }),
      },
    },
  ),

  defineRoute(
    endpoints.saveProductPictures,
    async ({ actor, now }, { id, pictures }, tx) => {
      if (!(await lockProduct(tx, id))) refuse('product/not-found')
      const before = await listPictures(tx, id)
      const next = []
      for (const { file, alt } of pictures) {
        const own = before.some(({ url }) => url === urlOf(file))
        const url = own
          ? urlOf(file)
          : await publicUrlOf(tx, file, { who: 'operator', id: actor.operatorId }, 'product')
        if (!url) return refuse('file/not-found')
        next.push({ url, alt })
      }
      await replacePictures(tx, id, next)
      await recordValues(
        tx,
        id,
        { operatorId: actor.operatorId, at: now },
        {
          before: { pictures: before.length },
          after: { pictures: next.length },
        },
      )
      return { pictures: next }
    },
    { audit: { subject: 'product', detail: ({ pictures }) => ({ pictures: pictures.length }) } },
  ),

  defineRoute(
    endpoints.productShops,
    async (_call, { id, limit, page, cursor }, db) => {
      const [state, last] = readKeyCursor(cursor, shopPosition) ?? []
      const after = last ? { onShelf: state === 'on-shelf', shop: last } : undefined
      const rows = await listProductShops(db, id, { limit, skip: after ? 0 : (page - 1) * limit, after })
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map(({ shop_id, shop, name, selling_price, shelf, off_reason, units }) => ({
          shopId: shop_id,
          shop,
          name,
          price: formatCents(selling_price),
          shelf,
          offReason: off_reason,
          sold: units,
        })),
        cursor: nextKeyCursor(rows, limit, ({ shelf, shop }) => [shelf, shop]),
      }
    },
    { audit: { unwritten: 'It shows names of shops, which are public.' } },
  ),

  defineRoute(
    endpoints.productHistory,
    async (_call, { id, cursor, limit }, db) => {
      const rows = await listHistory(db, id, readTimeCursor(cursor), limit)
      return {
        list: rows.map(({ id: changeId, at, ...row }) => ({ changeId, ...row, at: at.toISOString() })),
        cursor: nextTimeCursor(rows, limit, (row) => row),
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),
]

type By = { operatorId: string; at: Date }

/** Writes and records a change that no shop needs to hear of. It has no undo. */
async function recordEdit(tx: Tx, before: Product, after: Product, { operatorId, at }: By): Promise<void> {
  const changeId = newId()
  await insertChange(tx, { id: changeId, cause: 'operator', operatorId, at })
  await writeChanges(tx, null, changeId, { before: [before], after: [after] }, at)
}

async function recordValues(
  tx: Tx,
  id: string,
  { operatorId, at }: By,
  values: { before: Record<string, string | number>; after: Record<string, string | number> },
): Promise<void> {
  const changeId = newId()
  await insertChange(tx, { id: changeId, cause: 'operator', operatorId, at })
  await insertChangeRows(tx, changeId, [{ id, ...values }])
}
