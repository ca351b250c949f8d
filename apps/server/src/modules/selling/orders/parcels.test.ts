/** Orders of several parcels, on real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import {
  addParcel,
  buyerOrderDetail,
  carrierWebhook,
  confirmReceipt,
  listWork,
  maxParcels,
  operatorOrderDetail,
  orderDetail,
  orderStatus,
  removeParcel,
  scanOrder,
  searchOrders,
  shipOrder,
  shipOrders,
  undoShipments,
  workCounts,
} from '@quayside/contract'
import { searchPlatform } from '@quayside/contract/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop, type TestOrder } from '../../../../test/builders.ts'
import { signedCarriers, startTestServer, type TestServer } from '../../../../test/server.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { signCall } from '../../../platform/security/signature.ts'
import { lockOrder } from './order-store.ts'
import { receiveOrder } from './ending/receive-order.ts'

const [carrier, other] = signedCarriers as [(typeof signedCarriers)[0], (typeof signedCarriers)[0]]
let server: TestServer
let desk: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'fulfilment')
})
afterAll(() => server.close())

const aNumber = () => `SP${randomUUID().slice(0, 13).toUpperCase()}`
const by = (token = desk.token) => ({ token, key: newId() })
const keyOf = (order: TestOrder) => ({ shopId: order.shop.shopId, id: order.id })

/** Reports on a parcel as its carrier does. */
async function report(number: string, { delivered = false, by: from = carrier, at = server.clock.now() } = {}) {
  const payload = JSON.stringify({
    carrier: from.name,
    id: randomUUID(),
    trackingNumber: number,
    status: delivered ? 'Handed over' : 'Arrived at the depot',
    at: at.toISOString(),
    delivered,
  })
  const answer = await server.app.http.inject({
    method: 'POST',
    url: carrierWebhook.path,
    headers: {
      'content-type': 'application/json',
      'quayside-signature': signCall(from.secret, payload, Math.floor(server.clock.now().getTime() / 1000)),
    },
    payload,
  })
  expect(answer.statusCode).toBe(200)
}
const toShip = async () => anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
/** An order that was shipped with this parcel. */
async function shipped(number = aNumber(), name = carrier.name): Promise<TestOrder & { number: string }> {
  const order = await toShip()
  await server.must(shipOrder, { ...keyOf(order), carrier: name, trackingNumber: number }, by())
  return { ...order, number }
}
const add = (order: TestOrder, trackingNumber: string, name = carrier.name) =>
  server.must(addParcel, { ...keyOf(order), carrier: name, trackingNumber }, by())
const detail = (order: TestOrder) => server.must(orderDetail, { id: order.id }, { token: order.shop.token })
const forDesk = (order: TestOrder) => server.must(operatorOrderDetail, keyOf(order), { token: desk.token })
const statusOf = async (order: TestOrder) => (await detail(order)).status

test('an order with two parcels is received, and its earnings wait, with the last delivery', async () => {
  const [order, second] = [await shipped(), aNumber()]
  await add(order, second, other.name)
  server.clock.pass(60_000)
  await report(order.number, { delivered: true })
  expect(await detail(order)).toMatchObject({
    status: orderStatus.shipped,
    parcels: [
      { number: 1, carrier: carrier.name, trackingNumber: order.number, delivered: true },
      { number: 2, carrier: other.name, trackingNumber: second, delivered: false },
    ],
  })
  server.clock.pass(days(2))
  await report(second, { by: other })
  await report(second, { by: other, delivered: true })
  const seen = await detail(order)
  expect(seen).toMatchObject({ status: orderStatus.received, receivedAt: server.clock.now().toISOString() })
  expect(seen.history.filter(({ kind }) => kind === 'scan').map(({ parcel }) => parcel)).toEqual([1, 2, 2])
  expect(seen.parcels.map(({ delivered }) => delivered)).toEqual([true, true])
  const receipts = await queryAll(
    server.owner,
    sql`select from ledger.transfer where ref = ${order.id} and event = 'order.received'`,
  )
  expect(receipts).toHaveLength(1)
})

