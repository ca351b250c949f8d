/** Products with a choice: stock, prices, orders, changes and imports by variant. */
import {
  adjustStock,
  cancelOwnOrder,
  changeProducts,
  createProducts,
  listingDetail,
  listListings,
  listProducts,
  operatorOrderDetail,
  orderDetail,
  placeOrder,
  previewProductChange,
  productDetail,
  productHistory,
  productRecord,
  stockMovements,
  undoProductChange,
  viewListing,
  type ParsedInput,
} from '@quayside/contract'
import {
  commitImport,
  exportFile,
  importDetail,
  importRows,
  mapImport,
  undoImport,
  type ImportKindName,
} from '@quayside/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, address, anOperator, aStockedShop, someProducts, type TestShop } from '../../../../test/builders.ts'
import { uploadImport } from '../../../../test/import-files.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { importKinds } from '../../../composition/imports.ts'
import { newCode, newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { runImports } from '../../staff/imports/run-imports.ts'

let server: TestServer
let desk: { token: string }
let slug: string
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'catalogue')
  await someProducts(server, 1)
  slug = (await queryOne(server.owner, sql<{ slug: string }>`select slug from category limit 1`))!.slug
})
afterAll(async () => {
  const wrong = await queryAll(
    server.owner,
    sql`select v.code from product_variant v join product p on p.id = v.product_id
      where v.stock <> (select coalesce(sum(pieces), 0) from stock_movement m where coalesce(m.variant_id, m.product_id) = v.id)
        or p.stock <> (select coalesce(sum(stock) filter (where not withdrawn or p.withdrawn), 0) from product_variant w where w.product_id = p.id)`,
  )
  await server.close()
  expect(wrong).toEqual([])
})

const colours = (...values: string[]) => values.map((value) => ({ value }))
const shopVariants = (shop: TestShop) =>
  server.must(viewListing, { shop: shop.shopCode, id: shop.listings[0]!.id }).then(({ variants }) => variants)
async function order(shop: TestShop, variantIds: readonly (string | undefined)[], quantity = 1) {
  const { token } = await aBuyer(server)
  const [listing] = shop.listings
  const reply = await server.call(
    placeOrder,
    {
      shop: shop.shopCode,
      lines: variantIds.map((variantId) => ({
        listingId: listing!.id,
        ...(variantId && { variantId }),
        quantity,
        price: listing!.price,
      })),
      address,
    },
    { token, key: newId() },
  )
  return { reply, token }
}
const record = (id: string) => server.must(productRecord, { id }, desk)
type Wish = ParsedInput<typeof changeProducts>['change']
async function change(id: string, wish: Wish) {
  const input = { selection: { products: [id] }, change: wish }
  const { digest, ...effect } = await server.must(previewProductChange, input, desk)
  return { effect, done: await server.must(changeProducts, { ...input, digest }, desk) }
}
const wishOf = ({ variants }: Awaited<ReturnType<typeof record>>) =>
  variants.map(({ code, options, supplierPrice, withdrawn }) => ({ code, options, supplierPrice, withdrawn }))

test('an order takes the stock of the chosen variant and names it; one without a choice is refused', async () => {
  const shop = await aStockedShop(server, { stock: 5, colours: colours('Red', 'Blue') })
  const [red, blue] = await shopVariants(shop)
  expect(red).toMatchObject({ options: [{ name: 'Colour', value: 'Red' }], stock: 5 })
  expect((await order(shop, [undefined])).reply).toMatchObject({ reason: 'product/variant-required' })
  const other = await aStockedShop(server, { colours: colours('Red', 'Blue') })
  expect((await order(shop, [(await shopVariants(other))[0]!.id])).reply.reason).toBe('product/variant-required')
  expect((await order(shop, [blue!.id], 6)).reply.reason).toBe('product/stock-gone')
  // Blue has enough for one line of three, not for two.
  expect((await order(shop, [red!.id, blue!.id, blue!.id], 3)).reply.reason).toBe('product/stock-gone')
  const { reply, token } = await order(shop, [blue!.id, red!.id], 2)
  if (reply.code !== 1) throw new Error(reply.msg)
  expect(await shopVariants(shop)).toMatchObject([{ stock: 3 }, { stock: 3 }])
  const { lines } = await server.must(orderDetail, { id: reply.data.id }, shop)
  expect(lines.map(({ options }) => options[0]!.value)).toEqual(['Blue', 'Red'])
  const warehouse = await anOperator(server, 'fulfilment')
  const seen = await server.must(operatorOrderDetail, { shopId: shop.shopId, id: reply.data.id }, warehouse)
  const { variants } = await record(shop.products[0]!)
  expect(seen.lines.map(({ productCode }) => productCode)).toEqual([variants[1]!.code, variants[0]!.code])
  expect(variants).toMatchObject([{ reserved: 0 }, { reserved: 0 }].map(() => ({ reserved: 2 })))
  const { list } = await server.must(stockMovements, { productId: shop.products[0]! }, desk)
  expect(list.slice(0, 2).map(({ code, pieces }) => [code, pieces])).toEqual(
    expect.arrayContaining(variants.map(({ code }) => [code, -2])),
  )
  await server.must(cancelOwnOrder, { id: reply.data.id }, { token, key: newId() })
  expect(await shopVariants(shop)).toMatchObject([{ stock: 5 }, { stock: 5 }])
})

