/** Rules for every route of the three APIs. */
import { passkeyActEndpoints, type Endpoint } from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../src/platform/http/route.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let routes: Map<Endpoint, Route>
beforeAll(async () => {
  server = await startTestServer()
  routes = new Map(server.app.routes.map((route) => [route.endpoint, route]))
})
afterAll(() => server.close())

const contractEndpoints = Object.entries(endpoints)

/** The field names of an input; for a union, those of all members. */
function fieldsOf(schema: unknown): string[] {
  const { def } = (
    schema as { _zod: { def: { shape?: object; options?: unknown[]; in?: unknown; innerType?: unknown } } }
  )._zod
  return [
    ...Object.keys(def.shape ?? {}),
    ...(def.options ?? []).flatMap(fieldsOf),
    ...[def.in, def.innerType].filter(Boolean).flatMap(fieldsOf),
  ]
}

test('every endpoint is bound by one route', () => {
  expect(server.app.routes).toHaveLength(contractEndpoints.length)
  expect(contractEndpoints.filter(([, endpoint]) => !routes.has(endpoint)).map(([name]) => name)).toEqual([])
})

test('an endpoint whose input has the payment password is bound by confirmedRoute, and no other is', () => {
  const withPassword = contractEndpoints.filter(([, { input }]) => fieldsOf(input).includes('paymentPassword'))
  expect(withPassword.map(([name]) => name).sort()).toEqual([
    'addDestination',
    'beginPaymentPasskey',
    'pickUpOrders',
    'removePaymentPasskey',
    'requestWithdrawal',
  ])
  // A passkey confirms the acts that have a challenge of their own, and passkeys are changed with the password only.
  const withPasskey = contractEndpoints.filter(([, { input }]) => fieldsOf(input).includes('passkey'))
  expect(withPasskey.map(([, { path }]) => path).sort()).toEqual(
    Object.values(passkeyActEndpoints)
      .map(({ path }) => path)
      .sort(),
  )
  const confirmed = contractEndpoints.filter(([, endpoint]) => routes.get(endpoint)?.confirmed)
  expect(confirmed.map(([name]) => name).sort()).toEqual(withPassword.map(([name]) => name).sort())
})

test('a response that is cached is read on the primary, and the replica answers only what changes nothing', () => {
  const [cached, replica] = [
    server.app.routes.filter(({ cache }) => cache),
    server.app.routes.filter((one) => one.replica),
  ]
  expect(cached.length).toBeGreaterThan(0)
  expect(replica.length).toBeGreaterThan(5)
  expect(replica.filter((route) => cached.includes(route)).map(({ endpoint }) => endpoint.path)).toEqual([])
  expect(replica.filter(({ endpoint }) => !endpoint.readOnly || endpoint.ownTransaction)).toEqual([])
})

test('a confirmed endpoint opens its own transactions and declares the refusals of the password', () => {
  for (const [name, endpoint] of contractEndpoints) {
    if (!routes.get(endpoint)?.confirmed) continue
    expect(endpoint.ownTransaction, name).toBe(true)
    expect(endpoint.refusals, name).toEqual(
      expect.arrayContaining(['payment-password/wrong', 'payment-password/locked', 'payment-password/not-set']),
    )
  }
})

test('an endpoint with a limit declares the refusal, and the limit counts a caller that the endpoint has', () => {
  const limited = contractEndpoints.filter(([, endpoint]) => routes.get(endpoint)?.limit)
  expect(limited.length).toBeGreaterThan(8)
  for (const [name, endpoint] of limited) {
    const { per } = routes.get(endpoint)!.limit!
    expect(endpoint.refusals, name).toContain('request/too-many')
    expect(['network', 'address', endpoint.access.who], name).toContain(per)
  }
})
