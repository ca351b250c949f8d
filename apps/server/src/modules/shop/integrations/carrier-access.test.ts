/** Access of carriers' programs on real PostgreSQL: signing secrets, API keys, and the log of their calls. */
import { randomUUID } from 'node:crypto'
import {
  confirmReceipt,
  listActs,
  orderDetail,
  orderStatus,
  refuseAct,
  scanOrder,
  shipOrder,
  type CarrierScope,
} from '@quayside/contract'
import * as carriers from '@quayside/contract/carriers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anOperator,
  anOrder,
  aSigner,
  aStockedShop,
  mustSign,
  signs,
  type Signer,
  type TestShop,
} from '../../../../test/builders.ts'
import { signedCarriers, startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, minutes } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { deleteOldCarrierRows, endCarrierSecret, signCarrierSecret } from './carrier-access-store.ts'

let server: TestServer
let shop: TestShop
let owner: Signer
let other: Signer
let fulfilment: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  await logIn()
})
/** Operators with new sessions, which do not last for days. */
async function logIn() {
  owner = await aSigner(server, 'owner')
  other = await aSigner(server, 'owner')
  fulfilment = (await anOperator(server, 'fulfilment')).token
}
afterAll(() => server.close())

type Carrier = { id: string; name: string }
async function aCarrier(): Promise<Carrier> {
  const name = `Carrier ${randomUUID().slice(0, 8)}`
  return { ...(await server.must(carriers.addCarrier, { name }, { token: owner.token })), name }
}
const propose = ({ id }: Carrier) => {
  server.clock.pass(1)
  return server.must(carriers.proposeCarrierSecret, { id, reason: 'A new integration' }, { token: owner.token })
}
/** A secret that two owners put in force. */
async function aSecret(carrier: Carrier) {
  const { secret, secretId, actId } = await propose(carrier)
  await mustSign(server, other, actId)
  return { secret, secretId }
}
const aKey = ({ id }: Carrier, scopes: CarrierScope[] = ['events:report', 'calls:read']) =>
  server.must(carriers.createCarrierKey, { id, name: 'Tracking', scopes, days: 30 }, { token: owner.token })

const aNumber = () => `SP${randomUUID().slice(0, 13).toUpperCase()}`
async function shipped(carrier: Carrier) {
  const order = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
  const number = aNumber()
  const parcel = { shopId: shop.shopId, id: order.id, carrier: carrier.name, trackingNumber: number }
  await server.must(shipOrder, parcel, { token: fulfilment, key: newId() })
  return { ...order, number }
}
const statusOf = async (order: { id: string }) =>
  (await server.must(orderDetail, { id: order.id }, { token: shop.token })).status
const scanOf = (number: string) => ({
  id: randomUUID(),
  trackingNumber: number,
  status: 'Arrived at the depot',
  at: server.clock.now().toISOString(),
})
const eventOf = (carrier: Carrier, number: string, more: object = {}) => ({
  carrier: carrier.name,
  ...scanOf(number),
  delivered: false,
  ...more,
})

/** Sends a call as the library of Standard Webhooks signs it. Returns the HTTP status and the name of the refusal. */
async function send(
  event: object,
  secrets: string[],
  { id = `msg_${randomUUID()}`, at = server.clock.now(), body = JSON.stringify(event), headers = {} } = {},
) {
  // Lists are in the order of the time.
  server.clock.pass(1)
  const answer = await server.app.http.inject({
    method: 'POST',
    url: carriers.carrierWebhook.path,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, at, JSON.stringify(event))).join(' '),
      ...headers,
    },
    payload: body,
  })
  const { data } = answer.json<{ data: { reason?: string } }>()
  return data.reason ?? answer.statusCode
}
const callsOf = async ({ id }: Carrier) =>
  (await server.must(carriers.carrierCalls, { id, limit: 100 }, { token: fulfilment })).list.toReversed()
const outcomesOf = async (carrier: Carrier) =>
  (await callsOf(carrier)).map(({ outcome, refusal }) => refusal ?? outcome)
