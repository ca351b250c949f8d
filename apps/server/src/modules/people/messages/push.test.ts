/** Web Push as seen by a push service and a phone: encrypted payload, signature of the sender, expired devices. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chooseNotification,
  login,
  logout,
  markMessages,
  notificationChoices,
  orderStatus,
  requestRefund,
  subscribePush,
  unsubscribePush,
} from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aMerchant,
  anOrder,
  aStockedShop,
  creditMerchant,
  loginPassword,
  type TestMerchant,
} from '../../../../test/builders.ts'
import { startTestServer, testSettings, type TestServer } from '../../../../test/server.ts'
import { days } from '../../../platform/jobs/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryAll, queryOne, sql } from '../../../platform/database/postgres.ts'
import { readSettings } from '../../../settings.ts'
import { processEvents } from './process-events.ts'
import { isPushService, pushMessage } from './push-message.ts'
import { sendNotifications } from './send-notifications.ts'

/** Requests received by the push service. */
type Arrived = { path: string; headers: IncomingHttpHeaders; body: Buffer }
let arrived: Arrived[] = []
let answer = 201
const service = createServer((request, reply) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    arrived.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
    reply.writeHead(answer).end()
  })
})

const vapid = createECDH('prime256v1')
// A key that begins with a zero byte, as one in 256 does. Node writes it with 31 bytes.
vapid.setPrivateKey(Buffer.concat([Buffer.alloc(1), Buffer.alloc(31, 7)]))
let server: TestServer
let host: string
beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await startTestServer({
    settings: {
      push: {
        publicKey: vapid.getPublicKey('base64url'),
        privateKey: vapid.getPrivateKey('base64url'),
        subject: 'mailto:ops@platform.example',
        hosts: [host],
      },
    },
  })
})
afterAll(async () => {
  await server.close()
  service.close()
})
beforeEach(() => {
  arrived = []
  answer = 201
})

/** A phone: its keys, its endpoint at the push service, and the decryption of a push. */
function aPhone(name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint: `http://${host}/${name}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    /** A separate implementation of RFC 8188 and 8291, independent of the sender’s library. */
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + body[20]!)
      const sealed = body.subarray(21 + body[20]!)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
      const secret = hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32)
      const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12))
      const open = createDecipheriv('aes-128-gcm', key, nonce)
      open.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
      // The last non-zero byte is the delimiter of the record.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
    },
  }
}
type Phone = ReturnType<typeof aPhone>
const subscribe = ({ endpoint, p256dh, auth }: Phone, of: TestMerchant, lang = 'en') =>
  server.call(subscribePush, { endpoint, p256dh, auth }, { token: of.token, lang })

/** Processes the events and runs the push jobs. Returns the messages of their errors. */
async function deliver(of: TestMerchant): Promise<string[]> {
  await processEvents(server.app.ctx)
  await sendNotifications(server.app.ctx)
  const jobs = await queryAll(
    server.owner,
    sql<{
      payload: Parameters<typeof pushMessage>[1]
    }>`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'push-message' and j.payload ->> 'shopId' = ${of.shopId} returning j.payload`,
  )
  const thrown: string[] = []
  for (const { payload } of jobs)
    await pushMessage(server.app.ctx, payload).catch((error: Error) => thrown.push(error.message))
  return thrown
}
const devices = async (of: TestMerchant) =>
  (await queryAll(server.owner, sql`select from push_subscription where shop_id = ${of.shopId}`)).length

test('a push contains type and count, is signed by the platform and encrypted for one phone', async () => {
  const shop = await aStockedShop(server)
  const choices = await server.must(notificationChoices, {}, { token: shop.token })
  expect(choices.push).toEqual({ publicKey: vapid.getPublicKey('base64url'), mayAsk: false })
  const phone = aPhone('one')
  const french = aPhone('two')
  expect((await subscribe(phone, shop)).code).toBe(1)
  const { userinfo } = await server.must(login, { name: shop.email, password: loginPassword })
  expect((await subscribe(french, { ...shop, token: userinfo.token }, 'fr')).code).toBe(1)
  const order = await anOrder(server, shop)
  await anOrder(server, shop)
  expect((await server.must(notificationChoices, {}, { token: shop.token })).push.mayAsk).toBe(true)
  expect(await deliver(shop)).toEqual([])

  const orders = arrived.filter(({ headers }) => headers['topic'] === 'orders')
  expect(orders.map(({ path }) => path).sort()).toEqual(['/one', '/two'])
  const mine = orders.find(({ path }) => path === '/one')!
  expect(phone.read(mine.body)).toEqual({
    title: 'Orders',
    body: '2 unread messages',
    tag: 'orders',
    actions: [
      { action: 'open', title: 'Open' },
      { action: 'pickup', title: 'Pick up' },
    ],
  })
  expect(french.read(orders.find(({ path }) => path === '/two')!.body)).toEqual({
    title: 'Commandes',
    body: '2 messages non lus',
    tag: 'orders',
    actions: [
      { action: 'open', title: 'Ouvrir' },
      { action: 'pickup', title: expect.any(String) as string },
    ],
  })
  expect(() => french.read(mine.body)).toThrow()
  expect(mine.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'normal' })
  expect(JSON.stringify(arrived)).not.toContain(order.code)

  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(mine.headers.authorization!)!
  expect(key).toBe(vapid.getPublicKey('base64url'))
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = vapid.getPublicKey()
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true)
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  expect([said.aud, said.sub]).toEqual([`http://${host}`, 'mailto:ops@platform.example'])
  expect(said.exp - Date.now() / 1000).toBeLessThanOrEqual(86_400)
})

