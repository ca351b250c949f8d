import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { buyerOrders, listOrders, viewListing } from '@quayside/contract'
import { afterEach, expect, test } from 'vitest'
import { createApiClient, isThisMachine, pause, Refused, runConcurrently } from './api-client.ts'

let open: Server | undefined
afterEach(async () => {
  open?.closeAllConnections()
  await new Promise<void>((done) => (open ? open.close(() => done()) : done()))
  open = undefined
})

/** Starts an HTTP server with the given handler. Returns its origin. */
async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  open = createServer(answer)
  await new Promise<void>((done) => open!.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(open.address() as AddressInfo).port}`
}

const both = (origin: string) => ({ origin, consoleOrigin: origin })

const json = (response: ServerResponse, status: number, body: unknown, more: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))
const refused = (reason: string) => ({ code: 0, msg: 'No.', data: { reason } })

test('refuses any other machine', () => {
  expect(() => createApiClient(both('https://shop.example'), undefined)).toThrow('this machine')
  expect(() => createApiClient(both('http://127.0.0.1.shop.example'), undefined)).toThrow('this machine')
  expect(() => createApiClient(both('http://localhost:4100'), undefined)).not.toThrow()
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address } of own) expect(isThisMachine(address)).toBe(true)
  expect(isThisMachine('198.51.100.7')).toBe(false)
  const remoteConsole = { origin: 'http://localhost:4100', consoleOrigin: 'https://desk.example' }
  expect(() => createApiClient(remoteConsole, undefined)).toThrow('this machine')
})

test('retries a transient refusal and throws any other', async () => {
  let calls = 0
  const origin = await startServer((_, response) => {
    calls += 1
    if (calls === 1) json(response, 429, refused('request/too-many'), { 'retry-after': '0' })
    else if (calls === 2) json(response, 200, { code: 1, msg: '', data: { total: 0, list: [] } })
    else json(response, 200, refused('listing/not-found'))
  })
  const line = createApiClient(both(origin), undefined)
  expect(await line.call(buyerOrders, {}, { token: 't' })).toEqual({ total: 0, list: [] })
  expect(calls).toBe(2)
  const error = await line
    .call(viewListing, { shop: 'ABCD', id: '00000000-0000-0000-0000-000000000000' })
    .catch((e: unknown) => e)
  expect(error).toBeInstanceOf(Refused)
  expect((error as Refused).reason).toBe('listing/not-found')
  expect(calls).toBe(3)
})

test('a GET has its input in the query string, session and key in headers', async () => {
  let seen: { url?: string | undefined; token: unknown; key: unknown } | undefined
  const origin = await startServer((request, response) => {
    seen = { url: request.url, token: request.headers['token'], key: request.headers['idempotency-key'] }
    json(response, 200, { code: 1, msg: '', data: {} })
  })
  await createApiClient(both(origin), undefined).call(
    listOrders,
    { status: 5, limit: 10 },
    { token: 'session', key: 'once' },
  )
  expect(seen).toEqual({ url: '/merchant/order/list?status=5&limit=10', token: 'session', key: 'once' })
})

test('pays by the form of the checkout, unless it has been paid', async () => {
  const pressed: string[] = []
  let paid = false
  const origin = await startServer((request, response) => {
    if (request.method === 'POST') {
      pressed.push(request.url!)
      paid = true
      json(response, 200, { code: 1 })
    } else
      response.end(
        paid ? '<p>Paid.</p>' : '<form method="post" action="/test-processor/tc_1/pay"><button>Pay</button></form>',
      )
  })
  const line = createApiClient(both(origin), undefined)
  // The checkout URL may name the public host. The demo still calls this machine.
  await line.payAt('https://shop.example/test-processor/tc_1')
  await line.payAt('https://shop.example/test-processor/tc_1')
  expect(pressed).toEqual(['/test-processor/tc_1/pay'])
})

test('stops at once when its signal is aborted', async () => {
  const stop = new AbortController()
  const origin = await startServer(() => {
    // Never responds.
  })
  const call = createApiClient(both(origin), stop.signal)
    .call(buyerOrders, {})
    .catch((e: unknown) => e)
  const nap = pause(60_000, stop.signal).catch((e: unknown) => e)
  const started = performance.now()
  stop.abort()
  expect(await call).toBeInstanceOf(Error)
  expect(await nap).toBeInstanceOf(Error)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('runs at most the given number in parallel and returns results in order', async () => {
  let now = 0
  let most = 0
  const answers = await runConcurrently([5, 1, 4, 2, 3], 2, async (n) => {
    now += 1
    most = Math.max(most, now)
    await pause(n)
    now -= 1
    return n * 10
  })
  expect(answers).toEqual([50, 10, 40, 20, 30])
  expect(most).toBe(2)
})
