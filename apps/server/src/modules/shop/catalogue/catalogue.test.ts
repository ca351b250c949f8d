/**
 * The catalogue desk: products with pictures, texts and suppliers, categories, stock, and changes with their effect.
 */
import {
  adjustStock,
  browseShop,
  changeCategory,
  changeProducts,
  changeSupplier,
  createCategory,
  createProducts,
  createSupplier,
  distribute,
  editProduct,
  listCategories,
  listDistribution,
  listListings,
  listProductChanges,
  listProducts,
  listSuppliers,
  mergeCategory,
  operatorCategories,
  operatorUpload,
  orderCategories,
  previewProductChange,
  productDetail,
  productHistory,
  productRecord,
  productShops,
  requestRefund,
  reviewOrder,
  saveProductPictures,
  saveProductText,
  stockMovements,
  supplierNotices,
  undoProductChange,
  viewListing,
  type Envelope,
  type RequestBody,
  type ResponseBody,
} from '@quayside/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  changeSupply,
  pickUp,
  placeTestOrder,
  someProducts,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { minutes } from '../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import { sql } from '../../../platform/database/postgres.ts'

let server: TestServer
let desk: { token: string }
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'catalogue')
})
afterAll(() => server.close())

const record = (id: string) => server.must(productRecord, { id }, desk)
async function aPicture(token = desk.token): Promise<string> {
  const content = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const payload = Buffer.concat([
    Buffer.from('--q\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\n\r\n'),
    content,
    Buffer.from('\r\n--q--\r\n'),
  ])
  const answer = await server.app.console.inject({
    method: 'POST',
    url: `${operatorUpload.path}?purpose=product`,
    headers: { token, 'content-type': 'multipart/form-data; boundary=q' },
    payload,
  })
  return answer.json<Envelope<{ id: string }>>().data.id
}

test('several pictures in their order with their texts reach operators, merchants and buyers; the first stands in lists', async () => {
  const shop = await aStockedShop(server)
  const id = shop.products[0]!
  const [front, back, foreign] = [
    await aPicture(),
    await aPicture(),
    await aPicture((await anOperator(server, 'support')).token),
  ]
  const save = (pictures: { file: string; alt: string }[]) => server.call(saveProductPictures, { id, pictures }, desk)
  expect(await save([{ file: foreign, alt: '' }])).toMatchObject({ reason: 'file/not-found' })
  const both = [
    { url: `/files/${front}.webp`, alt: 'Front' },
    { url: `/files/${back}.webp`, alt: 'Back' },
  ]
  expect(
    await save([
      { file: front, alt: 'Front' },
      { file: back, alt: 'Back' },
    ]),
  ).toMatchObject({ data: { pictures: both } })
  expect(await record(id)).toMatchObject({ pictures: both })
  const listing = shop.listings[0]!.id
  expect(await server.must(productDetail, { id }, { token: shop.token })).toMatchObject({
    picture: both[0]!.url,
    pictures: both,
  })
  expect(await server.must(viewListing, { shop: shop.shopCode, id: listing }, {})).toMatchObject({ pictures: both })
  // A colleague puts the second one first, without an upload of their own.
  const colleague = await anOperator(server, 'catalogue')
  await server.must(saveProductPictures, { id, pictures: [{ file: back, alt: 'Back' }] }, colleague)
  expect(await server.must(viewListing, { shop: shop.shopCode, id: listing }, {})).toMatchObject({
    picture: both[1]!.url,
  })
  await server.must(saveProductPictures, { id, pictures: [] }, desk)
  expect(await record(id)).toMatchObject({ pictures: [] })
  expect(
    (await server.must(listProducts, { state: 'without-picture', limit: 100 }, desk)).list.map((p) => p.id),
  ).toContain(id)
})

