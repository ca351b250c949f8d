/** What is answered past Fastify gives what the request through Fastify gives, and is refused as that one. */
import { Agent, request as send } from 'node:http'
import { createApiKey, listOrders, logout } from '@quayside/contract'
import { dashboard } from '@quayside/contract/insights'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { anOrder, aMerchant, aStockedShop, loginPassword, type TestShop } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { watchEarly } from './answer-early.ts'
import { ResponseCache } from './response-cache.ts'

const limits = { caller: 40, address: 60 }
let server: TestServer
let limited: TestServer
let shop: TestShop
const origins = new Map<TestServer, string>()
/** Requests that were answered past Fastify: method, route and status. */
let early: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  limited = await startTestServer({ settings: { rates: limits, proxies: 1 } })
  for (const one of [server, limited]) {
    watchEarly(one.app.http, (method, route, status) => early.push(`${method} ${route} ${status}`))
    await one.app.http.listen({ port: 0, host: '127.0.0.1' })
    origins.set(one, `http://127.0.0.1:${(one.app.http.server.address() as { port: number }).port}`)
  }
  shop = await aStockedShop(server)
  await anOrder(server, shop)
})
afterEach(() => {
  early = []
  vi.restoreAllMocks()
})
afterAll(async () => {
  await server.close()
  await limited.close()
})

const poll = `${listOrders.alias}?status=5&limit=10&page=1`
const ask = async (headers: Record<string, string>, path = poll, from = server) => {
  const before = early.length
  const response = await fetch(origins.get(from) + path, { headers })
  const body = (await response.json()) as { data: { total?: number; reason?: string } }
  return { status: response.status, headers: response.headers, body, early: early.length > before }
}
/** Asks until the answer comes from memory: late notifications of the builders may still drop it. */
const keptAnswer = async (token: string, headers: Record<string, string> = {}, from = server) =>
  eventually(async () => {
    const answer = await ask({ token, ...headers }, poll, from)
    expect(answer.early).toBe(true)
    return answer
  })

test('both ways give the same status, headers and body, plain and compressed', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const kept = await keptAnswer(shop.token, { 'accept-encoding': encoding })
    // A header that only the other way understands.
    const through = await ask({ token: shop.token, 'accept-encoding': encoding, authorization: 'none' })
    expect(through.early).toBe(false)
    expect(kept.status).toBe(through.status)
    expect(kept.body).toEqual(through.body)
    const comparable = ({ headers }: typeof kept) =>
      [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
    expect(comparable(kept)).toEqual(comparable(through))
    expect(kept.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  expect(early).toContain(`GET ${listOrders.alias} 200`)
})

test('the answer belongs to the shop of the token, and changes with it', async () => {
  const other = await aStockedShop(server)
  expect((await keptAnswer(shop.token)).body.data.total).toBe(1)
  expect((await keptAnswer(other.token)).body.data.total).toBe(0)
  await anOrder(server, shop)
  expect((await ask({ token: shop.token })).body.data.total).toBe(2)
})

test('over one connection each token gets its own answer', async () => {
  const other = await aStockedShop(server)
  await keptAnswer(shop.token)
  await keptAnswer(other.token)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  const totalOf = (token: string) =>
    new Promise<[number, number | undefined]>((done, failed) => {
      const sent = send(origins.get(server) + poll, { agent, headers: { token } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => {
          const { data } = JSON.parse(text) as { data: { total?: number } }
          done([response.statusCode!, data.total])
        })
      })
      sent.once('socket', (socket) => socket.once('connect', () => ports.add(socket.localPort)))
      sent.once('error', failed)
      sent.end()
    })
  const orders = (await keptAnswer(shop.token)).body.data.total
  early = []
  expect(await totalOf(shop.token)).toEqual([200, orders])
  expect(await totalOf(other.token)).toEqual([200, 0])
  expect(await totalOf('made up')).toEqual([401, undefined])
  expect(await totalOf(shop.token)).toEqual([200, orders])
  expect(early).toHaveLength(3)
  await server.must(logout, {}, { token: other.token })
  expect((await totalOf(other.token))[0]).toBe(401)
  expect(ports.size).toBe(1)
  agent.destroy()
})