const listed = async ({ id }: Carrier) =>
  (await server.must(carriers.listCarriers, {}, { token: fulfilment })).list.find((one) => one.id === id)!

test('a secret counts from the second owner’s signature; a signed delivery then receives the order', async () => {
  const carrier = await aCarrier()
  const order = await shipped(carrier)
  const delivered = eventOf(carrier, order.number, { delivered: true })
  const { secret, secretId, actId } = await propose(carrier)
  expect(await send(delivered, [secret])).toBe('payment/bad-signature')
  expect((await signs(server, owner, actId)).reason).toBe('operator/second-person')
  expect(
    (await server.call(carriers.proposeCarrierSecret, { id: carrier.id, reason: 'Twice' }, { token: owner.token }))
      .reason,
  ).toBe('act/already-open')
  expect(await listed(carrier)).toMatchObject({
    signed: false,
    proposal: actId,
    secrets: [{ id: secretId, signedAt: null }],
  })
  await mustSign(server, other, actId)

  expect(await send(delivered, [secret])).toBe(200)
  expect(await statusOf(order)).toBe(orderStatus.received)
  expect(await outcomesOf(carrier)).toEqual(['signature', 'accepted'])
  expect(await listed(carrier)).toMatchObject({
    signed: true,
    proposal: null,
    refusedCalls: 1,
    secrets: [{ id: secretId, signedBy: { id: other.id }, usedAt: server.clock.now().toISOString() }],
  })
  // The secret is in no answer but its first, and in no table.
  expect(JSON.stringify(await listed(carrier))).not.toContain(secret)
  const { list } = await server.must(listActs, { view: 'all' }, { token: owner.token })
  expect(JSON.stringify(list)).not.toContain(secret)
  const kept = await queryOne(
    server.owner,
    sql<{ sealed: Buffer }>`select sealed from carrier_secret where id = ${secretId}`,
  )
  expect(kept!.sealed.toString('latin1')).not.toContain(secret.slice(6))
})

test('a refused or revoked proposal never counts, and a carrier’s name is taken once', async () => {
  const carrier = await aCarrier()
  const first = await propose(carrier)
  await server.must(refuseAct, { id: first.actId, reason: 'Not agreed' }, { token: other.token })
  const second = await propose(carrier)
  const input = { id: carrier.id, secretId: second.secretId, reason: 'A mistake' }
  await server.must(carriers.revokeCarrierSecret, input, { token: owner.token })
  expect((await signs(server, other, second.actId)).reason).toBe('act/not-open')
  expect((await server.call(carriers.revokeCarrierSecret, input, { token: owner.token })).reason).toBe(
    'integration/not-found',
  )
  for (const { secret } of [first, second])
    expect(await send(eventOf(carrier, aNumber()), [secret])).toBe('payment/bad-signature')
  const again = { name: ` ${carrier.name.toUpperCase()} ` }
  expect((await server.call(carriers.addCarrier, again, { token: owner.token })).reason).toBe('carrier/name-taken')
})

test('the database takes no secret without the act of two owners, and no end is put off', async () => {
  const carrier = await aCarrier()
  const { secretId } = await propose(carrier)
  const now = server.clock.now()
  const sign = (by: string) =>
    withTransaction(server.app.ctx.db, (tx) =>
      signCarrierSecret(tx, { carrierId: carrier.id, id: secretId, by, now, formerUntil: now }),
    )
  await expect(sign(other.id)).rejects.toMatchObject({ constraint: 'signed_act' })
  await expect(sign(owner.id)).rejects.toMatchObject({ constraint: 'carrier_secret_two_people' })
  await withTransaction(server.app.ctx.db, (tx) =>
    endCarrierSecret(tx, { carrierId: carrier.id, id: secretId, by: null, now }),
  )
  for (const change of [
    sql`ends_at = null`,
    sql`ends_at = ends_at + interval '1 day'`,
    sql`signed_at = now(), signed_by = ${other.id}`,
  ])
    await expect(
      sql`update carrier_secret set ${change} where id = ${secretId}`.execute(server.app.ctx.db),
    ).rejects.toMatchObject({ constraint: 'carrier_secret_steps' })
})