test('each variant has its own purchase price; profit and the shelf go by the dearest that is offered', async () => {
  const shop = await aStockedShop(server, { colours: [{ value: 'Red' }, { value: 'Gold', price: '12.00' }] })
  const [listing] = (await server.must(listListings, {}, shop)).list
  expect(listing).toMatchObject({ purchasePrice: '12.00', variants: 2, stock: 2000 })
  const detail = await server.must(listingDetail, { id: listing!.id }, shop)
  expect(detail.variantList.map(({ purchasePrice }) => purchasePrice)).toEqual(['10.00', '12.00'])
  const [red, gold] = await shopVariants(shop)
  for (const [variant, cost] of [
    [red, '10.00'],
    [gold, '12.00'],
  ] as const) {
    const { reply } = await order(shop, [variant!.id])
    if (reply.code !== 1) throw new Error(reply.msg)
    expect((await server.must(orderDetail, { id: reply.data.id }, shop)).totalCost).toBe(cost)
  }
  const product = await record(shop.products[0]!)
  const [cheap, dear] = wishOf(product)
  // Gold becomes too dear for the price of the shop.
  const raised = await change(product.id, { variants: [cheap!, { ...dear!, supplierPrice: '50.00' }] })
  expect(raised).toMatchObject({ effect: { offShelf: 1 }, done: { offShelf: 1 } })
  expect(await server.must(listingDetail, { id: listing!.id }, shop)).toMatchObject({ offReason: 'at-loss' })
  expect(await server.must(undoProductChange, { id: raised.done.changeId! }, desk)).toMatchObject({ onShelf: 1 })
  // Without it, the others decide.
  await change(product.id, { variants: [cheap!, { ...dear!, supplierPrice: '12.00', withdrawn: true }] })
  expect(await server.must(listingDetail, { id: listing!.id }, shop)).toMatchObject({
    purchasePrice: '10.00',
    stock: 999,
    variants: 1,
    shelf: 'on-shelf',
  })
  expect((await order(shop, [gold!.id])).reply.reason).toBe('product/stock-gone')
  expect((await order(shop, [undefined])).reply.code).toBe(1)
})

test('the desk adds variants to a product, moves stock by variant, and takes it all back', async () => {
  const [id] = (await someProducts(server, 1)) as [string]
  const { code } = await record(id)
  const red = { code, options: [{ name: 'Colour', value: 'Red' }], supplierPrice: '10.00', withdrawn: false }
  const blue = { ...red, code: `${code}-B`, options: [{ name: 'Colour', value: 'Blue' }] }
  const refusal = async (variants: NonNullable<Wish['variants']>) =>
    (await server.call(previewProductChange, { selection: { products: [id] }, change: { variants } }, desk)).reason
  expect(await refusal([red, { ...blue, options: red.options }])).toBe('product/options-differ')
  expect(await refusal([red, { ...blue, options: [{ name: 'Size', value: 'L' }] }])).toBe('product/options-differ')
  expect(await refusal([blue])).toBe('product/options-differ')
  expect(await refusal([red, { ...blue, supplierPrice: '0.00' }])).toBe('request/invalid')
  const taken = { selection: { products: [id] }, change: { variants: [red, { ...blue, code: newCode(10) }] } }
  await server.must(
    createProducts,
    {
      products: [
        {
          code: taken.change.variants[1]!.code,
          categorySlug: slug,
          name: 'Other',
          description: '',
          supplierPrice: '1.00',
          suggestedPrice: '2.00',
          stock: 0,
          picture: null,
        },
      ],
    },
    desk,
  )
  const { digest } = await server.must(previewProductChange, taken, desk)
  expect(await server.call(changeProducts, { ...taken, digest }, desk)).toMatchObject({ reason: 'product/code-taken' })

  const { done } = await change(id, { variants: [red, blue] })
  expect(await server.call(adjustStock, { id, pieces: 4, reason: 'delivery' }, desk)).toMatchObject({
    reason: 'product/variant-required',
  })
  const added = (await record(id)).variants[1]!
  expect(added).toMatchObject({ code: `${code}-B`, stock: 0 })
  const { stock } = await server.must(adjustStock, { id, variantId: added.id, pieces: 4, reason: 'delivery' }, desk)
  expect(stock).toBe(1004)
  expect((await server.must(listProducts, { search: `${code}-b blue` }, desk)).list).toMatchObject([
    { id, variants: 2, stock: 1004 },
  ])
  expect((await server.must(productHistory, { id }, desk)).list[0]).toMatchObject({
    before: { options: '', [`withdrawn.${code}-B`]: true },
    after: { options: 'Colour: Red', [`options.${code}-B`]: 'Colour: Blue', [`withdrawn.${code}-B`]: false },
  })
  expect(await server.must(undoProductChange, { id: done.changeId! }, desk)).toMatchObject({ undone: 1 })
  expect((await record(id)).variants).toMatchObject([
    { code, options: [], withdrawn: false },
    { code: `${code}-B`, withdrawn: true, stock: 4 },
  ])
  expect((await record(id)).stock).toBe(1000)
})