test('buyer, merchant and desk see every parcel, and every number finds the order', async () => {
  const [order, second] = [await shipped(), aNumber()]
  await add(order, second)
  const numbers = [order.number, second]
  const ofBuyer = await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })
  expect(ofBuyer.parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(numbers)
  expect(ofBuyer.events.map(({ kind }) => kind).slice(-2)).toEqual(['order.shipped', 'order.parcel-added'])
  const ofDesk = await forDesk(order)
  expect(ofDesk).toMatchObject({ parcelCount: 2, trackingNumber: order.number })
  expect(ofDesk.parcels.map(({ trackingNumber, removable }) => [trackingNumber, removable])).toEqual([
    [order.number, false],
    [second, true],
  ])
  for (const search of numbers) {
    const { list } = await server.must(searchOrders, { search: search.toLowerCase() }, { token: desk.token })
    expect(list.map(({ id }) => id)).toEqual([order.id])
    const found = await server.must(searchPlatform, { text: search }, { token: desk.token })
    expect(found.list.map(({ id }) => id)).toContain(order.id)
  }
})

test('several numbers of one waiting order ship it with several parcels, and the same number twice is named', async () => {
  const order = await toShip()
  const [first, second] = [aNumber(), aNumber()]
  const parcels = [first, second, `${first.slice(0, 4)} ${first.slice(4).toLowerCase()}`].map((trackingNumber) => ({
    ...keyOf(order),
    carrier: carrier.name,
    trackingNumber,
  }))
  const done = await server.must(shipOrders, { parcels }, by())
  expect(done.shipped.map(({ id }) => id)).toEqual([order.id])
  expect(done.refused).toMatchObject([{ id: order.id, reason: 'order/parcel-known' }])
  expect(done.refused[0]!.sentence).toContain('already has the tracking number')
  expect((await detail(order)).parcels.map(({ trackingNumber }) => trackingNumber)).toEqual([first, second])
})

test('a number that the order has, a twenty-first parcel, and an order that is not on its way are refused', async () => {
  const order = await shipped()
  const parcel = { ...keyOf(order), carrier: other.name, trackingNumber: order.number.toLowerCase() }
  expect((await server.call(addParcel, parcel, by())).reason).toBe('order/parcel-known')
  for (let n = 2; n <= maxParcels; n += 1) await add(order, aNumber())
  const more = { ...parcel, trackingNumber: aNumber() }
  expect((await server.call(addParcel, more, by())).reason).toBe('order/too-many-parcels')
  const waiting = await toShip()
  expect((await server.call(addParcel, { ...more, ...keyOf(waiting) }, by())).reason).toBe('order/not-shipped')
  expect((await server.call(addParcel, { ...more, id: newId() }, by())).reason).toBe('order/not-found')
})

test('two people report the delivery of each parcel that no carrier signs', async () => {
  const order = await shipped(aNumber(), 'Harbour Post')
  await add(order, aNumber(), 'Cork Couriers')
  const colleague = await anOperator(server, 'fulfilment')
  const said = (parcel: number, token: string) =>
    server.must(scanOrder, { ...keyOf(order), note: 'Signed slip', delivered: true, parcel }, by(token))
  await said(1, desk.token)
  const twice = { ...keyOf(order), note: 'Again', delivered: true, parcel: 1 }
  expect((await server.call(scanOrder, twice, by())).reason).toBe('operator/second-person')
  expect(await said(1, colleague.token)).toEqual({ received: false })
  expect((await forDesk(order)).may.undo).toBe('order/carrier-scanned')
  await said(2, desk.token)
  expect((await forDesk(order)).deliverySaid).toBe(true)
  expect(await said(2, colleague.token)).toEqual({ received: true })
  expect(await statusOf(order)).toBe(orderStatus.received)
})

test('a delivery from before the entry of a further number counts', async () => {
  const [order, second] = [await shipped(), aNumber()]
  server.clock.pass(60_000)
  await report(second, { delivered: true })
  await report(order.number)
  await add(order, second)
  expect((await detail(order)).parcels.map(({ delivered }) => delivered)).toEqual([false, true])
  await report(order.number, { delivered: true })
  expect(await statusOf(order)).toBe(orderStatus.received)
})

test('a parcel that was entered by mistake is removed until its carrier scans it, and no longer holds the order', async () => {
  const [order, wrong] = [await shipped(), aNumber()]
  await add(order, wrong)
  const key = { ...keyOf(order), number: 2, reason: 'Wrong number' }
  server.clock.pass(60_000)
  await report(order.number, { delivered: true })
  expect(await statusOf(order)).toBe(orderStatus.shipped)
  await server.must(removeParcel, key, by())
  expect(await detail(order)).toMatchObject({ status: orderStatus.received, parcels: [{ number: 1 }] })

  const scanned = await shipped()
  const number = aNumber()
  await add(scanned, number)
  await report(number)
  const refusal = await server.call(removeParcel, { ...key, ...keyOf(scanned) }, by())
  expect(refusal.reason).toBe('order/carrier-scanned')
  await expect(sql`delete from further_parcel where order_id = ${scanned.id}`.execute(server.db)).rejects.toThrow(
    'has reports',
  )
})

