/** Imports and exports of products, stock and prices, from the upload to the undo. */
import { listListings, listProducts, listProductChanges, productHistory, stockMovements } from '@quayside/contract'
import {
  cancelImport,
  commitImport,
  exportFile,
  importBadRows,
  importDetail,
  importFile,
  importRows,
  listImports,
  mapImport,
  retryImport,
  undoImport,
  type ImportKindName,
} from '@quayside/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, aStockedShop, changeSupply, placeTestOrder, someProducts } from '../../../../test/builders.ts'
import { uploadImport, xlsx } from '../../../../test/import-files.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { importKinds } from '../../../composition/imports.ts'
import { hours } from '../../../platform/jobs/clock.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'
import { runImports } from '../../staff/imports/run-imports.ts'

let server: TestServer
let desk: { token: string }
let slug: string
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'catalogue')
  await someProducts(server, 1)
  ;[{ slug }] = (await queryAll(server.owner, sql<{ slug: string }>`select slug from category limit 1`)) as [
    { slug: string },
  ]
})
afterAll(() => server.close())

const work = () => runImports(server.app.ctx, importKinds)
/** Uploads, takes the suggested mapping, and validates. */
async function validated(kind: ImportKindName, content: string | Buffer) {
  const started = await uploadImport(server, desk.token, kind, content)
  if (started.reason) throw new Error(started.reason)
  await server.must(mapImport, { id: started.id, columns: started.columns.map(({ column }) => column) }, desk)
  await work()
  return server.must(importDetail, { id: started.id }, desk)
}
async function committed(kind: ImportKindName, content: string | Buffer) {
  const { id } = await validated(kind, content)
  await server.must(commitImport, { id }, desk)
  await work()
  return server.must(importDetail, { id }, desk)
}
async function download(path: string, input: object): Promise<string> {
  const answer = await server.app.console.inject({ method: 'POST', url: path, headers: desk, payload: input })
  expect(answer.statusCode).toBe(200)
  return answer.body
}
const product = async (code: string) => (await server.must(listProducts, { search: code }, desk)).list[0]!
const header = 'code,name,description,category,supplierPrice,suggestedPrice,stock,withdrawn'
let made = 0
const codes = (n: number) => Array.from({ length: n }, () => `IMP-${(made += 1)}`)
const row = (code: string, { price = '10.00', stock = 5 } = {}) =>
  `${code},Lamp ${code},,${slug},${price},20.00,${stock},`

test('adds, changes and leaves products as the preview says, and names every bad row with line, column and sentence', async () => {
  const [known, same, fresh] = codes(3) as [string, string, string]
  await committed('products', [header, row(known), row(same)].join('\n'))
  const lines = [
    header,
    row(known, { price: '"11,50"' }),
    row(same),
    row(fresh),
    `IMP-BAD,x,,nowhere,0,1.234,-1,maybe`,
    row('IMP-TWICE'),
    row('IMP-TWICE'),
  ]
  const detail = await validated('products', lines.join('\n'))
  expect(detail).toMatchObject({ state: 'ready', total: 6, preview: { add: 1, change: 1, leave: 1, bad: 3 } })
  const { list } = await server.must(importRows, { id: detail.id, state: 'bad' }, desk)
  expect(
    list.map(({ line, problems }) => [line, problems.map(({ column, sentence }) => `${column}: ${sentence}`)]),
  ).toEqual([
    [
      5,
      [
        'name: This is too short.',
        'supplierPrice: Enter a higher amount.',
        'suggestedPrice: Enter an amount with up to two decimals, for example 12.50.',
        'stock: Enter a whole number, such as 1200.',
        'withdrawn: Enter a valid value.',
      ],
    ],
    [6, ['code: Line 7 has the same item.']],
    [7, ['code: Line 6 has the same item.']],
  ])
  const changes = await server.must(importRows, { id: detail.id, state: 'change' }, desk)
  expect(changes.list[0]!.changes).toEqual([{ column: 'supplierPrice', before: '10.00', after: '11.50' }])
  await server.must(commitImport, { id: detail.id }, desk)
  await work()
  expect(await server.must(importDetail, { id: detail.id }, desk)).toMatchObject({
    state: 'done',
    progress: { committed: 2, failed: 0 },
  })
  expect(await product(known)).toMatchObject({ supplierPrice: '11.50', stock: 5 })
  expect(await product(fresh)).toMatchObject({ name: `Lamp ${fresh}`, stock: 5 })
  const movements = await server.must(stockMovements, { productId: (await product(fresh)).id }, desk)
  expect(movements.list).toMatchObject([{ cause: 'import', pieces: 5, importId: detail.id }])
  const badRows = await download(importBadRows.path, { id: detail.id })
  expect(badRows.split('\r\n')[0]).toBe(`\ufeff${header},Line,Problem`)
  expect(badRows).toContain('IMP-BAD,x,,nowhere,0,1.234,')
  expect(await download(importFile.path, { id: detail.id })).toBe(lines.join('\n'))
})