test('prices of many products change each variant, and the undo gives each its own back', async () => {
  const shop = await aStockedShop(server, { colours: [{ value: 'Red' }, { value: 'Gold', price: '12.00' }] })
  const id = shop.products[0]!
  const { done } = await change(id, { supplierPrice: { basisPoints: 1000 } })
  expect((await record(id)).variants.map(({ supplierPrice }) => supplierPrice)).toEqual(['11.00', '13.20'])
  await server.must(undoProductChange, { id: done.changeId! }, desk)
  expect((await record(id)).variants.map(({ supplierPrice }) => supplierPrice)).toEqual(['10.00', '12.00'])
  expect(await server.must(productDetail, { id }, shop)).toMatchObject({ supplierPrice: '12.00', variants: 2 })
})

// Imports.

const work = () => runImports(server.app.ctx, importKinds)
async function validated(kind: ImportKindName, content: string) {
  const started = await uploadImport(server, desk.token, kind, content)
  if (started.reason) throw new Error(started.reason)
  await server.must(mapImport, { id: started.id, columns: started.columns.map(({ column }) => column) }, desk)
  await work()
  return server.must(importDetail, { id: started.id }, desk)
}
async function committed(kind: ImportKindName, content: string) {
  const { id } = await validated(kind, content)
  await server.must(commitImport, { id }, desk)
  await work()
  return server.must(importDetail, { id }, desk)
}
const sentences = async (id: string, state: 'bad' | 'failed') =>
  (await server.must(importRows, { id, state }, desk)).list.map(({ line, problems }) => [
    line,
    problems.map(({ column, sentence }) => `${column}: ${sentence}`).join(' '),
  ])
const header = 'code,variant,options,name,category,supplierPrice,suggestedPrice,stock,withdrawn'
const byCode = async (code: string) =>
  record((await server.must(listProducts, { search: code }, desk)).list.find((row) => row.code === code)!.id)

test('an import adds a product with its variants, changes them, adds one to a product, and its undo takes all back', async () => {
  const [mug, cup] = [newCode(10), newCode(10)] as const
  const row = (code: string, variant: string, colour: string, price: string, stock: number) =>
    `${code},${variant && `${code}-${variant}`},${colour && `Colour: ${colour}`},Mug,${slug},${price},20.00,${stock},`
  const first = await committed(
    'products',
    [header, row(mug, 'R', 'Red', '5.00', 3), row(mug, 'B', 'Blue', '6.00', 4), row(cup, '', '', '7.00', 2)].join('\n'),
  )
  expect(first).toMatchObject({ state: 'done', progress: { committed: 3, failed: 0 } })
  expect(await byCode(mug)).toMatchObject({
    stock: 7,
    supplierPrice: '6.00',
    variants: [
      { code: `${mug}-R`, options: [{ name: 'Colour', value: 'Red' }], supplierPrice: '5.00', stock: 3 },
      { code: `${mug}-B`, stock: 4 },
    ],
  })
  const second = await committed(
    'products',
    [
      header,
      row(mug, 'R', 'Scarlet', '5.50', 10),
      row(cup, '', 'White', '7.00', 2),
      row(cup, 'K', 'Black', '8.00', 9),
      row(mug, 'B', 'Blue', '6.00', 4),
    ].join('\n'),
  )
  expect(second).toMatchObject({ preview: { add: 1, change: 2, leave: 1, bad: 0 }, progress: { committed: 3 } })
  expect(await byCode(cup)).toMatchObject({
    stock: 11,
    supplierPrice: '8.00',
    variants: [
      { code: cup, options: [{ name: 'Colour', value: 'White' }] },
      { code: `${cup}-K`, stock: 9 },
    ],
  })
  await server.must(undoImport, { id: second.id }, desk)
  await work()
  expect(await server.must(importDetail, { id: second.id }, desk)).toMatchObject({
    state: 'undone',
    progress: { undone: 3, kept: 0 },
  })
  expect(await byCode(mug)).toMatchObject({
    stock: 7,
    variants: [{ options: [{ name: 'Colour', value: 'Red' }], supplierPrice: '5.00', stock: 3 }, {}],
  })
  expect(await byCode(cup)).toMatchObject({
    stock: 2,
    supplierPrice: '7.00',
    variants: [
      { options: [], withdrawn: false },
      { withdrawn: true, stock: 0 },
    ],
  })
  await server.must(undoImport, { id: first.id }, desk)
  await work()
  expect(await byCode(mug)).toMatchObject({ withdrawn: true, stock: 0, variants: [{ withdrawn: true }, {}] })
})