test('no session, a made up one, one that ended, or an unverified shop gets no kept answer', async () => {
  const leaving = await aStockedShop(server)
  await keptAnswer(leaving.token)
  await server.must(logout, {}, { token: leaving.token })
  const unverified = await aMerchant(server, { verified: false })
  for (const headers of [{}, { token: 'made up' }, { token: leaving.token }, { token: 'x'.repeat(201) }]) {
    const { status, early: isEarly } = await ask(headers as Record<string, string>)
    expect([status, isEarly]).toEqual([401, false])
  }
  const through = await ask({ token: unverified.token, authorization: 'none' })
  expect((await ask({ token: unverified.token })).status).toBe(through.status)
})

test('while notifications are not heard, and after a minute, polls are read', async () => {
  await keptAnswer(shop.token)
  server.app.ctx.changes.connected = false
  expect((await ask({ token: shop.token })).early).toBe(false)
  server.app.ctx.changes.connected = true
  await keptAnswer(shop.token)
  const started = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(started + ResponseCache.maxAge + 1000)
  expect((await ask({ token: shop.token })).early).toBe(false)
})

test('a page of another origin, a key of the API and another method go through Fastify', async () => {
  await keptAnswer(shop.token)
  expect((await ask({ token: shop.token, origin: 'https://elsewhere.example' })).early).toBe(false)
  const { key } = await server.must(
    createApiKey,
    { name: 'Accounting', scopes: ['products:read'], days: 30, loginPassword },
    { token: shop.token },
  )
  const withKey = await ask({ token: shop.token, authorization: `Bearer ${key}` })
  expect(withKey.early).toBe(false)
  expect(withKey.status).toBe(403)
  expect((await fetch(origins.get(server) + poll, { method: 'HEAD', headers: { token: shop.token } })).ok).toBe(true)
  expect((await fetch(origins.get(server) + poll, { method: 'POST', headers: { token: shop.token } })).status).toBe(404)
})

test('polls count for both limits, each once, whichever way they go', async () => {
  const mine = await aStockedShop(limited)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  await keptAnswer(mine.token, from('203.0.113.1'), limited)
  const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1])
  const one = await keptAnswer(mine.token, from('203.0.113.1'), limited)
  const two = await ask({ token: mine.token, ...from('203.0.113.1'), authorization: 'none' }, poll, limited)
  const three = await keptAnswer(mine.token, from('203.0.113.1'), limited)
  expect([left(two.headers), left(three.headers)]).toEqual([left(one.headers) - 1, left(one.headers) - 2])
  for (let n = left(three.headers); n > 0; n -= 1)
    expect((await ask({ token: mine.token, ...from('203.0.113.1') }, poll, limited)).status).toBe(200)
  const refused = await ask({ token: mine.token, ...from('203.0.113.1') }, poll, limited)
  expect([refused.status, refused.early, refused.body.data.reason]).toEqual([429, false, 'request/too-many'])

  // Another session of the same network, until the network has used its own limit.
  const other = await aStockedShop(limited)
  const statuses = new Set<number>()
  for (let n = 0; n < limits.address && !statuses.has(429); n += 1)
    statuses.add((await ask({ token: other.token, ...from('203.0.113.1') }, poll, limited)).status)
  expect([...statuses]).toEqual([200, 429])
  expect((await ask({ token: other.token, ...from('198.51.100.1, 203.0.113.2') }, poll, limited)).status).toBe(200)
})

/** Asks for the dashboard. A browser names the origin of the page with each POST. */
const askDashboard = async (
  token: string,
  { body = '{}', ...headers }: Record<string, string> = {},
  path: string = dashboard.path,
) => {
  const before = early.length
  const response = await fetch(origins.get(server) + path, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json', ...headers },
    body,
  })
  const answer = (await response.json()) as { data: { shop?: { code: string }; reason?: string } }
  return { status: response.status, headers: response.headers, body: answer, early: early.length > before }
}
const keptDashboard = (token: string, headers: Record<string, string> = {}) =>
  eventually(async () => {
    const answer = await askDashboard(token, headers)
    expect(answer.early).toBe(true)
    return answer
  })

