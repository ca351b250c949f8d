import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'

const merchantEndpoints = Object.entries(endpoints).filter(([, { api }]) => api === 'merchant')

test('every merchant endpoint that can write declares what it changes', () => {
  const undeclared = merchantEndpoints.filter(([, endpoint]) => !endpoint.readOnly && endpoint.changes === undefined)
  expect(undeclared.map(([name]) => name)).toEqual([])
})

test('an endpoint that only reads changes nothing', () => {
  const contradictory = merchantEndpoints.filter(([, endpoint]) => endpoint.readOnly && endpoint.changes !== undefined)
  expect(contradictory.map(([name]) => name)).toEqual([])
})

test('every changed part of the shop is shown by a query', () => {
  const shown = new Set(merchantEndpoints.flatMap(([, { tags }]) => tags ?? []))
  const changed = new Set(merchantEndpoints.flatMap(([, { changes }]) => changes ?? []))
  expect([...changed].filter((tag) => !shown.has(tag))).toEqual([])
})
