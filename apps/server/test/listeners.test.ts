/** The two listeners: what answers on the public port, and what on the console's. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoSecondFactorCode, operatorMe, type Envelope, type Method, type RefusedData } from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/platform/database/postgres.ts'
import { anOperator } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<meta name="quayside-mode" content="__MODE__"><div id="root"></div>')
  await writeFile(join(folder, 'assets', 'a-1.js'), '1')
  await writeFile(join(folder, 'assets', 'a-1.js.br'), 'compressed')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  server = await startTestServer({ settings: { consoleDir: folder } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const page = { accept: 'text/html,application/xhtml+xml' }
const ask = (listener: 'http' | 'console', method: Method, url: string, headers: Record<string, string> = {}) =>
  server.app[listener].inject({
    method,
    url,
    headers: method !== 'GET' ? { 'content-type': 'application/json', ...headers } : headers,
    ...(method !== 'GET' ? { payload: '{}' } : {}),
  })

test('no endpoint of the platform answers on the public port, and no endpoint of merchants and buyers on the console’s', async () => {
  const answered: string[] = []
  for (const { api, method, path, alias } of Object.values(endpoints))
    for (const url of alias ? [path, alias] : [path]) {
      const wrong = await ask(api === 'platform' ? 'http' : 'console', method, url, page)
      const isUnknown =
        wrong.statusCode === 404 && wrong.json<Envelope<RefusedData>>().data.reason === 'request/not-found'
      if (!isUnknown) answered.push(`${url}: ${wrong.statusCode}`)
    }
  expect(answered).toEqual([])
  expect(
    Object.values(endpoints).filter(({ api, path }) => (api === 'platform') !== path.startsWith('/platform/')),
  ).toEqual([])
})

test('each listener has its live stream, its document, its health and its own security headers', async () => {
  expect((await ask('http', 'GET', '/platform/live')).statusCode).toBe(404)
  expect((await ask('console', 'GET', '/merchant/live')).statusCode).toBe(404)
  expect((await ask('console', 'GET', '/platform/live')).statusCode).toBe(401)
  const apisOf = async (listener: 'http' | 'console') => {
    const { paths, servers } = (await ask(listener, 'GET', '/openapi.json')).json<{
      paths: Record<string, unknown>
      servers: { url: string }[]
    }>()
    return { apis: [...new Set(Object.keys(paths).map((path) => path.split('/')[1]!))].sort(), url: servers[0]!.url }
  }
  expect(await apisOf('http')).toEqual({ apis: ['merchant', 'order', 'store'], url: server.app.ctx.settings.publicUrl })
  expect(await apisOf('console')).toEqual({ apis: ['platform'], url: server.app.ctx.settings.consoleUrl })
  expect((await ask('console', 'GET', '/api')).body).not.toContain('/merchant/')
  for (const listener of ['http', 'console'] as const) {
    const ready = await ask(listener, 'GET', '/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(ready.headers['x-request-id']).toBeTruthy()
  }
})

test('the console’s page answers at every address of its router, and only to a browser that asks for a page', async () => {
  for (const url of ['/', '/people?row=1', '/money/withdrawals', '/order/1', '/orders?row=1', '/stores']) {
    const { statusCode, headers, body } = await ask('console', 'GET', url, page)
    expect([url, statusCode]).toEqual([url, 200])
    expect(body).toContain('content="test"')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['cache-control']).toBe('no-cache')
  }
  for (const url of ['/platform/nothing', '/merchant/order/list', '/store/nothing', '/files/nothing'])
    expect([url, (await ask('console', 'GET', url, page)).statusCode]).toEqual([url, 404])
  expect((await ask('console', 'GET', '/people')).statusCode).toBe(404)
  expect((await ask('console', 'GET', '/assets/none.js')).statusCode).toBe(404)
  const script = await ask('console', 'GET', '/assets/a-1.js', { 'accept-encoding': 'br' })
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(script.body).toBe('compressed')
  expect((await ask('console', 'GET', '/index.html')).statusCode).toBe(404)
})

test('an operator’s session does not open the public port, and a request is counted there as unknown', async () => {
  const { token } = await anOperator(server, 'owner')
  expect((await server.call(operatorMe, {}, { token })).data).toMatchObject({ roles: ['owner'] })
  expect((await ask('http', 'POST', operatorMe.path, { token })).statusCode).toBe(404)
})

test('the code of an authenticator is shown in a demo and nowhere else', async () => {
  const modes = { demo: 'login/code-wrong', test: 'request/demo-only', production: 'request/demo-only' } as const
  for (const [mode, reason] of Object.entries(modes)) {
    const other = await startTestServer({ settings: { mode: mode as keyof typeof modes } })
    try {
      const { token, id } = await anOperator(other, 'owner')
      // Without an authenticator there is no code, also in a demo.
      await sql`update operator set totp_sealed = null where id = ${id}`.execute(other.owner)
      expect([mode, (await other.call(demoSecondFactorCode, {}, { token })).reason]).toEqual([mode, reason])
    } finally {
      await other.close()
    }
  }
})
