/** Signed events of carriers, on real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import {
  carrierWebhook,
  confirmReceipt,
  operatorOrderDetail,
  orderDetail,
  orderStatus,
  scanOrder,
  shipOrder,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOperator, anOrder, aStockedShop, type TestOrder } from '../../../../../test/builders.ts'
import { signedCarriers, startTestServer, type TestServer } from '../../../../../test/server.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { signCall } from '../../../../platform/security/signature.ts'
import { postEntries } from '../../../money/ledger/post-entries.ts'
import { receivedEntry, sharesOnReceipt } from '../entries.ts'
import { receiveOrder } from '../ending/receive-order.ts'
import { shipOrder as shipParcel } from './ship-order.ts'
import { changeOrders, lockOrder, moneyOf } from '../order-store.ts'

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
/** Sends an event as the carrier does. Returns the HTTP status. */
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
/** An order that was shipped with this carrier. */
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

test('the history shows the carrier as the source of scans, and a “delivered” event receives the order', async () => {
  const order = await shipped()
  // Number and name in another spelling.
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

test('an event with a missing, wrong or old signature, or with the signature of another carrier, changes nothing', async () => {
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

test('a carrier can report only its own parcels', async () => {
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

test('ten concurrent copies of an event make one scan and one receipt', async () => {
  const order = await shipped()
  const event = eventOf(order.number, { delivered: true })
  expect(await Promise.all(Array.from({ length: 10 }, () => report(event)))).toEqual(Array(10).fill(200))
  // A different event with the same content adds a scan and posts nothing.
  expect(await report(eventOf(order.number, { delivered: true }))).toBe(200)
  expect((await reportsOf(order)).map(({ kind }) => kind)).toEqual(['scan', 'order.received', 'scan'])
  expect(await receipts(order)).toHaveLength(1)
})

test('an event received or dated before the shipment adds a scan and keeps the status', async () => {
  const number = aNumber()
  const early = eventOf(number, { status: 'Delivered', delivered: true })
  expect(await report(early)).toBe(200)
  server.clock.pass(60_000)
  const order = await shipped(number)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect(await reportsOf(order)).toEqual([{ kind: 'scan', note: 'Delivered' }])
  // A repeated event is ignored. A new event with the old date is too early as well.
  expect(await report(early)).toBe(200)
  expect(await report({ ...early, id: randomUUID() })).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect(await reportsOf(order)).toHaveLength(2)

  // The next parcel with this number does not get these scans.
  const next = await shipped(number)
  expect(await reportsOf(next)).toEqual([])
})

test('a delivery from before the entry of the number receives the order that alone has the parcel', async () => {
  const toShip = async () => {
    const order = await anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
    server.clock.pass(60_000)
    return order
  }
  // Reported before the number was entered.
  const [first, early] = [await toShip(), aNumber()]
  expect(await report(eventOf(early, { delivered: true }))).toBe(200)
  server.clock.pass(60_000)
  await ship(first, early)
  expect((await detail(first)).status).toBe(orderStatus.received)
  expect(await receipts(first)).toHaveLength(1)

  // Reported later, with its time from before.
  const [second, late] = [await toShip(), aNumber()]
  const at = server.clock.now().toISOString()
  server.clock.pass(60_000)
  await ship(second, late)
  expect(await report(eventOf(late, { delivered: true, at }))).toBe(200)
  expect((await detail(second)).status).toBe(orderStatus.received)
})

test('a delivery from before the shipment that does not count is decided by two operators', async () => {
  const number = aNumber()
  await shipped(number)
  const order = await anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
  server.clock.pass(60_000)
  const at = server.clock.now().toISOString()
  server.clock.pass(60_000)
  await ship(order, number)
  const say = async (by: string) =>
    server.call(
      scanOrder,
      { shopId: order.shop.shopId, id: order.id, note: 'The carrier says delivered', delivered: true },
      { token: by, key: newId() },
    )
  expect((await say(token)).reason).toBe('order/carrier-reports')
  // Another order has the same parcel: which of them was delivered is not known.
  expect(await report(eventOf(number, { delivered: true, at }))).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.shipped)
  expect((await say(token)).data).toEqual({ received: false })
  expect((await say((await anOperator(server, 'fulfilment')).token)).data).toEqual({ received: true })
  expect((await detail(order)).status).toBe(orderStatus.received)
})

test('an event that arrives during the shipment waits for it, and its scan is in the history', async () => {
  const number = aNumber()
  const order = await anOrder(server, await aStockedShop(server), { status: orderStatus.awaitingShipment })
  const { id: operatorId } = await anOperator(server, 'fulfilment')
  const parcel = { shopId: order.shop.shopId, id: order.id, carrier: carrier.name, trackingNumber: number }
  let reporting: Promise<number> | undefined
  await withTransaction(server.db, async (tx) => {
    await shipParcel(server.app.ctx, tx, operatorId, parcel, server.clock.now())
    reporting = report(eventOf(number))
    await Promise.race([reporting, new Promise((later) => setTimeout(later, 300))])
  })
  expect(await reporting).toBe(200)
  expect(await reportsOf(order)).toHaveLength(1)
})

test('a concurrent “delivered” event and confirmation by the buyer receive the order once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await shipped()
    const [status, buyer] = await Promise.all([
      report(eventOf(order.number, { delivered: true })),
      server.call(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() }),
    ])
    expect([status, buyer.code]).toEqual([200, 1])
    // The confirmation comes first and receives the order, or second and completes it.
    expect((await detail(order)).status).toBe(buyer.data.status)
    expect(await receipts(order)).toHaveLength(1)
  }
})

test('operators cannot report a delivery for a carrier that sends events, but can add notes', async () => {
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

test('an event for an unknown tracking number gets the same response and is stored', async () => {
  const event = eventOf(aNumber())
  expect(await report(event)).toBe(200)
  expect(await queryAll(server.owner, sql`select from carrier_event where event_id = ${event.id}`)).toHaveLength(1)
})

test.each([
  ['a link', 'See www.parcels.example/track'],
  ['an account', 'Customs due: IE29 AIBK 9311 5212 3456 78'],
])('%s in the text of a carrier is hidden from merchants, and the event counts', async (_what, status) => {
  const order = await shipped()
  expect(await report(eventOf(order.number, { status, delivered: true }))).toBe(200)
  expect((await detail(order)).status).toBe(orderStatus.received)
  expect((await reportsOf(order)).find(({ kind }) => kind === 'scan')).toEqual({ kind: 'scan', note: null })
})

test('a signed event that violates the contract is refused', async () => {
  const order = await shipped()
  const bent: object[] = [
    { id: '' },
    { status: '' },
    { status: 'x'.repeat(201) },
    { at: 'yesterday' },
    { delivered: 'yes' },
    { trackingNumber: '<b>' },
    { at: '2026-11-23T10:00:00' },
    { at: '2026-02-31T99:00:00+0000' },
    { at: 12345 },
  ]
  for (const more of bent) expect(await report(eventOf(order.number, { delivered: true, ...more }))).toBe(400)
  expect(await reportsOf(order)).toEqual([])
})

test('a carrier’s program is told which fields are wrong, and may write further fields and other forms of times', async () => {
  const order = await shipped()
  const payload = JSON.stringify({
    ...eventOf(order.number),
    trackingNumber: '<b>',
    status: undefined,
    at: 'yesterday',
  })
  const answer = await server.app.http.inject({
    method: 'POST',
    url: carrierWebhook.path,
    headers: { 'content-type': 'application/json', 'quayside-signature': signCall(carrier.secret, payload, seconds()) },
    payload,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    data: {
      reason: 'request/malformed',
      fields: { trackingNumber: expect.any(String), at: 'Enter a valid value.', status: 'This field is required.' },
    },
  })
  expect(Object.keys(answer.json<{ data: { fields: object } }>().data.fields).sort()).toEqual([
    'at',
    'status',
    'trackingNumber',
  ])
  server.clock.pass(60_000)
  const at = seconds() - 30
  const iso = new Date(at * 1000).toISOString()
  const times = [at, String(at), at * 1000, iso.replace(/\.000Z/, '+0000')]
  for (const one of times)
    expect(await report(eventOf(order.number, { at: one, eta: '2027-01-01', signedBy: 'R.' }))).toBe(200)
  const scans = (await detail(order)).history.filter(({ kind }) => kind === 'scan')
  expect(scans.map((scan) => scan.at)).toEqual(times.map(() => iso))
})

test('a scan is not dated in the future when the clock of the carrier is fast', async () => {
  const order = await shipped()
  const at = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  expect(await report(eventOf(order.number, { at }))).toBe(200)
  const scan = (await detail(order)).history.find((event) => event.source === 'carrier')
  expect(scan).toMatchObject({ at: server.clock.now().toISOString(), reportedAt: at })
  const seen = await server.must(operatorOrderDetail, { shopId: order.shop.shopId, id: order.id }, { token })
  expect(seen.history.find(({ kind }) => kind === 'scan')).toMatchObject({ reportedAt: at })
})

test('a receipt with a carrier as the actor needs a “delivered” event of that carrier for this parcel', async () => {
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
      await receiveOrder(server.app.ctx, tx, row, { actor, at })
    })
    await expect(receive).rejects.toThrow('no carrier has said this')
    // The ledger refuses it also when the history names another actor.
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

test('the database refuses a carrier event in the history without the matching row of carrier_event', async () => {
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
