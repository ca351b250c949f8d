import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { testSettings } from '../../../test/server.ts'
import type { AppContext } from '../app-context.ts'
import { logUntrustedProxies } from './proxies.ts'

async function warnings(proxies: number, mode: 'test' | 'production', headers: Record<string, string>) {
  const http = Fastify()
  const warn = vi.fn()
  logUntrustedProxies([http], {
    settings: { ...testSettings('postgres://nobody@/none', ''), proxies, mode },
    log: { warn } as unknown as AppContext['log'],
  } as AppContext)
  http.get('/', () => 'x')
  for (let i = 0; i < 3; i += 1) await http.inject({ url: '/', headers })
  return warn.mock.calls.flat() as string[]
}

test('a proxy in front of a server with QUAYSIDE_PROXIES 0 causes one warning', async () => {
  const passedOn = { 'x-forwarded-for': '203.0.113.7' }
  expect(await warnings(0, 'test', {})).toEqual([])
  expect(await warnings(0, 'test', passedOn)).toEqual([
    expect.stringMatching(/through a proxy and QUAYSIDE_PROXIES is 0/),
  ])
  expect(await warnings(0, 'production', {})).toEqual([
    expect.stringMatching(/QUAYSIDE_PROXIES is 0 although PUBLIC_URL/),
  ])
  expect(await warnings(1, 'production', passedOn)).toEqual([])
})