describe('the dashboard', () => {
  test('comes from memory with the status, headers and body of the other way, and with a line in the log', async () => {
    const { origin } = new URL(server.app.ctx.settings.publicUrl)
    const info = vi.spyOn(server.app.ctx.log, 'info')
    const asked: Record<string, string>[] = [{}, { origin }, { 'accept-encoding': 'gzip' }]
    for (const headers of asked) {
      info.mockClear()
      const kept = await keptDashboard(shop.token, headers)
      expect(info.mock.lastCall?.[0]).toMatchObject({
        reqId: kept.headers.get('x-request-id'),
        method: 'POST',
        route: dashboard.path,
        status: 200,
        who: 'merchant',
        shopId: shop.shopId,
      })
      const through = await askDashboard(shop.token, { ...headers, authorization: 'none' })
      expect([through.early, through.status]).toEqual([false, kept.status])
      expect(kept.body).toEqual(through.body)
      expect(kept.body.data.shop!.code).toBe(shop.shopCode)
      const comparable = (answer: typeof kept) =>
        [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
      expect(comparable(kept)).toEqual(comparable(through))
    }
    expect(early).toContain(`POST ${dashboard.path} 200`)
  })

  test('is that of the token’s shop, is read after a change, and ends with the session', async () => {
    const leaving = await aStockedShop(server)
    expect((await keptDashboard(leaving.token)).body.data.shop!.code).toBe(leaving.shopCode)
    expect((await keptDashboard(shop.token)).body.data.shop!.code).toBe(shop.shopCode)
    await anOrder(server, leaving)
    const read = await askDashboard(leaving.token)
    expect([read.status, read.early]).toEqual([200, false])
    await keptDashboard(leaving.token)
    await server.must(logout, {}, { token: leaving.token })
    const after = await askDashboard(leaving.token)
    expect([after.status, after.early]).toEqual([401, false])
    const made = await askDashboard('made up')
    expect([made.status, made.early]).toEqual([401, false])
  })

  test('any other body, type, address, origin or caller goes on to Fastify with its body unread', async () => {
    await keptDashboard(shop.token)
    const through = async (status: number, headers: Record<string, string>, path?: string) => {
      const answer = await askDashboard(shop.token, headers, path)
      expect([answer.status, answer.early]).toEqual([status, false])
      return answer
    }
    // Of the same length as the empty input.
    expect((await through(400, { body: '[]' })).body.data.reason).toBe('request/malformed')
    expect((await through(400, { body: '{"' })).body.data.reason).toBe('request/malformed')
    await through(400, { body: '{"unknown":1}' })
    await through(200, { body: ' {}' })
    await through(415, { 'content-type': 'text/plain' })
    await through(200, { origin: 'https://elsewhere.example' })
    await through(200, {}, `${dashboard.path}?unknown=1`)
  })

  test('a body that comes later than its head, or in two pieces, is read whole', async () => {
    await keptDashboard(shop.token)
    const inPieces = (pieces: string[]) =>
      new Promise<[number, string]>((done, failed) => {
        const sent = send(
          origins.get(server) + dashboard.path,
          {
            method: 'POST',
            headers: {
              token: shop.token,
              'content-type': 'application/json',
              'content-length': pieces.join('').length,
            },
          },
          (response) => {
            let text = ''
            response.on('data', (chunk: Buffer) => (text += chunk.toString()))
            response.on('end', () => done([response.statusCode!, text]))
          },
        )
        sent.once('error', failed)
        sent.flushHeaders()
        void (async () => {
          for (const piece of pieces) {
            await new Promise((wait) => setTimeout(wait, 50))
            sent.write(piece)
          }
          sent.end()
        })()
      })
    for (const pieces of [['{}'], ['{', '}']]) {
      const [status, text] = await inPieces(pieces)
      expect([status, text]).toEqual([200, expect.stringContaining(shop.shopCode)])
    }
    expect((await inPieces(['[', ']']))[0]).toBe(400)
    // Who goes away before the body leaves nothing behind.
    const gone = send(origins.get(server) + dashboard.path, {
      method: 'POST',
      headers: { token: shop.token, 'content-type': 'application/json', 'content-length': 2 },
    })
    gone.once('error', () => undefined)
    gone.flushHeaders()
    await new Promise((wait) => setTimeout(wait, 50))
    gone.destroy()
    await keptDashboard(shop.token)
  })
})

test('a server that stops answers through Fastify, which ends the connection', async () => {
  const other = await startTestServer()
  watchEarly(other.app.http, (method, route) => early.push(`${method} ${route}`))
  await other.app.http.listen({ port: 0, host: '127.0.0.1' })
  origins.set(other, `http://127.0.0.1:${(other.app.http.server.address() as { port: number }).port}`)
  const mine = await aStockedShop(other)
  await keptAnswer(mine.token, {}, other)
  // As at the end of a stop: no new connection is accepted, and those that are open are still answered.
  vi.spyOn(other.app.http.server, 'listening', 'get').mockReturnValue(false)
  expect(await ask({ token: mine.token }, poll, other)).toMatchObject({ status: 200, early: false })
  vi.restoreAllMocks()
  await other.close()
})