test('a reported delivery that does not count is work for the operators until they or the carrier end it', async () => {
  const workOf = async (order: TestOrder) => {
    const { list } = await server.must(listWork, { kind: 'delivery', limit: 100 }, { token: desk.token })
    return list.filter(({ id }) => id === order.id)
  }
  const countOf = async () => {
    const { list } = await server.must(workCounts, {}, { token: desk.token })
    return list.find(({ kind }) => kind === 'delivery')?.open ?? 0
  }
  // Two orders have the number, and the delivery is older than the shipment: it may be about another parcel.
  const number = aNumber()
  const [first, second] = [await shipped(number), await toShip()]
  const before = await countOf()
  const early = new Date(server.clock.now().getTime() + 30_000)
  server.clock.pass(60_000)
  await server.must(shipOrder, { ...keyOf(second), carrier: carrier.name, trackingNumber: number }, by())
  expect(await workOf(second)).toEqual([])
  await report(number, { delivered: true, at: early })
  expect(await statusOf(first)).toBe(orderStatus.received)
  expect(await statusOf(second)).toBe(orderStatus.shipped)
  expect(await workOf(second)).toMatchObject([
    { title: (await detail(second)).code, dueAt: new Date(server.clock.now().getTime() + days(2)).toISOString() },
  ])
  expect(await countOf()).toBe(before + 1)
  const colleague = await anOperator(server, 'fulfilment')
  const said = { ...keyOf(second), note: 'Signed slip', delivered: true }
  await server.must(scanOrder, said, by())
  expect(await workOf(second)).toHaveLength(1)
  await server.must(scanOrder, said, by(colleague.token))
  expect([await statusOf(second), await workOf(second)]).toEqual([orderStatus.received, []])

  // The word of one operator waits for a second one, or for the buyer.
  const typed = await shipped(aNumber(), 'Harbour Post')
  await server.must(scanOrder, { ...said, ...keyOf(typed) }, by())
  expect(await workOf(typed)).toHaveLength(1)
  await server.must(confirmReceipt, { id: typed.id }, { token: typed.buyer.token, key: newId() })
  expect(await workOf(typed)).toEqual([])
})

test('undoing a shipment takes all its parcels back', async () => {
  const order = await shipped()
  await add(order, aNumber())
  const undone = await server.must(undoShipments, { orders: [keyOf(order)], reason: 'Wrong order' }, by())
  expect(undone.undone).toHaveLength(1)
  expect(await detail(order)).toMatchObject({ status: orderStatus.awaitingShipment, parcels: [] })
  await server.must(shipOrder, { ...keyOf(order), carrier: carrier.name, trackingNumber: order.number }, by())
  expect((await detail(order)).parcels).toHaveLength(1)
})

test('the database receives no order of which a parcel is on its way, whoever writes', async () => {
  const [order, second] = [await shipped(), aNumber()]
  await add(order, second)
  server.clock.pass(60_000)
  await report(order.number, { delivered: true })
  const [event] = await queryAll(
    server.owner,
    sql<{ id: string }>`select id from carrier_event where tracking_number = ${order.number}`,
  )
  for (const actor of [`carrier:${event!.id}`, `operator:${desk.id}`]) {
    const receive = withTransaction(server.db, async (tx) => {
      const row = (await lockOrder(tx, order.shop.shopId, order.id))!
      await receiveOrder(server.app.ctx, tx, row, { actor, at: server.clock.now() })
    })
    await expect(receive).rejects.toThrow(/no carrier has said this|needs two of them/)
  }
  const late = sql`insert into further_parcel (shop_id, order_id, number, carrier, tracking_number, added_at, added_by)
    values (${order.shop.shopId}, ${(await toShip()).id}, 2, 'Post', 'XX123456', now(), ${desk.id})`
  await expect(late.execute(server.db)).rejects.toThrow()
})

test('a delivery and a further parcel at the same time end in one of the two states, never in both', async () => {
  for (let n = 0; n < 5; n += 1) {
    const [order, second] = [await shipped(), aNumber()]
    server.clock.pass(60_000)
    const parcel = { ...keyOf(order), carrier: carrier.name, trackingNumber: second }
    const [, added] = await Promise.all([
      report(order.number, { delivered: true }),
      server.call(addParcel, parcel, by()),
    ])
    const seen = await detail(order)
    expect([seen.status, seen.parcels.length]).toEqual(
      added.code === 1 ? [orderStatus.shipped, 2] : [orderStatus.received, 1],
    )
  }
})
