/** Shipping by file, on real PostgreSQL. */
import {
  commitImport,
  importDetail,
  importRows,
  mapImport,
  operatorOrderDetail,
  orderDetail,
  orderStatus,
  shipOrders,
  undoImport,
  undoShipments,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop, type TestOrder, type TestShop } from '../../../../../test/builders.ts'
import { uploadImport } from '../../../../../test/import-files.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { importKinds } from '../../../../composition/imports.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { queryAll, sql } from '../../../../platform/database/postgres.ts'
import { runImports } from '../../../staff/imports/run-imports.ts'

let server: TestServer
let desk: { token: string; id: string }
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'fulfilment')
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const work = () => runImports(server.app.ctx, importKinds)
const toShip = () => anOrder(server, shop, { status: orderStatus.awaitingShipment })
const aNumber = () => `HP-${newCode(10)}`
async function preview(content: string) {
  const started = await uploadImport(server, desk.token, 'shipments', content)
  expect(started.reason).toBeUndefined()
  await server.must(mapImport, { id: started.id, columns: started.columns.map(({ column }) => column) }, desk)
  await work()
  return server.must(importDetail, { id: started.id }, desk)
}
async function commit(id: string) {
  await server.must(commitImport, { id }, desk)
  await work()
  return server.must(importDetail, { id }, desk)
}
const statusOf = async (order: TestOrder) =>
  (await server.must(orderDetail, { id: order.id }, { token: shop.token })).status

test('a file ships its orders; the preview names every bad row; the same file again changes nothing', async () => {
  const [first, second, unpicked, away] = [await toShip(), await toShip(), await anOrder(server, shop), await toShip()]
  const awayNumber = aNumber()
  await server.must(
    shipOrders,
    { parcels: [{ shopId: shop.shopId, id: away.id, carrier: 'Harbour Post', trackingNumber: awayNumber }] },
    { token: desk.token, key: newId() },
  )
  const file = [
    'Order;Carrier;Tracking number',
    `#${first.code.toLowerCase()};Harbour Post;${aNumber()}`,
    `${second.code};Harbour Post;${aNumber()}`,
    `${unpicked.code};Harbour Post;${aNumber()}`,
    `NOSUCHORDR;Harbour Post;${aNumber()}`,
    `${away.code};Cork Couriers;${awayNumber}`,
    `${first.code};www.pay-here.com;${aNumber()}`,
    `${second.code};;no number!`,
  ].join('\n')
  const seen = await preview(file)
  expect(seen).toMatchObject({ state: 'ready', total: 7, preview: { add: 2, change: 0, leave: 0, bad: 5 } })
  const { list } = await server.must(importRows, { id: seen.id, state: 'bad' }, desk)
  expect(list.map(({ line, problems }) => [line, problems.map(({ column }) => column)])).toEqual([
    [4, ['Order']],
    [5, ['Order']],
    [6, ['Tracking number']],
    [7, ['Carrier']],
    [8, expect.arrayContaining(['Carrier', 'Tracking number'])],
  ])
  expect(list.flatMap(({ problems }) => problems).every(({ sentence }) => sentence.length > 5)).toBe(true)
  expect(await statusOf(first)).toBe(orderStatus.awaitingShipment)

  expect(await commit(seen.id)).toMatchObject({ state: 'done', progress: { committed: 2, failed: 0 } })
  expect([await statusOf(first), await statusOf(second)]).toEqual([orderStatus.shipped, orderStatus.shipped])
  expect(await preview(file)).toMatchObject({ preview: { add: 0, leave: 2, bad: 5 } })
  const { history } = await server.must(operatorOrderDetail, { shopId: shop.shopId, id: first.id }, desk)
  expect(history.at(-1)).toMatchObject({ kind: 'order.shipped', source: 'operator', operator: 'Op Erator' })
})