test('a text in the caller’s language is shown and found; a missing one is English and says so', async () => {
  const shop = await aStockedShop(server, { products: 2 })
  const [id, plain] = shop.products as [string, string]
  const german = { name: 'Messinglampe Äquator', description: 'Aus Messing' }
  await server.must(saveProductText, { id, language: 'fr', text: { name: 'Lampe', description: '' } }, desk)
  await server.must(saveProductText, { id, language: 'tr', text: german }, desk)
  const merchantSees = (lang: string, product: string) =>
    server.must(productDetail, { id: product }, { token: shop.token, lang })
  expect(await merchantSees('tr', id)).toMatchObject({ ...german, textLanguage: 'tr' })
  expect(await merchantSees('fr', id)).toMatchObject({ name: 'Lampe', description: '', textLanguage: 'fr' })
  expect(await merchantSees('ja', id)).toMatchObject({ textLanguage: 'en' })
  expect(await merchantSees('tr', plain)).toMatchObject({ textLanguage: 'en' })
  const found = (await server.must(listDistribution, { search: 'aquator' }, { token: shop.token, lang: 'tr' })).list
  expect(found).toMatchObject([{ id, name: german.name, textLanguage: 'tr' }])
  expect(
    (await server.must(listListings, { search: 'messinglampe' }, { token: shop.token, lang: 'tr' })).list[0],
  ).toMatchObject({ name: german.name })
  expect(
    (await server.must(browseShop, { shop: shop.shopCode, search: 'messing' }, { lang: 'tr' })).list[0],
  ).toMatchObject({ name: german.name, textLanguage: 'tr' })
  expect((await record(id)).missingTexts).toHaveLength(14)
  await server.must(saveProductText, { id, language: 'tr', text: null }, desk)
  expect(await merchantSees('tr', id)).toMatchObject({ textLanguage: 'en' })
  expect((await server.must(listDistribution, { search: 'messinglampe' }, { token: shop.token })).list).toEqual([])
  expect(await server.call(saveProductText, { id, language: 'en', text: null }, desk)).toMatchObject({
    reason: 'product/english-required',
  })
})

test('a new product may bring its texts in further languages, each once and none in English', async () => {
  const shop = await aStockedShop(server)
  const { list } = await server.must(listCategories, {}, { token: shop.token })
  const create = (code: string, texts: RequestBody<typeof createProducts>['products'][number]['texts']) =>
    server.call(
      createProducts,
      {
        products: [
          {
            code,
            categorySlug: list[0]!.slug,
            name: 'Brass lamp',
            description: 'Made of brass',
            texts,
            supplierPrice: '5.00',
            suggestedPrice: '9.99',
            stock: 3,
            picture: null,
          },
        ],
      },
      desk,
    )
  const code = `T-${Date.now().toString(36)}`.toUpperCase()
  const ja = { language: 'ja' as const, name: '真鍮のランプ', description: '真鍮製' }
  const ar = { language: 'ar' as const, name: 'مصباح نحاسي', description: 'من النحاس' }
  for (const texts of [[ja, ja], [{ ...ja, language: 'en' as const }]])
    expect(await create(code, texts)).toMatchObject({ fields: { 'products.0.texts': expect.any(String) } })
  const made = await create(code, [ja, ar])
  const { id } = (made.data as ResponseBody<typeof createProducts>).list[0]!
  const { texts, missingTexts } = await record(id)
  expect(texts[0]).toEqual({ language: 'en', name: 'Brass lamp', description: 'Made of brass' })
  expect(texts.slice(1).toSorted((a, b) => (a.language < b.language ? -1 : 1))).toEqual([ar, ja])
  expect(missingTexts).toHaveLength(14)
  const seen = await server.must(productDetail, { id }, { token: shop.token, lang: 'ar' })
  expect(seen).toMatchObject({ name: ar.name, description: ar.description, textLanguage: 'ar' })
})