test('a wrong signature, a changed body, a missing header and an old timestamp change nothing, and the log says why', async () => {
  const carrier = await aCarrier()
  const { secret } = await aSecret(carrier)
  const stranger = (await aSecret(await aCarrier())).secret
  const order = await shipped(carrier)
  const event = eventOf(carrier, order.number, { delivered: true })
  const refused = 'payment/bad-signature'
  expect(await send(event, [stranger])).toBe(refused)
  expect(await send(event, [secret], { body: JSON.stringify({ ...event, status: 'Lost' }) })).toBe(refused)
  expect(await send(event, [secret], { headers: { 'webhook-id': 'msg_other' } })).toBe(refused)
  expect(await send(event, [secret], { headers: { 'webhook-signature': 'v2,AAAA' } })).toBe(refused)
  expect(await send(event, [secret], { headers: { 'webhook-timestamp': '' } })).toBe(refused)
  const away = (ms: number) => ({ at: new Date(server.clock.now().getTime() + ms) })
  expect(await send(event, [secret], away(-minutes(5) - 1000))).toBe(refused)
  expect(await send(event, [secret], away(minutes(5) + 1000))).toBe(refused)
  expect(await send({ ...event, delivered: 'yes' }, [secret])).toBe('request/malformed')
  expect(await statusOf(order)).toBe(orderStatus.shipped)
  expect((await outcomesOf(carrier)).join(' ')).toBe('signature signature signature headers headers age age body')
  // Of several signatures one is enough, and almost five minutes are not too many.
  expect(await send(event, [stranger, secret], away(1000 - minutes(5)))).toBe(200)
  expect(await statusOf(order)).toBe(orderStatus.received)
})

test('a carrier speaks of its own parcels only, and an unknown name is told nothing', async () => {
  const carrier = await aCarrier()
  const { secret } = await aSecret(carrier)
  const foreign = await shipped(await aCarrier())
  expect(await send(eventOf(carrier, foreign.number, { delivered: true }), [secret])).toBe(200)
  expect(await statusOf(foreign)).toBe(orderStatus.shipped)
  expect(await send(eventOf({ ...carrier, name: 'Nobody Parcels' }, foreign.number), [secret])).toBe(
    'payment/bad-signature',
  )
})

test('two same calls at once count once; a repeated webhook-id changes nothing, and with another body it is refused', async () => {
  const carrier = await aCarrier()
  const { secret } = await aSecret(carrier)
  const order = await shipped(carrier)
  const event = eventOf(carrier, order.number, { delivered: true })
  const id = `msg_${randomUUID()}`
  expect(await Promise.all(Array.from({ length: 8 }, () => send(event, [secret], { id })))).toEqual(Array(8).fill(200))
  expect((await outcomesOf(carrier)).toSorted()).toEqual(['accepted', ...Array(7).fill('repeated')])
  const receipts = await queryAll(
    server.owner,
    sql`select from ledger.transfer where ref = ${order.id} and event = 'order.received'`,
  )
  expect(receipts).toHaveLength(1)
  // A retry has a new timestamp. The recorded call itself is refused when it is old.
  const at = server.clock.now()
  server.clock.pass(minutes(6))
  expect(await send(event, [secret], { id })).toBe(200)
  expect(await send(event, [secret], { id, at })).toBe('payment/bad-signature')
  expect(await send(eventOf(carrier, order.number), [secret], { id })).toBe('request/malformed')
  // The same event under another message id is known too.
  expect(await send(event, [secret])).toBe(200)
  expect((await outcomesOf(carrier)).slice(8)).toEqual(['repeated', 'age', 'id-reused', 'repeated'])
  const scans = await queryAll(server.owner, sql`select from carrier_event where carrier = ${carrier.name}`)
  expect(scans).toHaveLength(1)
})

