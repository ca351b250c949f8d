import { formatCents, languages, parseCents, type Language, type RefusalName } from '@quayside/contract'
import * as catalogue from '@quayside/contract/catalogue'
import { addTime, days } from '../../platform/clock.ts'
import {
  decodeCursor,
  encodeCursor,
  nextTimeCursor,
  readSortCursor,
  readTimeCursor,
  writeSortCursor,
} from '../../platform/cursor.ts'
import { newId } from '../../platform/ids.ts'
import { violatesConstraint, type Tx } from '../../platform/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { defineRoute, type Route } from '../../platform/route.ts'
import { publicUrlOf, urlOf } from '../files/store.ts'
import type { ListingEffects } from './after-change.ts'
import { applyToShops } from './after-change.ts'
import {
  deleteCategory,
  insertCategory,
  listAllCategories,
  listCategoriesBySlug,
  listCategoryRows,
  lockCategories,
  lockCategory,
  moveProducts,
  updateCategory,
  updateCategoryOrder,
} from './category-store.ts'
import {
  changeProducts,
  otherLanguages,
  previewChange,
  undoChange,
  undoWindow,
  writeChanges,
} from './change-products.ts'
import { insertChange, insertChangeRows, listChanges, listHistory } from './product-change-store.ts'
import { highestPrice, valuesOfNew, variantsProblem, withTotals } from './product.ts'
import {
  deleteText,
  findProductRecord,
  findText,
  insertProducts,
  listPictures,
  listProductRows,
  listProductShops,
  lockProduct,
  replacePictures,
  upsertText,
  type Product,
} from './product-store.ts'
import { listMovements, moveStock } from './stock.ts'
import { findSupplier, insertSupplier, listSupplierRows, updateSupplier } from './supplier-store.ts'

const priceProblem = (price: string): RefusalName | null =>
  parseCents(price) === 0n ? 'field/too-small' : parseCents(price) > highestPrice ? 'field/too-large' : null

/** The cursor of a list of movements is the id of the last one. */
const readIdCursor = (cursor: string | undefined): string | undefined =>
  cursor ? decodeCursor(cursor, /^\d{1,18}$/)[0] : undefined

/** Days of the figure "sold in the last 30 days", with today. */
const soldPeriod = days(29)

const takenCode = (constraint: string, field: string) => (error: unknown) => {
  if (violatesConstraint(error, constraint))
    throw new Refusal('product/code-taken', {}, { [field]: 'product/code-taken' })
  throw error
}

/** Names of languages that exist, English among them. */
function checkNames(names: Record<string, string>): void {
  if (!names['en']) refuseFields({ 'names.en': 'field/required' })
  const unknown = Object.keys(names).find((code) => !languages.some((language) => language.code === code))
  if (unknown) refuseFields({ [`names.${unknown}`]: 'field/invalid' })
}

const missingTexts = (written: readonly Language[]): Language[] =>
  languages.map(({ code }) => code).filter((code) => code !== 'en' && !written.includes(code))

export const catalogueRoutes = (listings: ListingEffects): Route[] => [
  defineRoute(catalogue.listCategories, async ({ lang }, _input, db) => ({ list: await listCategoryRows(db, lang) })),
  ...categoryRoutes(),
  ...supplierRoutes(),
  ...productRoutes(),
  ...changeRoutes(listings),
  ...stockRoutes(listings),
]

