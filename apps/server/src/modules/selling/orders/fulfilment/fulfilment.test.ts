/**
 * The desk of fulfilment on real PostgreSQL: search, shipping of many orders, undoing, and orders that cannot be
 * supplied.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import {
  addressLabels,
  buyerOrderDetail,
  cannotSupplyOrders,
  fulfilmentCounts,
  listMessages,
  operatorOrderDetail,
  orderAddress,
  orderDetail,
  orderStatus,
  packingSlips,
  pickList,
  requestRefund,
  scanOrder,
  searchOrders,
  shipOrders,
  undoShipments,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop, type TestOrder, type TestShop } from '../../../../../test/builders.ts'
import { signedCarriers, startTestServer, type TestServer } from '../../../../../test/server.ts'
import { wrongPageCounts } from '../../../../../test/page-counts.ts'
import { days, hours } from '../../../../platform/jobs/clock.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { queryAll, sql } from '../../../../platform/database/postgres.ts'
import { signCall } from '../../../../platform/security/signature.ts'
import { processEvents } from '../../../people/messages/process-events.ts'

let server: TestServer
let desk: { token: string; id: string }
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
  desk = await anOperator(server, 'fulfilment')
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const carrier = signedCarriers[0]!
const aNumber = () => `SG-${newCode(12)}`
const keyOf = (order: TestOrder) => ({ shopId: order.shop.shopId, id: order.id })
const parcelOf = (order: TestOrder, trackingNumber = aNumber(), name = 'Harbour Post') => ({
  ...keyOf(order),
  carrier: name,
  trackingNumber,
})
const toShip = (of = shop) => anOrder(server, of, { status: orderStatus.awaitingShipment })
const ship = (parcels: ReturnType<typeof parcelOf>[], key = newId()) =>
  server.must(shipOrders, { parcels }, { token: desk.token, key })
const undo = (orders: TestOrder[], key = newId()) =>
  server.must(undoShipments, { orders: orders.map(keyOf), reason: 'The wrong file' }, { token: desk.token, key })
const detail = (order: TestOrder) => server.must(orderDetail, { id: order.id }, { token: order.shop.token })
const forDesk = (order: TestOrder, token = desk.token) => server.must(operatorOrderDetail, keyOf(order), { token })

async function report(number: string, delivered = false): Promise<number> {
  const body = JSON.stringify({
    carrier: carrier.name,
    id: randomUUID(),
    trackingNumber: number,
    status: 'Arrived at the depot',
    at: server.clock.now().toISOString(),
    delivered,
  })
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/store/webhook/carrier',
    headers: {
      'content-type': 'application/json',
      'quayside-signature': signCall(carrier.secret, body, Math.floor(server.clock.now().getTime() / 1000)),
    },
    payload: body,
  })
  return answer.statusCode
}

test('many orders of two shops ship in one request, each refused one is named, and the same key ships nothing twice', async () => {
  const other = await aStockedShop(server)
  const [first, second, third] = [await toShip(), await toShip(other), await anOrder(server, shop)]
  const unknown = { shopId: shop.shopId, id: newId(), carrier: 'Harbour Post', trackingNumber: aNumber() }
  const once = parcelOf(first)
  const parcels = [once, parcelOf(second), parcelOf(third), unknown, once]
  const key = newId()
  const outcome = await ship(parcels, key)
  expect(outcome.shipped.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
  expect(outcome.refused.map(({ id, reason }) => [id, reason])).toEqual([
    [third.id, 'order/not-awaiting-shipment'],
    [unknown.id, 'order/not-found'],
    [first.id, 'order/parcel-known'],
  ])
  expect(outcome.refused[0]).toMatchObject({ code: third.code, sentence: 'This order isn’t waiting for shipment.' })
  expect(await ship(parcels, key)).toEqual(outcome)
  expect(await detail(first)).toMatchObject({
    status: orderStatus.shipped,
    carrier: 'Harbour Post',
    trackingNumber: parcels[0]!.trackingNumber,
  })
  const booked = await queryAll(
    server.owner,
    sql`select from ledger.transfer where event = 'order.shipped' and ref in (${first.id}, ${second.id})`,
  )
  expect(booked).toHaveLength(2)
})

test('ten requests at once that ship the same orders ship each of them once', async () => {
  const orders = [await toShip(), await toShip(), await toShip()]
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, i) => {
      const mine = orders.map((order) => parcelOf(order))
      return ship(i % 2 === 0 ? mine : mine.toReversed())
    }),
  )
  expect(outcomes.flatMap(({ shipped }) => shipped.map(({ id }) => id)).sort()).toEqual(
    orders.map(({ id }) => id).sort(),
  )
})

test('an undone shipment waits for shipment again, tells the merchant, and its next shipment is booked anew', async () => {
  const order = await toShip()
  const before = await detail(order)
  await ship([parcelOf(order)])
  // Only hours of the deadline are left.
  server.clock.set(new Date(new Date(before.shipBy!).getTime() - hours(2)))
  expect((await undo([order])).undone.map(({ code }) => code)).toEqual([order.code])
  expect(await detail(order)).toMatchObject({
    status: orderStatus.awaitingShipment,
    carrier: null,
    trackingNumber: null,
    shippedAt: null,
    shipBy: new Date(server.clock.now().getTime() + days(1)).toISOString(),
  })
  await processEvents(server.app.ctx)
  const { list } = await server.must(listMessages, { limit: 100 }, { token: shop.token })
  expect(list.find(({ kind }) => kind === 'order.ship-undone')?.text).toContain(order.code)

  await ship([parcelOf(order)])
  await undo([order])
  await ship([parcelOf(order)])
  const books = (await forDesk(order)).books.map(({ event }) => event)
  expect(books.filter((event) => event.startsWith('order.ship'))).toEqual([
    'order.shipped',
    'order.ship-undone',
    'order.shipped',
    'order.ship-undone',
    'order.shipped',
  ])
  expect((await detail(order)).history.map(({ kind }) => kind)).toContain('order.ship-undone')
  expect((await undo([await toShip()])).refused).toMatchObject([{ reason: 'order/not-shipped' }])
})

test('a shipment is not undone after the carrier’s first scan or with a refund; a typed scan does not hold it', async () => {
  const [scanned, refunded, typed] = [await toShip(), await toShip(), await toShip()]
  const number = aNumber()
  await ship([parcelOf(scanned, number, carrier.name), parcelOf(refunded), parcelOf(typed)])
  expect(await report(number)).toBe(200)
  const asked = { orderId: refunded.id, reason: 'other' as const, text: 'Too late' }
  await server.must(requestRefund, asked, { token: refunded.buyer.token, key: newId() })
  const note = { ...keyOf(typed), note: 'Seen at the gate', delivered: true }
  await server.must(scanOrder, note, { token: desk.token, key: newId() })

  const { undone, refused } = await undo([scanned, refunded, typed])
  expect(undone.map(({ id }) => id)).toEqual([typed.id])
  expect(refused.map(({ id, reason }) => [id, reason])).toEqual([
    [scanned.id, 'order/carrier-scanned'],
    [refunded.id, 'order/gone-meanwhile'],
  ])
  expect((await forDesk(scanned)).may.undo).toBe('order/carrier-scanned')
  // The delivery that was said about the parcel that was taken back says nothing about the next one.
  await ship([parcelOf(typed)])
  const again = await server.must(scanOrder, { ...note, note: 'Seen again' }, { token: desk.token, key: newId() })
  expect(again.received).toBe(false)
})

test('the database refuses to undo a shipment that a carrier has scanned, and one that keeps its parcel', async () => {
  const [scanned, kept] = [await toShip(), await toShip()]
  const number = aNumber()
  await ship([parcelOf(scanned, number, carrier.name), parcelOf(kept)])
  await report(number)
  const reset = sql`shipped_at = null, carrier = null, tracking_number = null, shipment_round = 2`
  const back = (order: TestOrder, change: typeof reset) =>
    sql`update orders set status = 2, ${change}, changed_by = 'clock', changed_at = now() where id = ${order.id}`.execute(
      server.db,
    )
  await expect(back(scanned, reset)).rejects.toThrow('cannot be undone')
  await expect(back(kept, sql`shipped_at = null, shipment_round = 2`)).rejects.toThrow('cannot be undone')
})

test('a carrier’s scan that comes at once with the undoing wins or finds no parcel, never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await toShip()
    const number = aNumber()
    await ship([parcelOf(order, number, carrier.name)])
    const [status, { undone }] = await Promise.all([report(number, true), undo([order])])
    expect(status).toBe(200)
    const now = await detail(order)
    const scans = now.history.filter(({ source }) => source === 'carrier').length
    expect([now.status, scans]).toEqual(
      undone.length === 1 ? [orderStatus.awaitingShipment, 0] : [orderStatus.received, 2],
    )
  }
})

test('merchant and buyer read why orders cannot be supplied', async () => {
  const [first, second, shipped] = [await toShip(), await toShip(), await toShip()]
  await ship([parcelOf(shipped)])
  const { cancelled, refused } = await server.must(
    cannotSupplyOrders,
    { orders: [first, second, shipped].map(keyOf), reason: 'damaged', note: 'Water in the hall' },
    { token: desk.token, key: newId() },
  )
  expect(cancelled.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
  expect(refused).toMatchObject([{ id: shipped.id, reason: 'order/not-awaiting-shipment' }])
  const noSupply = { reason: 'damaged', note: 'Water in the hall' }
  expect(await detail(first)).toMatchObject({ status: orderStatus.cancelled, noSupply })
  expect(await server.must(buyerOrderDetail, { id: first.id }, { token: first.buyer.token })).toMatchObject({
    cancelReason: 'cannot-supply',
    noSupply,
    refund: { amount: first.total },
  })
})

test('orders are found by number, parcel, buyer and shop, and listed by deadline, state, carrier and silence', async () => {
  const mine = await aStockedShop(server)
  const [late, soon, away] = [await toShip(mine), await toShip(mine), await toShip(mine)]
  const number = aNumber()
  await ship([parcelOf(away, number, 'Quiet Couriers')])
  const buyer = `Zoë Zander ${newCode(6)}`
  await sql`update orders set ship_by = ${new Date(server.clock.now().getTime() - 1)} where id = ${late.id}`.execute(
    server.owner,
  )
  await sql`alter table orders disable trigger user`.execute(server.owner)
  await sql`update orders set buyer_name = ${buyer} where id = ${soon.id}`.execute(server.owner)
  await sql`alter table orders enable trigger user`.execute(server.owner)
  const find = async (input: Parameters<typeof search>[0]) => (await search(input)).list.map(({ id }) => id)
  const search = (input: Partial<Parameters<typeof server.must<typeof searchOrders>>[1]>) =>
    server.must(searchOrders, { limit: 100, ...input }, desk)

  expect(await find({ search: late.code.slice(0, 7).toLowerCase() })).toContain(late.id)
  expect(await find({ search: number.toLowerCase().replaceAll('-', ' ') })).toEqual([away.id])
  expect(await find({ search: buyer.toUpperCase() })).toEqual([soon.id])
  expect(await find({ search: mine.shopCode, sort: 'oldest' })).toEqual([late.id, soon.id, away.id])
  expect(await find({ search: `Shop ${mine.shopCode}`, status: orderStatus.shipped })).toEqual([away.id])
  expect(await find({ search: '100%_' })).toEqual([])
  expect(await find({ carrier: 'QUIET  COURIERS' })).toEqual([away.id])
  expect(await find({ deadline: 'late' })).toContain(late.id)
  expect(await find({ deadline: 'late' })).not.toContain(soon.id)

  const pages: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await search({ search: mine.shopCode, sort: 'newest', limit: 2, ...(cursor ? { cursor } : {}) })
    pages.push(...page.list.map(({ id }) => id))
    if (!page.cursor) break
    cursor = page.cursor
  }
  expect(pages).toEqual([away.id, soon.id, late.id])
  const [first] = (await search({ sort: 'deadline' })).list
  expect(first?.id).toBe(late.id)

  const counts = await server.must(fulfilmentCounts, {}, desk)
  expect(counts.deadlines.late).toBe(1)
  expect(counts.carriers.slice(0, 2)).toEqual(signedCarriers.map(({ name }) => ({ name, signed: true })))
  expect(counts.carriers).toContainEqual({ name: 'Quiet Couriers', signed: false })
  expect(await find({ silent: true, search: mine.shopCode })).toEqual([])
  server.clock.pass(days(5))
  expect(await find({ silent: true, search: mine.shopCode })).toEqual([away.id])
  await server.must(
    scanOrder,
    { ...keyOf(away), note: 'At the border', delivered: false },
    { token: desk.token, key: newId() },
  )
  expect(await find({ silent: true, search: mine.shopCode })).toEqual([])
})

test('an operator reads an order with who said each event; the address is open to who ships, while it ships', async () => {
  const order = await toShip()
  const finance = await anOperator(server, 'finance')
  const read = await forDesk(order, finance.token)
  expect(read).toMatchObject({ code: order.code, buyer: 'Bea Buyer', shopCode: shop.shopCode, addressOpen: true })
  expect(JSON.stringify(read)).not.toContain('Pier Road')
  expect((await server.call(orderAddress, keyOf(order), finance)).reason).toBe('request/forbidden')
  expect(await server.must(orderAddress, keyOf(order), desk)).toMatchObject({ street: '1 Pier Road' })

  const number = aNumber()
  await ship([parcelOf(order, number, carrier.name)])
  await server.must(
    scanOrder,
    { ...keyOf(order), note: 'Asked the carrier', delivered: false },
    { token: desk.token, key: newId() },
  )
  await report(number, true)
  const { history, signedCarrier, may } = await forDesk(order)
  expect(signedCarrier).toBe(true)
  expect(
    history.filter(({ kind }) => kind === 'scan').map(({ source, signed, operator }) => [source, signed, operator]),
  ).toEqual([
    ['operator', false, 'Op Erator'],
    ['carrier', true, null],
  ])
  expect(may).toEqual({
    ship: 'order/not-awaiting-shipment',
    cannotSupply: 'order/not-awaiting-shipment',
    undo: 'order/not-shipped',
    scan: 'order/not-shipped',
  })
  expect((await server.call(orderAddress, keyOf(order), desk)).reason).toBe('order/address-closed')
  const buyers = await server.must(buyerOrderDetail, { id: order.id }, { token: order.buyer.token })
  expect(buyers.events.filter(({ kind }) => kind === 'scan').map(({ source }) => source)).toEqual([
    'operator',
    'carrier',
  ])
})

test('an address with a letter that no font has is named before printing, and printed all the same when asked', async () => {
  const [plain, rare] = [await toShip(), await toShip()]
  await sql`alter table orders disable trigger user`.execute(server.owner)
  await sql`update orders set address = address || '{"name": "王坶", "city": "南京", "country": "CN"}' where id = ${rare.id}`.execute(
    server.owner,
  )
  await sql`alter table orders enable trigger user`.execute(server.owner)
  const printed = async () =>
    (await queryAll(server.owner, sql`select 1 from order_paper where ${rare.id} = any(order_ids)`)).length
  const print = ({ path }: { path: string }, choice: { printAnyway?: boolean }) =>
    server.app.console.inject({
      method: 'POST',
      url: path,
      headers: { token: desk.token, 'content-type': 'application/json', lang: 'en' },
      payload: JSON.stringify({ orders: [plain, rare].map(keyOf), ...choice }),
    })
  for (const endpoint of [packingSlips, addressLabels]) {
    const refused = await print(endpoint, {})
    expect(refused.json()).toMatchObject({
      msg: `These orders have letters that cannot be printed: ${rare.code} (坶)`,
      data: { reason: 'order/unprintable' },
    })
    const before = await printed()
    const answer = await print(endpoint, { printAnyway: true })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await printed()) - before).toBe(1)
  }
  // A refused print is no print.
  expect(await printed()).toBe(2)
})

test('papers of many orders are PDFs; those with addresses are refused after the shipping and write who printed them', async () => {
  const [first, second] = [await toShip(), await toShip()]
  await sql`alter table orders disable trigger user`.execute(server.owner)
  await sql`update orders set address = address || '{"name": "山田 太郎", "city": "القاهرة", "country": "JP"}' where id = ${second.id}`.execute(
    server.owner,
  )
  await sql`alter table orders enable trigger user`.execute(server.owner)
  const print = async ({ path }: { path: string }, orders: TestOrder[]) => {
    const answer = await server.app.console.inject({
      method: 'POST',
      url: path,
      headers: { token: desk.token, 'content-type': 'application/json', lang: 'en' },
      payload: JSON.stringify({ orders: orders.map(keyOf) }),
    })
    return answer
  }
  for (const endpoint of [pickList, packingSlips, addressLabels]) {
    const answer = await print(endpoint, [first, second])
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const folder = process.env['PAPERS']
    if (folder) await writeFile(`${folder}/${endpoint.path.split('/').at(-1)}.pdf`, answer.rawPayload)
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const printed = await queryAll(
    server.owner,
    sql<{
      kind: string
      operator_id: string
      order_ids: string[]
    }>`select kind, operator_id, order_ids from order_paper where ${first.id} = any(order_ids) order by kind desc`,
  )
  expect(printed.map(({ kind, operator_id }) => [kind, operator_id])).toEqual([
    ['packing-slips', desk.id],
    ['labels', desk.id],
  ])
  expect(printed[0]!.order_ids.toSorted()).toEqual([first.id, second.id].sort())
  const done = await anOrder(server, shop, { status: orderStatus.received })
  expect((await print(addressLabels, [first, done])).json()).toMatchObject({ data: { reason: 'order/address-closed' } })
  expect((await print(packingSlips, [{ ...first, id: newId() }])).json()).toMatchObject({
    data: { reason: 'order/not-found' },
  })
})

test('after all of this the counts of the shops’ pages are those of the rows', async () => {
  expect(await wrongPageCounts(server.owner)).toEqual([])
})