test('a file with two numbers of one order gives it two parcels, at once or later; export and undo know them', async () => {
  const [order, other] = [await toShip(), await toShip()]
  const [a, b, c] = [aNumber(), aNumber(), aNumber()]
  const file = ['order,carrier,trackingNumber', `${order.code},Harbour Post,${a}`, `${order.code},Cork Couriers,${b}`]
  const { id } = await preview(file.join('\n'))
  expect(await commit(id)).toMatchObject({ state: 'done', progress: { committed: 2, failed: 0 } })
  const numbersOf = async (one: TestOrder) =>
    (await server.must(orderDetail, { id: one.id }, { token: shop.token })).parcels.map(
      (parcel) => parcel.trackingNumber,
    )
  expect(await numbersOf(order)).toEqual([a, b])

  const twice = await preview(
    [file[0], `${other.code},Harbour Post,${c}`, `${other.code},Harbour Post,${c}`].join('\n'),
  )
  expect(twice.preview).toMatchObject({ add: 0, bad: 2 })

  const later = await preview([file[0], `${order.code},Harbour Post,${c}`].join('\n'))
  expect(later.preview).toMatchObject({ add: 0, change: 1, bad: 0 })
  const { list } = await server.must(importRows, { id: later.id, state: 'change' }, desk)
  expect(JSON.stringify(list)).toContain(`${a}, ${b}, ${c}`)
  await commit(later.id)
  expect(await numbersOf(order)).toEqual([a, b, c])
  const kind = importKinds.find((one) => one.kind === 'shipments')!
  const rows = (await Array.fromAsync(kind.exportRows(server.db, { state: 'shipped' }))).flat()
  expect(rows.filter(([code]) => code === order.code)).toEqual([
    [order.code, 'Harbour Post', a],
    [order.code, 'Cork Couriers', b],
    [order.code, 'Harbour Post', c],
  ])

  await server.must(undoImport, { id: later.id }, desk)
  await work()
  expect(await numbersOf(order)).toEqual([a, b])
  await server.must(undoImport, { id }, desk)
  await work()
  expect([await numbersOf(order), await statusOf(order)]).toEqual([[], orderStatus.awaitingShipment])
})

test('an order that moved on since the preview is named as failed, and the others ship', async () => {
  const [first, second] = [await toShip(), await toShip()]
  const file = [
    'order,carrier,trackingNumber',
    ...[first, second].map(({ code }) => `${code},Harbour Post,${aNumber()}`),
  ]
  const { id } = await preview(file.join('\n'))
  const parcel = { shopId: shop.shopId, id: first.id, carrier: 'Lantern Post', trackingNumber: aNumber() }
  await server.must(shipOrders, { parcels: [parcel] }, { token: desk.token, key: newId() })
  expect(await commit(id)).toMatchObject({ state: 'done', progress: { committed: 1, failed: 1 } })
  const { list } = await server.must(importRows, { id, state: 'failed' }, desk)
  expect(list[0]?.problems).toEqual([{ column: 'order', sentence: 'This order isn’t waiting for shipment.' }])
  expect(await statusOf(second)).toBe(orderStatus.shipped)
})

test('undoing a file takes its shipments back, except those that were shipped again', async () => {
  const [first, second] = [await toShip(), await toShip()]
  const file = [
    'order,carrier,trackingNumber',
    ...[first, second].map(({ code }) => `${code},Harbour Post,${aNumber()}`),
  ]
  const { id } = await preview(file.join('\n'))
  await commit(id)
  const again = { shopId: shop.shopId, id: first.id }
  const by = () => ({ token: desk.token, key: newId() })
  await server.must(undoShipments, { orders: [again], reason: 'Another carrier' }, by())
  await server.must(shipOrders, { parcels: [{ ...again, carrier: 'Lantern Post', trackingNumber: aNumber() }] }, by())
  await server.must(undoImport, { id }, desk)
  await work()
  expect(await server.must(importDetail, { id }, desk)).toMatchObject({
    state: 'undone',
    progress: { undone: 1, kept: 1 },
  })
  expect([await statusOf(first), await statusOf(second)]).toEqual([orderStatus.shipped, orderStatus.awaitingShipment])
  const booked = await queryAll(
    server.owner,
    sql<{
      event: string
    }>`select event from ledger.transfer where ref = ${second.id} and event like 'order.ship%' order by recorded_at`,
  )
  expect(booked.map(({ event }) => event)).toEqual(['order.shipped', 'order.ship-undone'])
})