test('categories: names in every language, an order, a picture; a merge moves all products', async () => {
  const slug = `c-${Date.now().toString(36)}`
  const [first, second] = [
    (await server.must(createCategory, { slug, names: { en: 'Lamps', fr: 'Lampes' } }, desk)).id,
    (await server.must(createCategory, { slug: `${slug}-2`, names: { en: 'Lights' } }, desk)).id,
  ]
  expect(await server.call(createCategory, { slug, names: { en: 'x' } }, desk)).toMatchObject({
    fields: { slug: expect.any(String) },
  })
  expect(await server.call(changeCategory, { id: first, names: { fr: 'x' } }, desk)).toMatchObject({
    fields: { 'names.en': expect.any(String) },
  })
  expect(await server.call(changeCategory, { id: first, names: { en: 'x', xx: 'y' } }, desk)).toMatchObject({
    fields: { 'names.xx': expect.any(String) },
  })
  await server.must(changeCategory, { id: first, picture: await aPicture() }, desk)
  await server.must(orderCategories, { ids: [second, first] }, desk)
  const list = (await server.must(operatorCategories, {}, desk)).list
  expect(list.slice(0, 2).map(({ id }) => id)).toEqual([second, first])
  const merchant = await aMerchant(server)
  const seen = (await server.must(listCategories, {}, { token: merchant.token, lang: 'fr' })).list
  expect(seen.slice(0, 2).map(({ name }) => name)).toEqual(['Lights', 'Lampes'])
  const products = await someProducts(server, 2)
  for (const id of products) await server.must(editProduct, { id, categoryId: first }, desk)
  expect(await server.call(mergeCategory, { id: first, into: first }, desk)).toMatchObject({ reason: 'category/same' })
  expect(await server.must(mergeCategory, { id: first, into: second }, desk)).toEqual({ moved: 2 })
  expect(await server.call(mergeCategory, { id: first, into: second }, desk)).toMatchObject({
    reason: 'category/not-found',
  })
  expect((await record(products[0]!)).categoryId).toBe(second)
})

test('an order line keeps the supplier that its product had; an archived supplier gets no products', async () => {
  const shop = await aStockedShop(server)
  const fields = { name: 'Lantern Works', contact: '', paymentDays: 30, terms: 'net' }
  const code = newId().slice(0, 8).toUpperCase()
  const { id: supplierId } = await server.must(createSupplier, { code, ...fields }, desk)
  expect(await server.call(createSupplier, { code, ...fields }, desk)).toMatchObject({
    fields: { code: expect.any(String) },
  })
  await server.must(editProduct, { id: shop.products[0]!, supplierId }, desk)
  const order = await anOrder(server, shop)
  await server.must(editProduct, { id: shop.products[0]!, supplierId: null }, desk)
  const found = (archived = false) => server.must(listSuppliers, { search: code, archived }, desk)
  const find = async () => (await found()).list[0]
  expect(await find()).toMatchObject({ pieces30: 0, cost30: '0.00' })
  await pickUp(server, shop, [order.id])
  expect(await find()).toMatchObject({ products: 0, pieces30: 1, cost30: '10.00' })
  await server.must(changeSupplier, { id: supplierId, ...fields, archived: true }, desk)
  expect(await found()).toMatchObject({ list: [], archived: 1 })
  expect(await found(true)).toMatchObject({ list: [{ id: supplierId }], archived: 1 })
  expect(await server.call(editProduct, { id: shop.products[0]!, supplierId }, desk)).toMatchObject({
    reason: 'supplier/not-found',
  })
})

test('every movement of stock has its cause; an adjustment has a reason and a person and never takes more than there is', async () => {
  const shop = await aStockedShop(server)
  const id = shop.products[0]!
  await server.must(adjustStock, { id, pieces: -10, reason: 'damage', note: 'Broken in the store' }, desk)
  await placeTestOrder(server, shop, 2)
  const { list } = await server.must(stockMovements, { productId: id }, desk)
  expect(list.map(({ cause, reason, pieces }) => [cause, reason, pieces])).toEqual([
    ['reservation', null, -2],
    ['adjustment', 'damage', -10],
    ['adjustment', 'initial', 1000],
  ])
  expect(list[1]).toMatchObject({ operator: 'Op Erator', note: 'Broken in the store' })
  expect(list[0]!.order).not.toBeNull()
  expect(await record(id)).toMatchObject({ stock: 988, reserved: 2 })
  expect(await server.call(adjustStock, { id, pieces: -989, reason: 'count' }, desk)).toMatchObject({
    reason: 'product/stock-gone',
  })
  const pages = await server.must(stockMovements, { productId: id, limit: 2 }, desk)
  expect((await server.must(stockMovements, { productId: id, cursor: pages.cursor! }, desk)).list).toEqual([list[2]])
  // Sold out, and available again: buyers notice both, so merchants are told.
  await server.must(adjustStock, { id, pieces: -988, reason: 'count' }, desk)
  expect((await server.must(supplierNotices, {}, { token: shop.token })).total).toBe(1)
  await server.must(adjustStock, { id, pieces: 1, reason: 'return' }, desk)
  expect((await server.must(supplierNotices, {}, { token: shop.token })).total).toBe(0)
})