const categoryRoutes = (): Route[] => [
  defineRoute(catalogue.operatorCategories, async (_call, _input, db) => ({ list: await listAllCategories(db) }), {
    audit: { unwritten: 'Products are no personal data.' },
  }),

  defineRoute(
    catalogue.createCategory,
    async ({ now }, { slug, names }, tx) => {
      checkNames(names)
      const id = newId()
      await insertCategory(tx, { id, slug, names, at: now }).catch(takenCode('category_slug', 'slug'))
      return { id }
    },
    {
      audit: {
        subject: 'category',
        act: 'created',
        id: (_input, category) => category?.id,
        detail: ({ slug }) => ({ slug }),
      },
    },
  ),

  defineRoute(
    catalogue.changeCategory,
    async ({ actor }, { id, slug, names, picture }, tx) => {
      if (names) checkNames(names)
      const url = picture && (await publicUrlOf(tx, picture, { who: 'operator', id: actor.operatorId }, 'product'))
      if (picture && !url) refuse('file/not-found')
      const found = await updateCategory(tx, { id, slug, names, picture: url }).catch(
        takenCode('category_slug', 'slug'),
      )
      if (!found) refuse('category/not-found')
      return {}
    },
    { audit: { subject: 'category' } },
  ),

  defineRoute(
    catalogue.orderCategories,
    async (_call, { ids }, tx) => {
      await updateCategoryOrder(tx, ids)
      return {}
    },
    { audit: { subject: 'category', id: () => null, detail: ({ ids }) => ({ order: ids.length }) } },
  ),

  defineRoute(
    catalogue.mergeCategory,
    async (_call, { id, into }, tx) => {
      if (id === into) refuse('category/same')
      if ((await lockCategories(tx, [id, into])).length < 2) refuse('category/not-found')
      const moved = await moveProducts(tx, id, into)
      await deleteCategory(tx, id)
      return { moved }
    },
    {
      audit: {
        subject: 'category',
        act: 'deleted',
        detail: ({ into }, merged) => ({ into, products: merged?.moved ?? 0 }),
      },
    },
  ),
]

const supplierRoutes = (): Route[] => [
  defineRoute(
    catalogue.listSuppliers,
    async ({ now }, { search, archived }, db) => {
      const rows = await listSupplierRows(db, { search: search || undefined, archived, since: addTime(now, -days(30)) })
      return {
        list: rows.map(({ payment_days, pieces, cost, ...row }) => ({
          ...row,
          paymentDays: payment_days,
          pieces30: pieces,
          cost30: formatCents(cost),
        })),
      }
    },
    { audit: { unwritten: 'Suppliers are companies.' } },
  ),

  defineRoute(
    catalogue.createSupplier,
    async ({ now }, input, tx) => {
      const id = newId()
      await insertSupplier(tx, { ...input, id, at: now }).catch(takenCode('supplier_code', 'code'))
      return { id }
    },
    {
      audit: {
        subject: 'supplier',
        act: 'created',
        id: (_input, supplier) => supplier?.id,
        detail: ({ code }) => ({ code }),
      },
    },
  ),

  defineRoute(
    catalogue.changeSupplier,
    async ({ now }, input, tx) => {
      if (!(await updateSupplier(tx, { ...input, at: now }))) refuse('supplier/not-found')
      return {}
    },
    { audit: { subject: 'supplier' } },
  ),
]

