/** What carriers report by signed calls, on real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { carrierWebhook, confirmReceipt, orderDetail, orderStatus, scanOrder, shipOrder } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop, type TestOrder } from '../../../test/builders.ts'
import { signedCarriers, startTestServer, type TestServer } from '../../../test/server.ts'
import { newId } from '../../platform/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../platform/postgres.ts'
import { signCall } from '../../platform/signature.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { receivedEntry, sharesOnReceipt } from './entries.ts'
import { receiveOrder } from './receive-order.ts'
import { shipOrder as shipParcel } from './ship-order.ts'
import { changeOrders, lockOrder, moneyOf } from './order-store.ts'

const [carrier, other] = signedCarriers as [(typeof signedCarriers)[0], (typeof signedCarriers)[0]]
let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await anOperator(server, 'fulfilment')).token
})
afterAll(() => server.close())

const seconds = () => Math.floor(server.clock.now().getTime() / 1000)
const aNumber = () => `SP${randomUUID().slice(0, 13).toUpperCase()}`

const eventOf = (trackingNumber: string, more: object = {}) => ({
  carrier: carrier.name,
  id: randomUUID(),
  trackingNumber,
  status: 'Arrived at the depot',
  at: server.clock.now().toISOString(),
  delivered: false,
  ...more,
})
/** Sends an event as the carrier would; answers the HTTP status. */
async function report(event: object, { secret = carrier.secret, at = seconds(), signature = '', body = '' } = {}) {
  const payload = JSON.stringify(event)
  const answer = await server.app.http.inject({
    method: 'POST',
    url: carrierWebhook.path,
    headers: {
      'content-type': 'application/json',
      'quayside-signature': signature || signCall(secret, payload, at),
    },
    payload: body || payload,
  })
  return answer.statusCode
}

async function ship(order: TestOrder, number: string, name = carrier.name) {
  const parcel = { shopId: order.shop.shopId, id: order.id, carrier: name, trackingNumber: number }
  await server.must(shipOrder, parcel, { token, key: newId() })
}
/** An order that this carrier has. */
async function shipped(number = aNumber(), name = carrier.name): Promise<TestOrder & { number: string }> {
  const order = await anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
  await ship(order, number, name)
  return { ...order, number }
}
const detail = (order: TestOrder) => server.must(orderDetail, { id: order.id }, { token: order.shop.token })
const reportsOf = async (order: TestOrder) =>
  (await detail(order)).history.filter((event) => event.source === 'carrier').map(({ kind, note }) => ({ kind, note }))
const receipts = (order: TestOrder) =>
  queryAll(
    server.owner,
    sql<{ actor: string }>`select actor from ledger.transfer where ref = ${order.id} and event = 'order.received'`,
  )

test('scans stand in the history as the carrier’s, and “delivered” receives the order', async () => {
  const order = await shipped()
  // The number and the name as people write them.
  const event = eventOf(order.number.toLowerCase().replaceAll('-', ' '), {
    carrier: carrier.name.toUpperCase(),
    location: 'Cork',
  })
  expect(await report(event)).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect(await reportsOf(order)).toEqual([{ kind: 'scan', note: 'Arrived at the depot · Cork' }])

  server.clock.pass(60_000)
  const last = eventOf(order.number, { status: 'Handed over', delivered: true })
  expect(await report(last)).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.received)
  expect((await reportsOf(order)).map(({ kind }) => kind)).toEqual(['scan', 'scan', 'order.received'])
  const kept = await queryOne(
    server.owner,
    sql<{ id: string; body: Buffer }>`select id, body from carrier_event where event_id = ${last.id}`,
  )
  expect(JSON.parse(kept!.body.toString())).toEqual(last)
  expect(await receipts(order)).toEqual([{ actor: `carrier:${kept!.id}` }])
})

test('a wrong signature changes nothing: none, another body’s, an old one, another carrier’s, an unknown carrier’s', async () => {
  const order = await shipped()
  const event = eventOf(order.number, { delivered: true })
  const forged = JSON.stringify({ ...event, delivered: false })
  expect(await report(event, { signature: 'none' })).toBe(400)
  expect(await report(event, { signature: `t=${seconds()},v1=${'0'.repeat(64)}` })).toBe(400)
  expect(await report(event, { body: forged })).toBe(400)
  expect(await report(event, { at: seconds() - 301 })).toBe(400)
  expect(await report(event, { at: seconds() + 301 })).toBe(400)
  expect(await report(event, { secret: other.secret })).toBe(400)
  expect(await report({ ...event, carrier: 'Nobody Parcels' })).toBe(400)
  expect(await report({ ...event, carrier: 7 })).toBe(400)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect(await reportsOf(order)).toEqual([])
  expect(await report(event)).toBe(200)
})