test('after a rotation both secrets count for seven days; a revoked one ends at once', async () => {
  const carrier = await aCarrier()
  const former = await aSecret(carrier)
  const current = await aSecret(carrier)
  const report = (secret: string) => send(eventOf(carrier, aNumber()), [secret])
  server.clock.pass(days(7) - 1000)
  await logIn()
  expect(await Promise.all([report(former.secret), report(current.secret)])).toEqual([200, 200])
  server.clock.pass(1000)
  expect(await report(former.secret)).toBe('payment/bad-signature')
  expect(await report(current.secret)).toBe(200)
  const input = { id: carrier.id, secretId: current.secretId, reason: 'It leaked' }
  await server.must(carriers.revokeCarrierSecret, input, { token: owner.token })
  expect(await report(current.secret)).toBe('payment/bad-signature')
  expect((await outcomesOf(carrier)).filter((one) => one !== 'accepted')).toEqual(['secret-ended', 'secret-ended'])
  expect(await listed(carrier)).toMatchObject({
    signed: false,
    secrets: [{ endedBy: { id: owner.id } }, { endedBy: null }],
  })

  // A month later nothing is kept of them, and of the calls.
  const now = server.clock.now()
  await deleteOldCarrierRows(server.app.ctx.db, new Date(now.getTime() + 1), new Date(now.getTime() + 1))
  expect(await callsOf(carrier)).toEqual([])
  expect(
    await queryAll(
      server.owner,
      sql`select from carrier_secret where carrier_id = ${carrier.id} and sealed is not null`,
    ),
  ).toEqual([])
})

test('operators report deliveries until the carrier’s calls count', async () => {
  const carrier = await aCarrier()
  const order = await shipped(carrier)
  const say = (delivered: boolean) =>
    server.call(
      scanOrder,
      { shopId: shop.shopId, id: order.id, note: 'Asked the carrier', delivered },
      { token: fulfilment, key: newId() },
    )
  await aSecret(carrier)
  expect((await say(true)).reason).toBe('order/carrier-reports')
  expect((await say(false)).data).toEqual({ received: false })
  const { secrets } = await listed(carrier)
  const input = { id: carrier.id, secretId: secrets[0]!.id, reason: 'The contract ended' }
  await server.must(carriers.revokeCarrierSecret, input, { token: owner.token })
  expect((await say(true)).data).toEqual({ received: false })
  // The buyer's word counts in any case.
  await server.must(confirmReceipt, { id: order.id }, { token: order.buyer.token, key: newId() })
})

test('a key reports scans, never a delivery, and reads the calls of its carrier', async () => {
  const carrier = await aCarrier()
  const order = await shipped(carrier)
  const { key, keyId } = await aKey(carrier)
  expect(key).toMatch(/^qck_/)
  const scan = scanOf(order.number)
  const report = (input: object) => {
    server.clock.pass(1)
    return server.call(carriers.reportCarrierEvent, input as never, { apiKey: key })
  }
  expect((await report(scan)).status).toBe(200)
  expect((await report(scan)).status).toBe(200)
  expect((await report({ ...scanOf(order.number), delivered: true })).reason).toBe('request/invalid')
  expect((await report({ ...scanOf(order.number), carrier: 'Other' })).reason).toBe('request/malformed')
  const { history, status } = await server.must(orderDetail, { id: order.id }, { token: shop.token })
  expect(status).toBe(orderStatus.shipped)
  expect(history.filter(({ source }) => source === 'carrier').map(({ note }) => note)).toEqual(['Arrived at the depot'])
  const { list } = await server.must(carriers.ownCarrierCalls, {}, { apiKey: key })
  expect(list.map(({ outcome, way, eventId, start }) => [outcome, way, eventId, start])).toEqual([
    ['repeated', 'key', scan.id, key.slice(0, 10)],
    ['accepted', 'key', scan.id, key.slice(0, 10)],
  ])
  expect((await listed(carrier)).keys).toMatchObject([{ id: keyId, usedAt: list.at(-1)!.at }])
  const [kept] = await queryAll(
    server.owner,
    sql<{ row: string }>`select to_json(k)::text as row from carrier_api_key k where id = ${keyId}`,
  )
  expect(kept!.row).not.toContain(key.slice(10))
  // Not even the server can store a delivery that nobody signed.
  const forged = sql`insert into carrier_event (id, carrier, event_id, tracking_number, status, delivered, at, received_at, key_id, body)
    values (${newId()}, ${carrier.name}, 'forged', ${order.number}, 'Delivered', true, now(), now(), ${keyId}, '{}')`
  await expect(forged.execute(server.app.ctx.db)).rejects.toMatchObject({ constraint: 'carrier_event_proof' })
})