test('a push about refunds has a button for those that await an answer', async () => {
  const shop = await aStockedShop(server)
  const phone = aPhone('refunds')
  await subscribe(phone, shop)
  const order = await anOrder(server, shop, { status: orderStatus.received })
  await server.must(
    requestRefund,
    { orderId: order.id, reason: 'damaged', text: 'Broken.', pictures: [] },
    { token: order.buyer.token, key: newId() },
  )
  expect(await deliver(shop)).toEqual([])
  const pushed = arrived.find(({ path, headers }) => path === '/refunds' && headers['topic'] === 'refunds')!
  expect(phone.read(pushed.body)).toMatchObject({
    tag: 'refunds',
    actions: [
      { action: 'open', title: 'Open' },
      { action: 'refund', title: 'Refund orders' },
    ],
  })
})

test('the endpoint of another shop’s device is not taken over without its keys', async () => {
  const shop = await aMerchant(server)
  const phone = aPhone('taken')
  expect((await subscribe(phone, shop)).code).toBe(1)
  const thief = await aMerchant(server)
  const { p256dh, auth } = aPhone('thief')
  expect((await subscribe({ ...phone, p256dh, auth }, thief)).reason).toBe('push/other-device')
  const kept = async () =>
    queryOne(
      server.owner,
      sql<{ shop_id: string }>`select shop_id from push_subscription where endpoint = ${phone.endpoint}`,
    )
  expect((await kept())!.shop_id).toBe(shop.shopId)
  // The device itself has the keys, so it can move to another shop. Without a session its endpoint is free.
  expect((await subscribe(phone, thief)).code).toBe(1)
  await sql`delete from session where shop_id = ${thief.shopId}`.execute(server.owner)
  expect((await subscribe({ ...phone, p256dh, auth }, shop)).code).toBe(1)
  expect((await kept())!.shop_id).toBe(shop.shopId)
})

test('an expired device is deleted; an unreachable one is retried', async () => {
  const shop = await aStockedShop(server)
  const phone = aPhone('gone')
  await subscribe(phone, shop)
  answer = 503
  expect(await deliver(shop)).toEqual(['messages: the push service responded with 503'])
  expect(await devices(shop)).toBe(1)
  for (const gone of [404, 410]) {
    await subscribe(phone, shop)
    await creditMerchant(server, shop, '100')
    server.clock.pass(600_000)
    answer = gone
    expect(await deliver(shop)).toEqual([])
    expect(await devices(shop)).toBe(0)
  }
  await subscribe(phone, shop)
  answer = 413
  await creditMerchant(server, shop, '100')
  server.clock.pass(600_000)
  expect(await deliver(shop)).toEqual([])
  expect(await devices(shop)).toBe(1)
})