test('a carrier speaks of its own parcels only, whatever the number', async () => {
  const order = await shipped()
  const unsigned = await shipped(aNumber(), 'Harbour Post')
  const event = eventOf(order.number, { delivered: true, carrier: other.name })
  expect(await report(event, { secret: other.secret })).toBe(200)
  expect(await report(eventOf(unsigned.number, { delivered: true }))).toBe(200)
  for (const parcel of [order, unsigned]) {
    expect((await detail(parcel)).status).toBe(orderStatus.shipped)
    expect(await reportsOf(parcel)).toEqual([])
  }
})

test('an event that comes ten times at once is one scan and one receipt', async () => {
  const order = await shipped()
  const event = eventOf(order.number, { delivered: true })
  expect(await Promise.all(Array.from({ length: 10 }, () => report(event)))).toEqual(Array(10).fill(200))
  // Another event that says it again adds a scan and no money.
  expect(await report(eventOf(order.number, { delivered: true }))).toBe(200)
  expect((await reportsOf(order)).map(({ kind }) => kind)).toEqual(['scan', 'order.received', 'scan'])
  expect(await receipts(order)).toHaveLength(1)
})

test('what comes before the shipment, or is dated before it, is a scan and moves nothing', async () => {
  const number = aNumber()
  const early = eventOf(number, { status: 'Delivered', delivered: true })
  expect(await report(early)).toBe(200)
  server.clock.pass(60_000)
  const order = await shipped(number)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect(await reportsOf(order)).toEqual([{ kind: 'scan', note: 'Delivered' }])
  // Sent again it is the same event; told anew with its old date it is too early still.
  expect(await report(early)).toBe(200)
  expect(await report({ ...early, id: randomUUID() })).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect(await reportsOf(order)).toHaveLength(2)

  // The next parcel under this number is not given the scans of this one.
  const next = await shipped(number)
  expect(await reportsOf(next)).toEqual([])
})

test('an event that comes while its parcel is being shipped waits for the shipment, and its scan is there', async () => {
  const number = aNumber()
  const order = await anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
  const { id: operatorId } = await anOperator(server, 'fulfilment')
  const parcel = { shopId: order.shop.shopId, id: order.id, carrier: carrier.name, trackingNumber: number }
  let reporting: Promise<number> | undefined
  await withTransaction(server.db, async (tx) => {
    await shipParcel(tx, operatorId, parcel, server.clock.now())
    reporting = report(eventOf(number))
    await Promise.race([reporting, new Promise((later) => setTimeout(later, 300))])
  })
  expect(await reporting).toBe(200)
  expect(await reportsOf(order)).toHaveLength(1)
})

test('the carrier’s “delivered” and the buyer’s word at once: received once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await shipped()
    const [status, buyer] = await Promise.all([
      report(eventOf(order.number, { delivered: true })),
      server.call(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() }),
    ])
    expect([status, buyer.code]).toEqual([200, 1])
    // The buyer's word comes first and receives, or second and completes what was received.
    expect((await detail(order)).status).toBe(buyer.data.status)
    expect(await receipts(order)).toHaveLength(1)
  }
})

test('operators do not report the delivery of a carrier that reports itself, and add notes as before', async () => {
  const order = await shipped(aNumber(), carrier.name.toUpperCase())
  const scan = (delivered: boolean) =>
    server.call(
      scanOrder,
      { shopId: order.shop.shopId, id: order.id, note: 'Asked the carrier', delivered },
      { token, key: newId() },
    )
  expect((await scan(true)).reason).toBe('order/carrier-reports')
  expect((await scan(false)).data).toEqual({ received: false })
})

test('a number that no order has is answered like any other, and kept', async () => {
  const event = eventOf(aNumber())
  expect(await report(event)).toBe(200)
  expect(await queryAll(server.owner, sql`select from carrier_event where event_id = ${event.id}`)).toHaveLength(1)
})

