/** Webhooks on real PostgreSQL, with a receiver on this machine that checks the signatures. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookFailures,
  listWebhooks,
  maxWebhooks,
  readSystem,
  replayWebhookCall,
  retryWebhookCall,
  rotateWebhookSecret,
  shopActs,
  testWebhookCall,
  webhookBody,
  webhookCalls,
  webhookEventNames,
} from '@quayside/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  loginPassword,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { days, hours, minutes } from '../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, sql, withTransaction } from '../../../platform/database/postgres.ts'
import { nextAttempt, retryDelays } from './integration.ts'
import { sendWebhookCalls } from './send-calls.ts'
import { deleteFormerSecrets } from './webhook-store.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
const received: Received[] = []
let answer: (response: ServerResponse, path: string) => void
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() })
    answer(response, request.url!)
  })
})
const ok = (response: ServerResponse) => void response.writeHead(204).end()

let server: TestServer
let base: string
beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  receiver.close()
})
afterEach(() => {
  received.length = 0
  answer = ok
})
answer = ok

const send = () => sendWebhookCalls(server.app.ctx, new AbortController().signal)
const add = (owner: TestMerchant, path: string, events = webhookEventNames) =>
  server.must(createWebhook, { url: `${base}${path}`, events, loginPassword }, { token: owner.token })
/** An order was paid. */
const emit = ({ shopId }: TestMerchant) =>
  withTransaction(server.db, (tx) =>
    emitEvent(tx, 'order.paid', { shopId, at: server.clock.now(), data: { orderId: newId() } }),
  )
const callsOf = async (owner: TestMerchant, id: string) =>
  (await server.must(webhookCalls, { id, limit: 50 }, { token: owner.token })).list
const headersOf = ({ headers }: Received) => headers as Record<string, string>

test('an order makes signed calls with its id alone, and only about the chosen events', async () => {
  const shop = await aStockedShop(server)
  const { secret, webhook } = await add(shop, '/orders', ['order.paid', 'order.shipped'])
  const order = await anOrder(server, shop, { status: 3 })
  await send()
  expect(received.map(({ path }) => path)).toEqual(['/orders', '/orders'])
  const bodies = received.map((call) => webhookBody.parse(new Webhook(secret).verify(call.body, headersOf(call))))
  expect(bodies.map(({ type, data }) => [type, data]).toSorted()).toEqual([
    ['order.paid', { shopId: shop.shopId, subject: 'order', ids: [order.id] }],
    ['order.shipped', { shopId: shop.shopId, subject: 'order', ids: [order.id] }],
  ])
  const calls = await callsOf(shop, webhook.id)
  expect(calls.map(({ state, status, attempts, nextAt }) => ({ state, status, attempts, nextAt }))).toEqual([
    { state: 'delivered', status: 204, attempts: 1, nextAt: null },
    { state: 'delivered', status: 204, attempts: 1, nextAt: null },
  ])
  // Each call once, and none about an event that was rolled back.
  await withTransaction(server.db, async (tx) => {
    await emitEvent(tx, 'order.paid', { shopId: shop.shopId, at: server.clock.now(), data: { orderId: order.id } })
    throw new Error('rolled back')
  }).catch(() => undefined)
  await send()
  expect(received.length).toBe(2)
})