test('a device gets no push for read messages, disabled types or an ended session', async () => {
  const shop = await aStockedShop(server)
  const phone = aPhone('mine')
  await subscribe(phone, shop)
  await processEvents(server.app.ctx)
  await server.must(markMessages, { messages: 'all' }, { token: shop.token })
  await deliver(shop)
  expect(arrived).toEqual([])
  await server.must(chooseNotification, { type: 'money', channel: 'push', wanted: false }, { token: shop.token })
  await creditMerchant(server, shop, '100')
  await deliver(shop)
  expect(arrived).toEqual([])
  await server.must(chooseNotification, { type: 'money', channel: 'push', wanted: true }, { token: shop.token })
  await creditMerchant(server, shop, '100')
  server.clock.pass(600_000)
  await deliver(shop)
  expect(arrived.length).toBe(1)

  // A session is one device: a new endpoint replaces the former one.
  for (let i = 0; i < 3; i += 1) await subscribe(aPhone(`again-${i}`), shop)
  expect(await devices(shop)).toBe(1)
  await subscribe(phone, shop)

  // The same browser with another merchant gets the pushes of that merchant only.
  const other = await aStockedShop(server)
  await subscribe(phone, other)
  expect([await devices(shop), await devices(other)]).toEqual([0, 1])
  expect((await server.call(unsubscribePush, { endpoint: phone.endpoint }, { token: shop.token })).code).toBe(1)
  expect(await devices(other)).toBe(1)
  await server.must(unsubscribePush, { endpoint: phone.endpoint }, { token: other.token })
  expect(await devices(other)).toBe(0)

  await subscribe(phone, other)
  await server.must(logout, {}, { token: other.token })
  expect(await devices(other)).toBe(0)

  const idle = await aMerchant(server)
  await subscribe(aPhone('idle'), idle)
  server.clock.pass(days(31))
  await sql`insert into event (shop_id, name, at, data) values (${idle.shopId}, 'shop.opened', ${server.clock.now()}, '{}')`.execute(
    server.owner,
  )
  arrived = []
  await deliver(idle)
  expect(arrived).toEqual([])
})

test('the server calls endpoints of push services only', async () => {
  const shop = await aMerchant(server)
  const phone = aPhone('here')
  for (const endpoint of ['http://127.0.0.1:1/here', 'https://example.com/push', `http://user@${host}/here`])
    expect(
      (await server.call(subscribePush, { endpoint, p256dh: phone.p256dh, auth: phone.auth }, { token: shop.token }))
        .reason,
    ).toBe('push/unknown-service')
  const file = { endpoint: 'file:///etc/passwd', p256dh: phone.p256dh, auth: phone.auth }
  expect((await server.call(subscribePush, file, { token: shop.token })).reason).toBe('request/invalid')
  const services = ['push.apple.com']
  expect(isPushService('https://web.push.apple.com/x', services, true)).toBe(true)
  expect(isPushService('http://web.push.apple.com/x', services, true)).toBe(false)
  expect(isPushService('https://evilpush.apple.com.example/x', services, true)).toBe(false)
  expect(isPushService('https://notpush.apple.com/x', services, true)).toBe(false)
  const { push } = server.app.ctx.settings
  server.app.ctx.settings.push = null
  expect((await subscribe(phone, shop)).reason).toBe('push/off')
  expect((await server.must(notificationChoices, {}, { token: shop.token })).push.publicKey).toBeNull()
  server.app.ctx.settings.push = push
})

test('an incomplete or mismatched key pair is refused by name at start', () => {
  const other = createECDH('prime256v1')
  other.generateKeys()
  const env = {
    QUAYSIDE_MODE: 'test',
    DATABASE_URL: 'postgres://localhost/none',
    QUAYSIDE_MASTER_KEY: testSettings('', '').keys.master.newest.toString('base64'),
    QUAYSIDE_PIN_KEY: testSettings('', '').keys.pin.newest.toString('base64'),
    QUAYSIDE_WEBHOOK_SECRET: 'x',
    QUAYSIDE_VAPID_PUBLIC: vapid.getPublicKey('base64url'),
    QUAYSIDE_VAPID_PRIVATE: vapid.getPrivateKey('base64url'),
    QUAYSIDE_VAPID_SUBJECT: 'https://shop.example',
  }
  expect(readSettings(env).push).toMatchObject({
    subject: 'https://shop.example',
    hosts: expect.arrayContaining(['push.apple.com']),
  })
  expect(readSettings({ ...env, QUAYSIDE_PUSH_HOSTS: ' push.example, ,' }).push!.hosts).toEqual(['push.example'])
  for (const [name, value] of [
    ['QUAYSIDE_VAPID_PRIVATE', ''],
    ['QUAYSIDE_VAPID_PRIVATE', other.getPrivateKey('base64url')],
    ['QUAYSIDE_VAPID_SUBJECT', 'nobody'],
  ] as const)
    expect(() => readSettings({ ...env, [name]: value })).toThrow(name)
})