test('an export that is imported changes nothing, with every value that a product can have', async () => {
  const [code] = codes(1) as [string]
  await committed(
    'products',
    [header, `${code},"=Lamp, ""brass"" ","two\nlines -",${slug},0.01,99999.99,0,yes`].join('\n'),
  )
  const exported = await download(exportFile.path, { kind: 'products' })
  const detail = await validated('products', exported)
  expect(detail.preview).toEqual({ add: 0, change: 0, leave: detail.total, bad: 0 })
  expect(await server.call(commitImport, { id: detail.id }, desk)).toMatchObject({ reason: 'import/nothing-to-do' })
  expect((await product(code)).withdrawn).toBe(true)
  for (const kind of ['stock', 'prices'] as const)
    expect((await validated(kind, await download(exportFile.path, { kind }))).preview).toMatchObject({
      change: 0,
      bad: 0,
    })
  expect((await download(exportFile.path, { kind: 'products', filter: { search: code } })).split('\r\n')).toHaveLength(
    3,
  )
})

test('an XLSX file gives the same import as CSV', async () => {
  const [code] = codes(1) as [string]
  const detail = await committed(
    'products',
    xlsx([
      ['Code', 'Name', 'Category', 'Supplier price', 'Suggested price', 'Stock'],
      [code, 'Clock', slug, 7.1, 12, 3],
    ]),
  )
  expect(detail).toMatchObject({ state: 'done', progress: { committed: 1 } })
  expect(await product(code)).toMatchObject({ name: 'Clock', supplierPrice: '7.10', suggestedPrice: '12.00', stock: 3 })
})

test('a price import shows its effect on shops, takes listings at a loss off the shelf, tells each shop once, and its undo restores all', async () => {
  const [one, other] = [await aStockedShop(server), await aStockedShop(server)]
  const listed = await queryAll(
    server.owner,
    sql<{
      code: string
    }>`select p.code from listing l join product p on p.id = l.product_id where l.shop_id = ${one.shopId} order by p.code`,
  )
  const file = ['code,supplierPrice', ...listed.map(({ code }) => `${code},14.90`)].join('\n')
  const detail = await validated('prices', file)
  expect(detail.effect).toEqual({ products: listed.length, listings: listed.length, shops: 1, offShelf: listed.length })
  await server.must(commitImport, { id: detail.id }, desk)
  await work()
  const shelf = async (token: string) => (await server.must(listListings, {}, { token })).counts
  expect(await shelf(one.token)).toMatchObject({ onShelf: 0, offShelf: listed.length })
  expect((await shelf(other.token)).offShelf).toBe(0)
  const events = await queryAll(
    server.owner,
    sql<{
      name: string
    }>`select name from event where shop_id = ${one.shopId} and name like 'listings.%' and name <> 'listings.added' order by name`,
  )
  expect(events.map(({ name }) => name)).toEqual(['listings.supplier-changed', 'listings.taken-off-shelf'])
  await server.must(undoImport, { id: detail.id }, desk)
  await work()
  expect(await server.must(importDetail, { id: detail.id }, desk)).toMatchObject({
    state: 'undone',
    progress: { undone: listed.length, kept: 0 },
  })
  expect(await shelf(one.token)).toMatchObject({ onShelf: listed.length, offShelf: 0 })
  expect((await product(listed[0]!.code)).supplierPrice).toBe('10.00')
  const history = await server.must(productHistory, { id: (await product(listed[0]!.code)).id }, desk)
  expect(history.list.map(({ cause }) => cause)).toEqual(['undo', 'import', 'operator'])
  expect((await server.must(listProductChanges, {}, desk)).list.find(({ id }) => id === detail.id)).toMatchObject({
    undone: true,
    undoUntil: null,
  })
})

test('a stock import adds the difference that was shown, so an order in between keeps its goods', async () => {
  const shop = await aStockedShop(server)
  const [listed] = await queryAll(
    server.owner,
    sql<{
      code: string
      id: string
    }>`select p.code, p.id from listing l join product p on p.id = l.product_id where l.shop_id = ${shop.shopId} and l.id = ${shop.listings[0]!.id}`,
  )
  const before = (await product(listed!.code)).stock
  const detail = await validated('stock', `code,stock\n${listed!.code},${before + 50}\n`)
  await placeTestOrder(server, shop, 3)
  await server.must(commitImport, { id: detail.id }, desk)
  await work()
  expect((await product(listed!.code)).stock).toBe(before + 50 - 3)
})