test('a row that names no variant of a product with several, or differs in its options, is refused', async () => {
  const [code, other] = [newCode(10), newCode(10)] as const
  const row = (variant: string, options: string, name = 'Mug') =>
    `${code},${variant},${options},${name},${slug},5.00,20.00,1,`
  await committed('products', [header, row(`${code}-R`, 'Colour: Red'), row(`${code}-B`, 'Colour: Blue')].join('\n'))
  const bad = await validated(
    'products',
    [
      header,
      row('', ''),
      row(`${code}-X`, 'Colour'),
      row(`${code}-Y`, ''),
      `${other},${code}-R,Colour: Red,Mug,${slug},1,2,0,`,
    ].join('\n'),
  )
  expect(await sentences(bad.id, 'bad')).toEqual([
    [2, 'variant: Choose a variant of “Mug”.'],
    [3, 'options: Enter a valid value.'],
    [4, 'options: This field is required.'],
    [5, 'variant: This code is already in use.'],
  ])
  const stock = await validated('stock', `code,variant,stock\n${code},${code}-Z,5\n${code},${code}-B,5\n`)
  expect(await sentences(stock.id, 'bad')).toEqual([[2, 'variant: Product not found.']])
  expect(stock.preview).toMatchObject({ change: 1 })
  const failing = await committed(
    'products',
    [header, row(`${code}-G`, 'Size: L'), row(`${code}-H`, 'Colour: Red')].join('\n'),
  )
  expect(await sentences(failing.id, 'failed')).toEqual(
    [2, 3].map((line) => [line, 'options: All variants need the same options, each with its own values.']),
  )
  const names = await committed(
    'products',
    [header, row(`${code}-R`, 'Colour: Red', 'Cup'), row(`${code}-B`, 'Colour: Blue', 'Bowl')].join('\n'),
  )
  expect(names.progress).toMatchObject({ committed: 1, failed: 1 })
})

test('the price import of a variant shows the shelves that it ends', async () => {
  const shop = await aStockedShop(server, { colours: colours('Red', 'Blue') })
  const { code, variants } = await record(shop.products[0]!)
  const cheaper = await validated('prices', `code,variant,supplierPrice\n${code},${variants[1]!.code},9.00\n`)
  expect(cheaper.effect).toEqual({ products: 1, listings: 1, shops: 1, offShelf: 0 })
  const dearer = await validated('prices', `code,variant,supplierPrice\n${code},${variants[1]!.code},99.00\n`)
  expect(dearer.effect).toEqual({ products: 1, listings: 1, shops: 1, offShelf: 1 })
})

test('an export with variants that is imported changes nothing', async () => {
  await committed(
    'products',
    [
      header,
      ...['S', 'L'].map(
        (size) =>
          `EXP-${slug.toUpperCase()},EXP-${slug.toUpperCase()}-${size},Colour: Red; Size: ${size},Shirt,${slug},5,9,1,${size === 'L'}`,
      ),
    ].join('\n'),
  )
  for (const kind of ['products', 'stock', 'prices'] as const) {
    const answer = await server.app.console.inject({
      method: 'POST',
      url: exportFile.path,
      headers: desk,
      payload: { kind },
    })
    expect(answer.body).toContain(`EXP-${slug.toUpperCase()}-L`)
    const detail = await validated(kind, answer.body)
    expect(detail.preview).toEqual({ add: 0, change: 0, leave: detail.total, bad: 0 })
  }
})

test('the server’s role writes price, stock and availability of a product only to its variants', async () => {
  const shop = await aStockedShop(server)
  const id = shop.products[0]!
  for (const write of [
    sql`update product set stock = stock - 1 where id = ${id}`,
    sql`update product set supplier_price = 1100 where id = ${id}`,
    sql`update product set withdrawn = true where id = ${id}`,
    sql`update product_variant set stock = stock - 1 where id = ${id}`,
  ])
    await expect(write.execute(server.db)).rejects.toThrow('permission denied')
})