type Change = RequestBody<typeof changeProducts>['change']
const preview = (products: string[], change: Change) =>
  server.must(previewProductChange, { selection: { products }, change }, desk)
const apply = (products: string[], change: Change, digest: string) =>
  server.call(changeProducts, { selection: { products }, change, digest }, desk)

test('a change shows its effect on listings, shops and open orders first, and must present the digest of it', async () => {
  const shop = await aStockedShop(server, { products: 3 })
  const other = await aMerchant(server)
  await server.must(distribute, { selection: { products: shop.products } }, { token: other.token })
  await anOrder(server, shop)
  const change: Change = { supplierPrice: { to: '14.50' } }
  const shown = await preview(shop.products, change)
  expect(shown).toMatchObject({
    selected: shop.products.length,
    changed: shop.products.length,
    listings: 2 * shop.products.length,
    shops: 2,
    offShelf: 2 * shop.products.length,
    openOrders: 1,
  })
  expect(shown.losing[0]).toMatchObject({ supplierPrice: '14.50' })
  expect(shown.examples[0]).toMatchObject({ before: { supplierPrice: '10.00' }, after: { supplierPrice: '14.50' } })
  expect(await apply(shop.products, change, 'another')).toMatchObject({ reason: 'product/effect-changed' })
  expect(await apply(shop.products, { supplierPrice: { to: '14.51' } }, shown.digest)).toMatchObject({
    reason: 'product/effect-changed',
  })
  // Another price meanwhile: what was shown is not what would happen.
  await changeSupply(server, shop.products[0]!, { supplierPrice: '10.10' }, desk)
  expect(await apply(shop.products, change, shown.digest)).toMatchObject({ reason: 'product/effect-changed' })
  const again = await preview(shop.products, change)
  expect(await apply(shop.products, change, again.digest)).toMatchObject({
    code: 1,
    data: { offShelf: 2 * shop.products.length },
  })
  expect((await server.must(listListings, {}, { token: shop.token })).counts.onShelf).toBe(0)
  expect((await server.must(supplierNotices, {}, { token: other.token })).total).toBe(shop.products.length)
  const nothing = await preview(shop.products, change)
  expect(nothing).toMatchObject({ changed: 0, listings: 0 })
  expect(await apply(shop.products, change, nothing.digest)).toMatchObject({ data: { changeId: null } })
})

test('a change by percent rounds each price; it is refused where a price would leave its bounds', async () => {
  const [id] = (await someProducts(server, 1, { supplierPrice: '3.33' })) as [string]
  const shown = await preview([id], { supplierPrice: { basisPoints: 1250 }, suggestedPrice: { basisPoints: -5000 } })
  expect(shown.examples[0]!.after).toEqual({ supplierPrice: '3.75', suggestedPrice: '10.00' })
  const [cheap] = (await someProducts(server, 1, { supplierPrice: '0.01' })) as [string]
  const refused = await server.call(
    previewProductChange,
    { selection: { products: [cheap] }, change: { supplierPrice: { basisPoints: -9000 } } },
    desk,
  )
  expect(refused.fields).toEqual({ supplierPrice: 'Enter a higher amount.' })
})