test('a product that changed since the preview fails alone; a retry shows it again and commits it', async () => {
  const [a, b] = codes(2) as [string, string]
  await committed('products', [header, row(a), row(b)].join('\n'))
  const detail = await validated('prices', `code,supplierPrice\n${a},12.00\n${b},12.00\n`)
  await changeSupply(server, (await product(a)).id, { supplierPrice: '11.00' }, desk)
  await server.must(commitImport, { id: detail.id }, desk)
  await work()
  expect(await server.must(importDetail, { id: detail.id }, desk)).toMatchObject({
    state: 'done',
    progress: { committed: 1, failed: 1 },
  })
  const failed = await server.must(importRows, { id: detail.id, state: 'failed' }, desk)
  expect(failed.list[0]!.problems).toEqual([
    { column: null, sentence: 'This has changed since the preview. Nothing was written.' },
  ])
  await server.must(retryImport, { id: detail.id }, desk)
  await work()
  expect(await server.must(importDetail, { id: detail.id }, desk)).toMatchObject({
    state: 'ready',
    preview: { change: 1 },
  })
  await server.must(commitImport, { id: detail.id }, desk)
  await work()
  expect((await product(a)).supplierPrice).toBe('12.00')
})

test('an undo keeps what changed again, withdraws what was added, and ends after an hour', async () => {
  const [known, fresh] = codes(2) as [string, string]
  await committed('products', [header, row(known)].join('\n'))
  const detail = await committed('products', [header, row(known, { price: '12.00', stock: 9 }), row(fresh)].join('\n'))
  await changeSupply(server, (await product(known)).id, { supplierPrice: '13.00' }, desk)
  await server.must(undoImport, { id: detail.id }, desk)
  await work()
  expect(await server.must(importDetail, { id: detail.id }, desk)).toMatchObject({
    state: 'undone',
    progress: { undone: 1, kept: 1 },
  })
  expect(await product(known)).toMatchObject({ supplierPrice: '13.00', stock: 9 })
  expect(await product(fresh)).toMatchObject({ withdrawn: true, stock: 0 })
  const [late] = codes(1) as [string]
  const later = await committed('products', [header, row(late)].join('\n'))
  expect(later.undoUntil).not.toBeNull()
  server.clock.pass(hours(1) + 1)
  desk = await anOperator(server, 'catalogue')
  expect(await server.call(undoImport, { id: later.id }, desk)).toMatchObject({ reason: 'import/undo-over' })
})

test('a cancelled import writes nothing more; a state is passed once; another desk sees nothing', async () => {
  const [code] = codes(1) as [string]
  const detail = await validated('products', [header, row(code)].join('\n'))
  await server.must(cancelImport, { id: detail.id }, desk)
  expect(await server.call(commitImport, { id: detail.id }, desk)).toMatchObject({ reason: 'import/moved-on' })
  expect(await server.call(cancelImport, { id: detail.id }, desk)).toMatchObject({ reason: 'import/moved-on' })
  await work()
  expect(await product(code)).toBeUndefined()
  const warehouse = await anOperator(server, 'fulfilment')
  expect(await server.call(importDetail, { id: detail.id }, warehouse)).toMatchObject({ reason: 'import/not-found' })
  expect((await uploadImport(server, warehouse.token, 'products', 'code\nA\n')).reason).toBe('request/forbidden')
  expect((await server.must(listImports, {}, warehouse)).list.every(({ kind }) => kind === 'stock')).toBe(true)
  expect((await server.must(listImports, { kind: 'products', limit: 2 }, desk)).cursor).not.toBeNull()
})

test('a mapping names each column once, and every column that is needed', async () => {
  const { id } = await uploadImport(server, desk.token, 'stock', 'Article,Count,Remark\nA-1,5,x\n')
  const map = (columns: (string | null)[]) => server.call(mapImport, { id, columns }, desk)
  expect(await map(['code', null, null])).toMatchObject({
    reason: 'import/column-missing',
    values: { column: 'stock' },
  })
  expect(await map(['code', 'code', 'stock'])).toMatchObject({ reason: 'import/column-twice' })
  expect(await map(['code', 'stock'])).toMatchObject({ reason: 'request/malformed' })
  expect(await map(['code', 'stock', 'name'])).toMatchObject({ reason: 'request/malformed' })
  expect(await map(['code', 'stock', null])).toMatchObject({ code: 1, data: { state: 'staging' } })
  await work()
  const { list } = await server.must(importRows, { id }, desk)
  expect(list[0]!.problems).toEqual([{ column: 'Article', sentence: 'Product not found.' }])
})

test('a file without rows, a broken file and a file that is too large are refused with a sentence', async () => {
  const refusalOf = async (content: string | Buffer) =>
    (await uploadImport(server, desk.token, 'stock', content)).reason
  expect(await refusalOf('code,stock\n')).toBe('import/no-rows')
  expect(await refusalOf('')).toBe('import/no-rows')
  expect(await refusalOf(Buffer.alloc(33 * 1024 * 1024, 'a'))).toBe('import/too-large')
  const broken = await validated('stock', `code,stock\n${'A-1,5\n'.repeat(28)}A-2,"5\n`)
  expect(broken).toMatchObject({ state: 'failed', failure: 'Line 30 of the file isn’t valid CSV.' })
})

test('the database refuses to commit a committed row again', async () => {
  const [code] = codes(1) as [string]
  const { id } = await committed('products', [header, row(code)].join('\n'))
  const again = sql`update import_row set state = 'add' where import_id = ${id}`
  await expect(again.execute(server.db)).rejects.toThrow('is committed')
})
