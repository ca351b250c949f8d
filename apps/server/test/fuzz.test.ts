/** Hostile and partly valid requests to every endpoint: the answer is always an envelope and never a 5xx. */
import fc from 'fast-check'
import { operatorRoles, type Envelope } from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/platform/database/ids.ts'
import { aBuyer, anOperator, anOrder, aStockedShop, paymentPassword } from './builders.ts'
import { listenerOf, startTestServer, type TestServer } from './server.ts'

let server: TestServer
let tokens: string[]
let known: unknown[]
beforeAll(async () => {
  server = await startTestServer()
  const shop = await aStockedShop(server)
  const order = await anOrder(server, shop)
  tokens = [shop.token, (await aBuyer(server)).token, (await anOperator(server, ...operatorRoles)).token]
  known = [
    order.id,
    order.code,
    shop.shopId,
    shop.shopCode,
    shop.listings[0]!.id,
    shop.products[0],
    paymentPassword,
    'all',
    'escrow',
    '10.00',
  ]
})
afterAll(() => server.close())

const nasty = [
  '',
  ' ',
  '\u0000',
  '\u202E',
  '😀'.repeat(50),
  'x'.repeat(5000),
  "'; drop table orders; --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '__proto__',
  'NaN',
  '1e999',
  '-1',
  '0',
  '00',
  '1.005',
  '999999999999999999999',
  'true',
  'null',
  '2026-13-45',
  '00000000-0000-0000-0000-000000000000',
]
/** The field names of all inputs, so that random objects resemble real ones. */
const fieldNames = [
  ...new Set(
    Object.values(endpoints).flatMap((endpoint) => {
      const shape = (endpoint.input as unknown as { def?: { shape?: Record<string, unknown> } }).def?.shape
      return shape ? Object.keys(shape) : []
    }),
  ),
]

const value = () =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constantFrom(...nasty),
      fc.constantFrom(...known),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.uuid(),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...fieldNames), tie('any'), { maxKeys: 4 }),
    ),
  })).any

test('1,500 requests: no 5xx, always an envelope', async () => {
  // These end the sessions that the other requests need.
  const ending = ['logout', 'operatorLogout', 'endSessions']
  const names = Object.keys(endpoints).filter((name) => !ending.includes(name))
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat({ max: 2 }),
      fc.infiniteStream(value()),
      fc.boolean(),
      async (name, who, values, whole) => {
        const endpoint = endpoints[name]!
        const shape = (endpoint.input as unknown as { def?: { shape?: Record<string, unknown> } }).def?.shape ?? {}
        // Half of the requests have every field; the others lack some and have an unknown one.
        const body = Object.fromEntries([
          ...Object.keys(shape).flatMap((field) =>
            whole || values.next().value ? [[field, values.next().value]] : [],
          ),
          ...(whole ? [] : [[fieldNames[who * 7] ?? 'x', values.next().value]]),
        ]) as Record<string, unknown>
        // Mostly a caller with access, because faults are likely behind the access check.
        const mine = whole
          ? { merchant: 0, buyer: 1, operator: 2, anyone: who, processor: who, carrier: who }[endpoint.access.who]
          : undefined
        const get = endpoint.method === 'GET'
        const answer = await listenerOf(server.app, endpoint.path).inject({
          method: endpoint.method,
          url: endpoint.path,
          headers: {
            token: tokens[mine ?? who]!,
            'idempotency-key': newId(),
            lang: 'en',
            ...(get ? {} : { 'content-type': 'application/json' }),
          },
          ...(get
            ? {
                query: Object.fromEntries(
                  Object.entries(body).map(([field, v]) => [
                    field,
                    typeof v === 'string' ? v : (JSON.stringify(v) ?? ''),
                  ]),
                ),
              }
            : { payload: JSON.stringify(body) }),
        })
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        const envelope = answer.json<Envelope>()
        if (answer.statusCode >= 500)
          throw new Error(`${name} ${answer.statusCode} ${JSON.stringify(body).slice(0, 400)}`)
        expect([0, 1, 2]).toContain(envelope.code)
        if (envelope.code === 0) expect(envelope.msg).not.toBe('')
      },
    ),
    { numRuns: 1500 },
  )
  // Enough requests must pass the access check, otherwise the test covers nothing else.
  expect((statuses.get(200) ?? 0) + (statuses.get(400) ?? 0)).toBeGreaterThan(500)
  expect([...statuses.keys()].every((status) => status < 500)).toBe(true)
})

test('bodies that are not JSON, too deep, too large or of another type are refused with an envelope', async () => {
  const send = (payload: string, contentType: string) =>
    server.app.http.inject({
      method: 'POST',
      url: '/merchant/login',
      headers: { 'content-type': contentType },
      payload,
    })
  for (const [payload, contentType, status] of [
    ['{', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['"text"', 'application/json', 400],
    ['{"__proto__":{"x":1},"name":"a","password":"b"}', 'application/json', 400],
    [`{"name":${'['.repeat(2000)}${']'.repeat(2000)},"password":"b"}`, 'application/json', 400],
    [`{"name":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413],
    ['name=a', 'text/plain', 415],
    ['<a/>', 'application/xml', 415],
  ] as const) {
    const answer = await send(payload, contentType)
    expect([payload.slice(0, 30), answer.statusCode]).toEqual([payload.slice(0, 30), status])
    expect(answer.json<Envelope>()).toMatchObject({ code: 0 })
  }
  const nowhere = await server.app.http.inject({ method: 'GET', url: '/merchant/nothing', headers: { lang: 'xx' } })
  expect([nowhere.statusCode, nowhere.json<Envelope>().code]).toEqual([404, 0])
})