const productRoutes = (): Route[] => [
  defineRoute(
    catalogue.createProducts,
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
        fresh.map((product) => ({ id: product.id, before: null, after: valuesOfNew(product) })),
      )
      return { list: fresh.map(({ id, code }) => ({ id, code })) }
    },
    { audit: { subject: 'product', act: 'created', detail: ({ products }) => ({ count: products.length }) } },
  ),

  defineRoute(
    catalogue.listProducts,
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
    catalogue.productRecord,
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
    catalogue.editProduct,
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
    catalogue.saveProductText,
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
        before: before ? { [`name.${language}`]: before.name, [`description.${language}`]: before.description } : {},
        after: { [`name.${language}`]: text?.name ?? '', [`description.${language}`]: text?.description ?? '' },
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
    catalogue.saveProductPictures,
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
    catalogue.productShops,
    async (_call, { id, limit, page }, db) => {
      const rows = await listProductShops(db, id, limit, (page - 1) * limit)
      return {
        total: rows[0]?.total ?? 0,
        list: rows.map(({ shop, name, selling_price, shelf, off_reason, units }) => ({
          shop,
          name,
          price: formatCents(selling_price),
          shelf,
          offReason: off_reason,
          sold: units,
        })),
      }
    },
    { audit: { unwritten: 'It shows names of shops, which are public.' } },
  ),

  defineRoute(
    catalogue.productHistory,
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

const changeRoutes = (listings: ListingEffects): Route[] => [
  defineRoute(
    catalogue.previewProductChange,
    (_call, { selection, change }, db) => previewChange(db, selection, change),
    { audit: { unwritten: 'Products are no personal data.' } },
  ),

  defineRoute(
    catalogue.changeProducts,
    ({ actor, now }, input, tx) => changeProducts(tx, listings, input, { operatorId: actor.operatorId, at: now }),
    {
      audit: {
        subject: 'product',
        id: ({ selection }) =>
          'products' in selection && selection.products.length === 1 ? selection.products[0] : null,
        detail: ({ change }, done) => ({
          change,
          changeId: done?.changeId,
          products: done?.changed,
          offShelf: done?.offShelf,
        }),
      },
    },
  ),

  defineRoute(
    catalogue.undoProductChange,
    ({ actor, now }, { id }, tx) => undoChange(tx, listings, id, { operatorId: actor.operatorId, at: now }),
    {
      audit: {
        subject: 'product',
        act: 'undone',
        id: () => null,
        detail: ({ id }, done) => ({ changeId: id, ...done }),
      },
    },
  ),

  defineRoute(
    catalogue.listProductChanges,
    async ({ now }, { cursor, limit }, db) => {
      const rows = await listChanges(db, readTimeCursor(cursor), limit)
      return {
        list: rows.map(({ at, reversible, ...row }) => {
          const until = addTime(at, undoWindow)
          return {
            ...row,
            at: at.toISOString(),
            undoUntil: reversible && !row.undone && until > now ? until.toISOString() : null,
          }
        }),
        cursor: nextTimeCursor(rows, limit, (row) => row),
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),
]

const stockRoutes = (listings: ListingEffects): Route[] => [
  defineRoute(
    catalogue.adjustStock,
    async ({ actor, now }, { id, variantId, pieces, reason, note }, tx) => {
      const product = await lockProduct(tx, id)
      if (!product) return refuse('product/not-found')
      const { name, variants } = product
      const variant = variantId ? variants.find((one) => one.id === variantId) : variants.length === 1 && variants[0]
      if (!variant) return refuse('product/variant-required', { name })
      const moved = await moveStock(tx, [{ variantId: variant.id, pieces }], {
        kind: 'adjustment',
        reason,
        note: note || null,
        operatorId: actor.operatorId,
        at: now,
      })
      if (moved.size === 0) refuse('product/stock-gone', { name })
      await applyToShops(tx, listings, newId(), [product], now)
      return { stock: (await lockProduct(tx, id))!.stock }
    },
    {
      audit: {
        subject: 'product',
        reason: ({ reason, note }) => (note ? `${reason}: ${note}` : reason),
        detail: ({ pieces, variantId }) => ({ pieces, variantId }),
      },
    },
  ),

  defineRoute(
    catalogue.stockMovements,
    async (_call, { productId, cause, cursor, limit }, db) => {
      const rows = await listMovements(db, { productId, kind: cause, after: readIdCursor(cursor) }, limit)
      return {
        list: rows.map(({ id, product_id, kind, order_code, import_id, at, ...row }) => ({
          id: String(id),
          productId: product_id,
          ...row,
          cause: kind,
          order: order_code,
          importId: import_id,
          at: at.toISOString(),
        })),
        cursor: rows.length === limit ? encodeCursor(String(rows.at(-1)!.id)) : null,
      }
    },
    { audit: { unwritten: 'Products are no personal data.' } },
  ),
]