test('a key without the scope, an expired, a revoked and a made-up one are refused, and the log says which', async () => {
  const carrier = await aCarrier()
  const report = (apiKey: string) => {
    server.clock.pass(1)
    return server.call(carriers.reportCarrierEvent, scanOf(aNumber()), { apiKey })
  }
  const reads = await aKey(carrier, ['calls:read'])
  expect(await report(reads.key)).toMatchObject({ status: 403, reason: 'request/forbidden' })
  const reports = await aKey(carrier, ['events:report'])
  server.clock.pass(1)
  expect((await server.call(carriers.ownCarrierCalls, {}, { apiKey: reports.key })).reason).toBe('request/forbidden')

  const input = { id: carrier.id, keyId: reports.keyId, reason: 'It leaked' }
  await server.must(carriers.revokeCarrierKey, input, { token: owner.token })
  expect(await report(reports.key)).toMatchObject({ status: 401, reason: 'session/expired' })
  expect((await server.call(carriers.revokeCarrierKey, input, { token: owner.token })).reason).toBe(
    'integration/not-found',
  )
  const short = await aKey(carrier)
  server.clock.pass(days(30))
  await logIn()
  expect((await report(short.key)).reason).toBe('session/expired')
  expect((await report(`${short.key.slice(0, -4)}AAAA`)).reason).toBe('session/expired')
  // A key of a carrier opens nothing of a merchant, and a merchant's session nothing of a carrier.
  expect((await server.call(orderDetail, { id: newId() }, { apiKey: reads.key })).reason).toBe('session/missing')
  expect((await server.call(carriers.ownCarrierCalls, {}, { token: shop.token })).reason).toBe('session/missing')
  expect(await outcomesOf(carrier)).toEqual(['scope', 'scope', 'key-ended', 'key-ended'])
  expect((await callsOf(carrier)).map(({ start }) => start)).toEqual(
    [reads, reports, reports, short].map(({ key }) => key.slice(0, 10)),
  )
})

test('a carrier has twenty keys at most, also when they are made at once', async () => {
  const carrier = await aCarrier()
  await Promise.all(Array.from({ length: 18 }, () => aKey(carrier)))
  const more = await Promise.all(
    Array.from({ length: 4 }, () =>
      server.call(
        carriers.createCarrierKey,
        { id: carrier.id, name: 'More', scopes: ['calls:read'], days: 30 },
        { token: owner.token },
      ),
    ),
  )
  expect(more.map(({ reason }) => reason).toSorted()).toEqual([
    ...Array(2).fill('integration/too-many'),
    ...Array(2).fill(undefined),
  ])
})

test('refused calls in a carrier’s name do not fill its log', async () => {
  const carrier = await aCarrier()
  const { secret } = await aSecret(carrier)
  const event = eventOf(carrier, aNumber())
  for (let i = 0; i < 62; i += 1) await send(event, [secret], { headers: { 'webhook-id': `msg_${i}` } })
  expect(await send(event, [secret])).toBe(200)
  expect((await outcomesOf(carrier)).filter((one) => one === 'signature')).toHaveLength(60)
  expect((await outcomesOf(carrier)).at(-1)).toBe('accepted')
})

test('a carrier of the settings is listed, its former calls are logged, and it can be signed anew', async () => {
  const { list } = await server.must(carriers.listCarriers, {}, { token: fulfilment })
  const carrier = list.find(({ name }) => name === signedCarriers[0]!.name)!
  expect(carrier).toMatchObject({ configured: true, signed: true, secrets: [], keys: [] })
  const { secret } = await aSecret(carrier)
  expect(await send(eventOf(carrier, aNumber()), [secret])).toBe(200)
  expect(await outcomesOf(carrier)).toEqual(['accepted'])
})