test('a failed call is repeated with the same id, later each time, and has failed after the last attempt', async () => {
  const owner = await aMerchant(server)
  const { secret, webhook } = await add(owner, '/down')
  answer = (response) => void response.writeHead(500).end()
  await emit(owner)
  for (let attempt = 1; attempt <= retryDelays.length + 1; attempt += 1) {
    await send()
    expect(received.length).toBe(attempt)
    await send()
    expect(received.length).toBe(attempt)
    const [call] = await callsOf(owner, webhook.id)
    expect(call).toMatchObject({ attempts: attempt, status: 500, failure: 'status' })
    expect(call!.state).toBe(attempt <= retryDelays.length ? 'waiting' : 'failed')
    server.clock.pass((retryDelays[attempt - 1] ?? 0) * 1.1)
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  answer = ok
  const [failed] = await callsOf(owner, webhook.id)
  expect((await server.must(listWebhooks, {}, { token: owner.token })).list[0]!.failingSince).not.toBe(null)
  await server.must(replayWebhookCall, { id: failed!.id }, { token: owner.token })
  await send()
  const again = received.at(-1)!
  expect(again.headers['webhook-id']).toBe(failed!.id)
  expect(Number(again.headers['webhook-timestamp'])).toBe(Math.floor(server.clock.now().getTime() / 1000))
  expect(new Webhook(secret).sign(failed!.id, server.clock.now(), again.body)).toBe(again.headers['webhook-signature'])
  expect((await callsOf(owner, webhook.id))[0]).toMatchObject({ state: 'delivered', attempts: 1, failure: null })
  expect((await server.must(listWebhooks, {}, { token: owner.token })).list[0]!.failingSince).toBe(null)
  const stranger = await aMerchant(server)
  expect((await server.call(replayWebhookCall, { id: failed!.id }, { token: stranger.token })).reason).toBe(
    'integration/not-found',
  )
})

test('the waits grow to a day, and three days in all', () => {
  const now = new Date(0)
  const waits = retryDelays.map((_, place) => nextAttempt(place + 1, now, 0)!.getTime())
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(days(3))
  expect(nextAttempt(retryDelays.length + 1, now, 0)).toBe(null)
  expect(nextAttempt(1, now, 1)!.getTime()).toBe(5500)
})

test('no redirect is followed, and a private address is refused when it is typed and when it is called', async () => {
  const owner = await aMerchant(server)
  answer = (response, path) =>
    path === '/moved' ? void response.writeHead(307, { location: `${base}/inside` }).end() : ok(response)
  const { webhook } = await add(owner, '/moved')
  await server.must(testWebhookCall, { id: webhook.id }, { token: owner.token })
  await send()
  expect(received.map(({ path }) => path)).toEqual(['/moved'])
  expect((await callsOf(owner, webhook.id))[0]).toMatchObject({ status: 307, failure: 'redirect' })

  const { port } = receiver.address() as AddressInfo
  for (const url of [
    'http://127.0.0.2:1/',
    'http://2130706434/',
    'http://0x7f.2/',
    'http://[::1]/',
    'http://[::ffff:7f00:2]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://user:secret@127.0.0.1/',
    'ftp://127.0.0.1/',
    'http://no-such-host.invalid/',
  ]) {
    const reply = await server.call(
      createWebhook,
      { url, events: ['order.paid'], loginPassword },
      { token: owner.token },
    )
    expect([url, Object.keys(reply.fields ?? {})]).toEqual([url, ['url']])
  }
  // An address that was typed before the network was taken out of the settings, or a name that moved.
  await sql`update webhook set url = ${`http://127.0.0.2:${port}/late`} where id = ${webhook.id}`.execute(server.owner)
  server.clock.pass(minutes(1))
  await server.must(testWebhookCall, { id: webhook.id }, { token: owner.token })
  received.length = 0
  await send()
  expect(received).toEqual([])
  expect((await callsOf(owner, webhook.id))[0]).toMatchObject({ status: null, failure: 'address' })
})

test('a rotated secret: both sign for a day, then the new one alone', async () => {
  const owner = await aMerchant(server)
  const { secret: former, webhook } = await add(owner, '/rotated')
  const wrong = await server.call(
    rotateWebhookSecret,
    { id: webhook.id, loginPassword: 'not the password' },
    { token: owner.token },
  )
  expect(wrong.reason).toBe('login/password-wrong')
  const { secret } = await server.must(rotateWebhookSecret, { id: webhook.id, loginPassword }, { token: owner.token })
  expect(secret).not.toBe(former)
  const isSignedBy = (text: string) => {
    const { headers, body } = received.at(-1)!
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return String(headers['webhook-signature'])
      .split(' ')
      .includes(new Webhook(text).sign(String(headers['webhook-id']), at, body))
  }
  await emit(owner)
  await send()
  expect([isSignedBy(former), isSignedBy(secret)]).toEqual([true, true])
  server.clock.pass(hours(24))
  await emit(owner)
  await send()
  expect([isSignedBy(former), isSignedBy(secret)]).toEqual([false, true])
  await deleteFormerSecrets(server.db, server.clock.now())
  const rows = await queryAll(
    server.owner,
    sql<{
      text: string
      former_secret: null
    }>`select w::text as text, former_secret from webhook w where id = ${webhook.id}`,
  )
  expect(rows[0]!.former_secret).toBe(null)
  expect(rows[0]!.text).not.toContain(Buffer.from(secret).toString('hex'))
})

test('a webhook that failed for five days, or whose address is gone, is paused; a change resumes it', async () => {
  const owner = await aMerchant(server)
  const { webhook } = await add(owner, '/gone')
  const state = async () => (await server.must(listWebhooks, {}, { token: owner.token })).list[0]!
  answer = (response) => void response.writeHead(503).end()
  await emit(owner)
  await send()
  expect((await state()).pausedAt).toBe(null)
  server.clock.pass(days(5))
  await emit(owner)
  await send()
  expect((await state()).pausedAt).not.toBe(null)
  expect((await callsOf(owner, webhook.id)).map((call) => call.state)).toEqual(['failed', 'failed'])
  await emit(owner)
  expect((await callsOf(owner, webhook.id)).length).toBe(2)

  await server.must(changeWebhook, { id: webhook.id, events: ['order.paid'] }, { token: owner.token })
  answer = (response) => void response.writeHead(410).end()
  await emit(owner)
  await send()
  expect((await state()).pausedAt).not.toBe(null)
})

test('operators see calls of all shops that were not delivered, with the host alone, and make one again', async () => {
  const [owner, auditor] = [await anOperator(server, 'owner'), await anOperator(server, 'auditor')]
  const merchant = await aMerchant(server)
  const { webhook } = await add(merchant, '/secret-path?key=1')
  const listed = async (state: 'failing' | 'failed' | 'waiting') =>
    (await server.must(listWebhookFailures, { state, limit: 100 }, auditor)).list.filter(
      ({ webhookId }) => webhookId === webhook.id,
    )
  await emit(merchant)
  const [waiting] = await listed('waiting')
  expect(waiting).toMatchObject({ shopId: merchant.shopId, type: 'order.paid', attempts: 0, lastAt: null })
  answer = (response) => void response.writeHead(500).end()
  await send()
  const [failing] = await listed('failing')
  expect(failing).toMatchObject({ id: waiting!.id, host: new URL(base).host, status: 500, failure: 'status' })
  expect(failing!.nextAt).not.toBe(null)
  expect(failing!.failingSince).not.toBe(null)
  expect(JSON.stringify(failing)).not.toContain('secret-path')
  const { webhooks } = await server.must(readSystem, {}, auditor)
  expect(webhooks.failing).toBeGreaterThan(0)

  const again = { shopId: merchant.shopId, id: failing!.id, reason: 'The receiver is up again' }
  expect((await server.call(retryWebhookCall, again, auditor)).reason).toBe('request/forbidden')
  const foreign = { ...again, shopId: (await aMerchant(server)).shopId }
  expect((await server.call(retryWebhookCall, foreign, owner)).reason).toBe('integration/not-found')
  // Before its time, and as the second of its attempts.
  expect(await server.must(retryWebhookCall, again, owner)).toEqual({ retried: 1 })
  await send()
  expect(await listed('failing')).toMatchObject([{ id: failing!.id, attempts: 2 }])
  // Given up, it gets all its attempts again.
  await sql`update webhook_call set state = 'failed', attempts = 10 where id = ${failing!.id}`.execute(server.owner)
  expect(await listed('failed')).toMatchObject([{ id: failing!.id, nextAt: null }])
  answer = ok
  expect(await server.must(retryWebhookCall, again, owner)).toEqual({ retried: 1 })
  await send()
  expect((await callsOf(merchant, webhook.id))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(await server.must(retryWebhookCall, again, owner)).toEqual({ retried: 0 })
  await send()
  expect(received).toHaveLength(3)
  expect((await server.must(shopActs, {}, { token: merchant.token })).list[0]).toMatchObject({
    act: 'sent',
    subject: { kind: 'webhook', id: failing!.id },
    reason: null,
  })
})

test('a receiver that does not answer holds up no other shop', async () => {
  const [slow, quick] = [await aMerchant(server), await aMerchant(server)]
  await add(slow, '/slow')
  await add(quick, '/quick')
  const held: ServerResponse[] = []
  answer = (response, path) => (path === '/slow' ? void held.push(response) : ok(response))
  for (let n = 0; n < 5; n += 1) {
    await emit(slow)
    await emit(quick)
  }
  const working = Promise.all([send(), send()])
  const paths = (path: string) => received.filter((call) => call.path === path)
  await expect.poll(() => paths('/quick').length, { timeout: 9000, interval: 50 }).toBe(5)
  expect(paths('/slow').length).toBeLessThanOrEqual(4)
  answer = ok
  for (const response of held) ok(response)
  await working
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(10)
  expect(received.length).toBe(10)
})

test('two workers that choose the same call make it once', async () => {
  const owner = await aMerchant(server)
  await add(owner, '/both')
  await emit(owner)
  let working: Promise<void[]>
  // Both have chosen the call and wait for its row.
  await withTransaction(server.owner, async (tx) => {
    await sql`select from webhook_call where shop_id = ${owner.shopId} for update`.execute(tx)
    working = Promise.all([send(), send()])
    await expect.poll(() => waiting(), { interval: 20 }).toBe(2)
  })
  await working!
  expect(received.map(({ path }) => path)).toEqual(['/both'])
})
const waiting = async () =>
  (
    await queryAll(
      server.owner,
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length

test('a call about changed products names them', async () => {
  const owner = await aMerchant(server)
  await add(owner, '/products', ['listings.supplier-changed'])
  const productIds = [newId(), newId()]
  const event = { shopId: owner.shopId, at: server.clock.now() }
  await withTransaction(server.db, async (tx) => {
    await emitEvent(tx, 'listings.supplier-changed', { ...event, data: { productIds } })
    await emitEvent(tx, 'listings.supplier-changed', { ...event, data: { productId: productIds[0]! } })
  })
  await send()
  await send()
  const bodies = received.map((call) => webhookBody.parse(JSON.parse(call.body)))
  expect(bodies.map(({ data }) => data)).toEqual([
    { shopId: owner.shopId, subject: 'product', ids: productIds },
    { shopId: owner.shopId, subject: 'product', ids: [productIds[0]] },
  ])
})

test('calls are listed in pages; a deleted webhook takes its calls along', async () => {
  const owner = await aMerchant(server)
  const { webhook } = await add(owner, '/kept')
  for (let n = 0; n < 3; n += 1) {
    server.clock.pass(minutes(1))
    await emit(owner)
    const data = { by: owner.merchantId, changes: {} }
    await withTransaction(server.db, (tx) =>
      emitEvent(tx, 'shop.changed', { shopId: owner.shopId, at: server.clock.now(), data }),
    )
  }
  const page = await server.must(webhookCalls, { id: webhook.id, limit: 2 }, { token: owner.token })
  const rest = await server.must(
    webhookCalls,
    { id: webhook.id, limit: 2, cursor: page.cursor! },
    { token: owner.token },
  )
  expect([page.list.length, rest.list.length, rest.cursor]).toEqual([2, 1, null])
  await sql`update webhook_call set at = at - interval '30 days' where id = ${page.list[1]!.id}`.execute(server.owner)
  expect((await callsOf(owner, webhook.id)).length).toBe(2)
  await server.must(deleteWebhook, { id: webhook.id }, { token: owner.token })
  expect((await server.call(webhookCalls, { id: webhook.id }, { token: owner.token })).reason).toBe(
    'integration/not-found',
  )
  for (let n = 0; n < maxWebhooks; n += 1) await add(owner, `/many-${n}`)
  const reply = await server.call(
    createWebhook,
    { url: `${base}/one-more`, events: ['order.paid'], loginPassword },
    { token: owner.token },
  )
  expect(reply.reason).toBe('integration/too-many')
})