test('an undo within ten minutes restores prices and shelves, keeps what changed again, and happens once', async () => {
  const shop = await aStockedShop(server, { products: 3 })
  const [kept] = shop.products as [string]
  const change: Change = { withdrawn: true }
  const { digest } = await preview(shop.products, change)
  const done = (await apply(shop.products, change, digest)).data
  expect((await server.must(listListings, {}, { token: shop.token })).counts.onShelf).toBe(0)
  await changeSupply(server, kept, { withdrawn: false }, desk)
  const undone = await Promise.all([1, 2].map(() => server.call(undoProductChange, { id: done.changeId! }, desk)))
  expect(undone.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(undone.find(({ code }) => code === 1)!.data).toEqual({
    undone: shop.products.length - 1,
    kept: 1,
    onShelf: shop.products.length - 1,
  })
  expect(undone.find(({ code }) => code === 0)!.reason).toBe('listing/undo-over')
  expect((await record(shop.products[1]!)).withdrawn).toBe(false)
  expect((await server.must(listListings, {}, { token: shop.token })).counts).toMatchObject({
    onShelf: shop.products.length - 1,
  })
  const history = (await server.must(productHistory, { id: shop.products[1]! }, desk)).list
  expect(history.map(({ cause, after }) => [cause, after['withdrawn']])).toEqual([
    ['undo', false],
    ['operator', true],
    ['operator', undefined],
  ])
  const late = await preview([kept], { supplierPrice: { to: '9.00' } })
  const { changeId } = (await apply([kept], { supplierPrice: { to: '9.00' } }, late.digest)).data
  expect((await server.must(listProductChanges, { limit: 1 }, desk)).list[0]).toMatchObject({
    id: changeId,
    undone: false,
  })
  server.clock.pass(minutes(10) + 1)
  expect(await server.call(undoProductChange, { id: changeId! }, desk)).toMatchObject({ reason: 'listing/undo-over' })
})

test('the list filters by search, category, supplier and state, and its cursor reads each product once', async () => {
  const ids = await someProducts(server, 5)
  const { categoryId } = await record(ids[0]!)
  await changeSupply(server, ids[4]!, { withdrawn: true }, desk)
  const page = async (input: RequestBody<typeof listProducts>) =>
    (await server.must(listProducts, { categoryId, ...input }, desk)).list.map(({ id }) => id)
  expect((await page({ state: 'offered' })).sort()).toEqual(ids.slice(0, 4).sort())
  expect(await page({ state: 'withdrawn' })).toEqual([ids[4]])
  expect((await page({ state: 'without-text' })).sort()).toEqual([...ids].sort())
  for (const sort of ['new', 'stock', 'price-up', 'price-down'] as const) {
    const first = await server.must(listProducts, { categoryId, sort, limit: 3 }, desk)
    const second = await server.must(listProducts, { categoryId, sort, limit: 3, cursor: first.cursor! }, desk)
    expect([...first.list, ...second.list].map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(second.cursor).toBeNull()
  }
  expect((await server.must(productShops, { id: ids[0]! }, desk)).total).toBe(0)
})

test('the database keeps the history of products: a change can neither be edited nor undone twice', async () => {
  const [id] = (await someProducts(server, 1)) as [string]
  const change: Change = { supplierPrice: { to: '11.00' } }
  const { digest } = await preview([id], change)
  const { changeId } = (await apply([id], change, digest)).data
  const asServer = (statement: ReturnType<typeof sql>) =>
    statement.execute(server.db).then(
      () => 'done',
      (error: Error) => error.message,
    )
  expect(await asServer(sql`update product_change_row set after = '{}' where change_id = ${changeId}`)).not.toBe('done')
  expect(await asServer(sql`delete from product_change where id = ${changeId}`)).not.toBe('done')
  await server.must(undoProductChange, { id: changeId! }, desk)
  const again = sql`insert into product_change (id, cause, operator_id, at, undoes)
    select ${newId()}, 'undo', operator_id, at, id from product_change where id = ${changeId}`
  expect(await asServer(again)).toContain('product_change_undone_once')
})

test('a product shows the refunds, reports and low reviews of ninety days, each order once', async () => {
  const shop = await aStockedShop(server)
  const [id] = shop.products as [string]
  expect((await record(id)).complaints).toEqual({ refunds: 0, reports: 0, lowReviews: 0 })
  const order = await anOrder(server, shop, { status: 6 })
  await server.must(reviewOrder, { id: order.id, rating: 2, text: 'It broke.' }, { token: order.buyer.token })
  const refunded = await anOrder(server, shop, { status: 3 })
  const ask = { orderId: refunded.id, reason: 'damaged', text: 'It arrived broken' } as const
  await server.must(requestRefund, ask, { token: refunded.buyer.token, key: newId() })
  await sql`insert into content_report (id, code, kind, shop_id, listing_id, reason, text, language, reported_at, decide_by, state)
    values (${newId()}, ${newCode(8)}, 'product', ${shop.shopId}, ${shop.listings[0]!.id}, 'unsafe', 'Sharp edges', 'en',
      ${server.clock.now()}, ${server.clock.now()}, 'open')`.execute(server.owner)
  expect((await record(id)).complaints).toEqual({ refunds: 1, reports: 1, lowReviews: 1 })
  await sql`update content_report set reported_at = reported_at - interval '91 days'`.execute(server.owner)
  expect((await record(id)).complaints).toEqual({ refunds: 1, reports: 0, lowReviews: 1 })
})
