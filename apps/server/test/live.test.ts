/**
 * Live events with two server instances on one database: a change through one reaches the clients and the cache of
 * the other.
 */
import {
  listOrders,
  livePath,
  logout,
  operatorLivePath,
  pageAgeHeader,
  type LiveEvent,
  type Topic,
} from '@quayside/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionFinder, sessionIdleTimeout } from '../src/modules/people/identity/login/sessions.ts'
import { notifyClients } from '../src/platform/events/events.ts'
import { serveLive } from '../src/platform/http/live.ts'
import { anOperator, anOrder, aStockedShop, placeTestOrder, pay, type TestShop } from './builders.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { startTestServer, type TestServer } from './server.ts'

let database: TestDatabase
let firstServer: TestServer
let two: TestServer
let shop: TestShop
let origin: string
beforeAll(async () => {
  database = await freshDatabase()
  firstServer = await startTestServer({ database })
  two = await startTestServer({ database })
  shop = await aStockedShop(firstServer)
  await two.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = two.app.http.server.address() as { port: number }
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await firstServer.close()
  await two.close()
  await database.drop()
})

/** A change of a shop through the first instance. */
const notify = (of: TestShop, topic: Topic) =>
  firstServer.app.ctx.db.transaction().execute((tx) => notifyClients(tx, of.shopId, [topic]))

/** Reads a stream until `enough` is true or the stream ends. Returns the received events and whether it ended. */
async function listen(
  token: string,
  enough: (heard: string[]) => boolean,
  onOpen: () => Promise<unknown>,
  age: Record<string, string> = {},
  stream = origin + livePath,
) {
  const stop = AbortSignal.timeout(10_000)
  const response = await fetch(stream, { headers: { token, ...age }, signal: stop })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard: string[] = []
  let text = ''
  let opened = false
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop()!
    for (const line of lines) if (line.startsWith('data:')) heard.push((JSON.parse(line.slice(5)) as LiveEvent).kind)
    if (!opened) {
      opened = true
      void onOpen()
    }
    if (enough(heard)) return { heard, ended: false }
  }
  return { heard, ended: true }
}

test('a payment through one instance is pushed by the other, which drops its cached badge answer', async () => {
  const badge = () => two.must(listOrders, { status: 5, limit: 10, page: 1 }, { token: shop.token })
  const before = (await badge()).total
  expect((await badge()).total).toBe(before)
  const order = await placeTestOrder(firstServer, shop)
  const { heard } = await listen(
    shop.token,
    (kinds) => kinds.includes('wallet'),
    () => pay(firstServer, order),
  )
  expect(heard).toContain('orders')
  expect((await badge()).total).toBe(before + 1)
})

test('another merchant gets no events of a shop, and a stream without a session is refused', async () => {
  const other = await aStockedShop(firstServer)
  // What made the shop is heard before the stream begins: each reading shows all that was committed before it.
  const last = new Promise<void>((heard) => {
    two.app.ctx.changes.subscribe(other.shopId, (kinds) => kinds.includes('messages') && heard())
  })
  await notify(other, 'messages')
  await last
  const { heard } = await listen(
    other.token,
    (kinds) => kinds.includes('talk'),
    async () => {
      await anOrder(firstServer, shop)
      await notify(other, 'talk')
    },
  )
  expect(heard).toEqual(['resync', 'talk'])
  expect((await fetch(origin + livePath)).status).toBe(401)
  expect((await fetch(origin + livePath, { headers: { token: 'made up' } })).status).toBe(401)
})

test('the stream ends with its session, on whichever instance the session was ended', async () => {
  const leaving = await aStockedShop(firstServer)
  const { ended } = await listen(
    leaving.token,
    () => false,
    () => firstServer.must(logout, {}, { token: leaving.token }),
  )
  expect(ended).toBe(true)
  expect((await two.call(listOrders, { status: 5 }, { token: leaving.token })).status).toBe(401)
})

test('a stream ends at the beat after the time of its session, and is no use of it', async () => {
  const leaving = await aStockedShop(firstServer)
  const { ctx } = firstServer.app
  const http = Fastify()
  serveLive(http, ctx, createSessionFinder(ctx), 50)
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const { heard, ended } = await listen(
    leaving.token,
    () => false,
    async () => firstServer.clock.pass(sessionIdleTimeout + 1000),
    {},
    `http://127.0.0.1:${port}${livePath}`,
  )
  await http.close()
  expect([heard, ended]).toEqual([['resync'], true])
})

test('a page that has just loaded hears what changed since, from any instance, and not to read all again', async () => {
  const fresh = await aStockedShop(firstServer)
  // The stream knows nothing from before its server began to listen.
  await new Promise((later) => setTimeout(later, 5500))
  const order = await anOrder(firstServer, fresh)
  expect(order.id).toBeTruthy()
  const young = { [pageAgeHeader]: '200' }
  const after = await listen(
    fresh.token,
    (heard) => heard.includes('orders'),
    async () => undefined,
    young,
  )
  expect(after.heard).not.toContain('resync')
  const old = { [pageAgeHeader]: '600000' }
  for (const age of [old, { [pageAgeHeader]: 'x' }, {}])
    expect(
      (
        await listen(
          fresh.token,
          (heard) => heard.length > 0,
          async () => undefined,
          age,
        )
      ).heard,
    ).toEqual(['resync'])

  // The console's stream, where the order of any shop is a change of the platform.
  await two.app.console.listen({ port: 0, host: '127.0.0.1' })
  const { port } = two.app.console.server.address() as { port: number }
  const { token } = await anOperator(firstServer, 'support')
  const hear = (given: Record<string, string>, enough: (heard: string[]) => boolean) =>
    listen(token, enough, async () => undefined, given, `http://127.0.0.1:${port}${operatorLivePath}`)
  await anOrder(firstServer, fresh)
  expect((await hear(young, (heard) => heard.includes('orders'))).heard).not.toContain('resync')
  for (const age of [old, {}]) expect((await hear(age, (heard) => heard.length > 0)).heard).toEqual(['resync'])
})