test.each([
  ['a link', 'See www.parcels.example/track'],
  ['an account', 'Customs due: IE29 AIBK 9311 5212 3456 78'],
])('merchants do not read %s that a carrier writes; the event counts', async (_what, status) => {
  const order = await shipped()
  expect(await report(eventOf(order.number, { status, delivered: true }))).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.received)
  expect((await reportsOf(order)).find(({ kind }) => kind === 'scan')).toEqual({ kind: 'scan', note: null })
})

test('a signed event that breaks the contract is refused whole', async () => {
  const order = await shipped()
  const bent: object[] = [
    { id: '' },
    { status: '' },
    { status: 'x'.repeat(201) },
    { at: 'yesterday' },
    { delivered: 'yes' },
    { trackingNumber: '<b>' },
    { more: 1 },
  ]
  for (const more of bent) expect(await report(eventOf(order.number, { delivered: true, ...more }))).toBe(400)
  expect(await reportsOf(order)).toEqual([])
})

test('a carrier’s clock that is fast dates no scan in the future', async () => {
  const order = await shipped()
  const at = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  expect(await report(eventOf(order.number, { at }))).toBe(200)
  const scan = (await detail(order)).history.find((event) => event.source === 'carrier')
  expect(scan?.at).toBe(server.clock.now().toISOString())
})

test('the books take a receipt in a carrier’s name only with that carrier’s “delivered” of this parcel', async () => {
  const order = await shipped()
  const [scan, elsewhere] = [eventOf(order.number), eventOf(aNumber(), { delivered: true })]
  await report(scan)
  await report(elsewhere)
  const rows = await queryAll(
    server.owner,
    sql<{ id: string }>`select id from carrier_event where event_id in (${scan.id}, ${elsewhere.id})`,
  )
  expect(rows).toHaveLength(2)
  for (const id of [...rows.map((row) => row.id), newId()]) {
    const actor = `carrier:${id}`
    const at = server.clock.now()
    const receive = withTransaction(server.db, async (tx) => {
      const row = (await lockOrder(tx, order.shop.shopId, order.id))!
      await receiveOrder(tx, row, { actor, at })
    })
    await expect(receive).rejects.toThrow('no carrier has said this')
    // The books refuse it also where the history names somebody else.
    const bookInAnotherName = withTransaction(server.db, async (tx) => {
      const row = (await lockOrder(tx, order.shop.shopId, order.id))!
      const shares = sharesOnReceipt(moneyOf(row))
      await postEntries(tx, receivedEntry(moneyOf(row), actor, at))
      await changeOrders(
        tx,
        [row],
        orderStatus.received,
        { actor: 'clock', at },
        { received_at: at, settles_at: at, pending: shares.pending },
      )
    })
    await expect(bookInAnotherName).rejects.toThrow('does not fit the row')
  }
})

test('the database lets a carrier’s event into an order only together with the carrier’s own row', async () => {
  const order = await shipped()
  const away = await shipped(aNumber(), other.name)
  const scan = eventOf(order.number)
  await report(scan)
  const { id } = (await queryOne(
    server.owner,
    sql<{ id: string }>`select id from carrier_event where event_id = ${scan.id}`,
  ))!
  const insert = (to: TestOrder, kind: string, source: string, event: string | null) =>
    sql`insert into order_event (shop_id, order_id, kind, source, carrier_event_id, at)
      values (${to.shop.shopId}, ${to.id}, ${kind}, ${source}, ${event}, now())`.execute(server.db)
  await expect(insert(order, 'scan', 'carrier', null)).rejects.toThrow('no carrier has said this')
  await expect(insert(order, 'scan', 'carrier', newId())).rejects.toThrow('no carrier has said this')
  await expect(insert(order, 'order.received', 'carrier', id)).rejects.toThrow('no carrier has said this')
  await expect(insert(away, 'scan', 'carrier', id)).rejects.toThrow('no carrier has said this')
  await expect(insert(order, 'scan', 'carrier', id)).rejects.toThrow('order_event_carrier_once')
  await expect(insert(order, 'scan', 'operator', id)).rejects.toThrow('order_event_carrier')
  await expect(sql`update carrier_event set delivered = true where id = ${id}`.execute(server.db)).rejects.toThrow(
    'permission denied',
  )
  await expect(sql`update carrier_event set delivered = true where id = ${id}`.execute(server.owner)).rejects.toThrow()
})
