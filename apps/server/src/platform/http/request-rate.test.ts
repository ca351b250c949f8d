/** The general limit on requests, and calls of pages with another origin. */
import { checkInvitation, listOrders } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { rateWindow, RequestRate } from './request-rate.ts'

let server: TestServer
let owner: TestMerchant
beforeAll(async () => {
  server = await startTestServer({
    settings: { rates: { caller: 3, address: 20 }, corsOrigins: ['https://app.example'] },
  })
  owner = await aMerchant(server)
})
afterAll(() => server.close())

const list = (token: string, remoteAddress: string) =>
  server.app.http.inject({
    method: 'GET',
    url: listOrders.path,
    query: { status: '5', limit: '10', page: '1' },
    headers: { token },
    remoteAddress,
  })

test('a session has its number of requests in a minute, from any address, also for kept responses', async () => {
  const answers = []
  for (const n of [1, 2, 3, 4]) answers.push(await list(owner.token, `192.0.2.${n}`))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  expect(answers.map(({ headers }) => String(headers['ratelimit']).split(';t=')[0])).toEqual([
    '"caller";r=2',
    '"caller";r=1',
    '"caller";r=0',
    '"caller";r=0',
  ])
  expect(answers[0]!.headers['ratelimit-policy']).toBe('"caller";q=3;w=60')
  const wait = Number(answers[3]!.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(answers[3]!.json().data.reason).toBe('request/too-many')
  // Another session of another shop has its own.
  expect((await list((await aMerchant(server)).token, '192.0.2.5')).statusCode).toBe(200)
})

test('guessed tokens and calls without one count for the network', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) statuses.push((await list(`guess ${n}`, `2001:db8:1:1::${n + 1}`)).statusCode)
  expect(statuses).toEqual([...Array<number>(20).fill(401), 429])
  const input = { code: 'AAAAAAAA' } as never
  expect((await server.call(checkInvitation, input, { ip: '2001:db8:1:1::99' })).status).toBe(429)
  expect((await server.call(checkInvitation, input, { ip: '2001:db8:1:2::1' })).status).not.toBe(429)
})

test('a window ends after a minute, and the oldest keys are forgotten', () => {
  const rate = new RequestRate('caller', 1)
  expect(rate.count(() => 'a', 0)!.allowed).toBe(true)
  expect(rate.count(() => 'a', rateWindow - 1)!.allowed).toBe(false)
  expect(rate.count(() => 'a', rateWindow)!.allowed).toBe(true)
  for (let n = 0; n < 100_000; n += 1) rate.count(() => `other ${n}`, rateWindow)
  expect(rate.count(() => 'a', rateWindow)!.allowed).toBe(true)
  expect(new RequestRate('caller', 0).count(() => 'a', 0)).toBe(null)
})

test('a page of a named origin may call; of another origin, a browser gets no leave', async () => {
  const ask = (origin: string) =>
    server.app.http.inject({
      method: 'OPTIONS',
      url: listOrders.path,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
  const leave = await ask('https://app.example')
  expect(leave.statusCode).toBe(204)
  expect(leave.headers['access-control-allow-origin']).toBe('https://app.example')
  expect(String(leave.headers['access-control-allow-headers'])).toContain('authorization')
  expect(leave.headers['access-control-allow-credentials']).toBe(undefined)
  for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null', 'http://app.example']) {
    const refused = await ask(origin)
    expect([origin, refused.headers['access-control-allow-origin']]).toEqual([origin, undefined])
    expect(refused.headers['vary']).toMatch(/^origin\b/i)
  }
  const { token } = await aMerchant(server)
  const kept = async () =>
    server.app.http.inject({
      method: 'GET',
      url: listOrders.path,
      query: { status: '5', limit: '10', page: '1' },
      headers: { token, origin: 'https://app.example' },
      remoteAddress: '192.0.2.77',
    })
  for (const answer of [await kept(), await kept()])
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, 'https://app.example'])
  // The operators' listener never gives leave.
  const operators = await server.app.console.inject({
    method: 'OPTIONS',
    url: '/platform/login',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  })
  expect(operators.headers['access-control-allow-origin']).toBe(undefined)
})
