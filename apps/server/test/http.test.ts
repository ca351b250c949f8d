/** Response headers, and the limits on one caller: body sizes, database connections. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Envelope,
  type RefusedData,
  joinAsBuyer,
  listOrders,
  livePath,
  me,
  planPickup,
  readShop,
  saveShop,
} from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRowContents } from '../src/platform/observability/error-log.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryOne, sql } from '../src/platform/database/postgres.ts'
import { workerRemoval } from '../src/platform/http/worker-removal.ts'
import { aMerchant, anOrder, aStockedShop, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

let folder: string
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-static-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<html data-mode="__MODE__"><script>1</script></html>')
  await writeFile(join(folder, '.built-from'), 'a hash')
  await writeFile(join(folder, 'worker.js'), 'self')
  await writeFile(join(folder, 'assets', 'a-1.js'), 'export {}')
  server = await startTestServer({ settings: { staticDir: folder } })
  shop = await aStockedShop(server)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.http.inject({ method: 'GET', url, headers })

test('when the service worker is switched off, a script that removes it is served instead', async () => {
  expect((await get('/worker.js')).body).toBe('self')
  const off = await startTestServer({ settings: { staticDir: folder, serviceWorker: false } })
  const { body, headers } = await off.app.http.inject({ method: 'GET', url: '/worker.js' })
  await off.close()
  expect(body).toBe(workerRemoval)
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(headers['content-security-policy']).toContain("default-src 'self'")
})

test('every answer forbids framing and sniffing and has a content security policy', async () => {
  const badge = `/merchant/order/list?status=5&limit=10&page=1`
  await get(badge, { token: shop.token })
  const answers = {
    page: await get('/'),
    script: await get('/assets/a-1.js'),
    worker: await get('/worker.js'),
    api: await get('/api'),
    document: await get('/openapi.json'),
    health: await get('/healthz'),
    unknown: await get('/no-such-page'),
    undecodable: await get('/no-such-page/%E0%A4%A'),
    refused: await get(badge),
    list: await get(badge, { token: shop.token }),
  }
  for (const [name, { headers }] of Object.entries(answers)) {
    expect(headers, name).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy'], name).toMatch(/frame-ancestors 'none'/)
    expect(headers['x-frame-options'], name).toMatch(/DENY|SAMEORIGIN/)
    expect(headers['referrer-policy'], name).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy'], name).toBe('same-origin')
  }
  // The policy of its script applies to a service worker, which needs to fetch.
  expect(answers.worker.headers['content-security-policy']).toContain("connect-src 'self'")
})

test('cached answers and the live stream have the same headers', async () => {
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.http.server.address() as { port: number }
  for (const path of ['/merchant/order/list?status=5&limit=10&page=1', livePath]) {
    // Two requests: the second answer comes from the cache.
    for (let round = 0; round < 2; round += 1) {
      const stop = new AbortController()
      const { headers, status } = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { token: shop.token },
        signal: stop.signal,
      })
      expect(status).toBe(200)
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      stop.abort()
    }
  }
})

test('only a request whose parameters are all declared is answered from the cache', async () => {
  const { responses, parameters } = server.app.routes.find(({ endpoint }) => endpoint === listOrders)!.cache!
  const isCached = async (query: string): Promise<boolean> => {
    const { statusCode } = await get(`/order/list?${query}`, { token: shop.token })
    expect(statusCode, query).toBe(200)
    return responses.get(shop.shopId, `${listOrders.path} ${query}`, Date.now()) !== undefined
  }
  expect(await isCached('status=5&limit=10&page=2')).toBe(true)
  const filters = Object.keys((listOrders.input as unknown as { shape: object }).shape).filter(
    (name) => !parameters.includes(name),
  )
  expect(filters).toEqual(expect.arrayContaining(['search', 'from', 'to', 'least', 'most', 'cursor']))
  // 'forgotten' stands for a filter that the contract has and the route does not declare.
  for (const name of [...filters, 'forgotten'])
    expect(await isCached(`status=5&limit=10&page=2&${name}=`), name).toBe(false)
})

test('answers have the HSTS header in production and not in demo mode', async () => {
  const { securityHeaders } = await import('../src/platform/http/security-headers.ts')
  expect(securityHeaders('production')).toHaveProperty('strict-transport-security')
  expect(securityHeaders('demo')).not.toHaveProperty('strict-transport-security')
})

test('the page is served at / only, and the internal files of the build are not served', async () => {
  const page = await get('/')
  expect(page.body).toContain('data-mode="test"')
  for (const path of [
    '/index.html',
    '/index.html.br',
    '/%69ndex.html',
    '//index.html',
    '/.built-from',
    '/./index.html',
  ])
    expect((await get(path)).statusCode, path).toBeGreaterThanOrEqual(400)
})

test('a body over 64 kB is refused before it is read, except on endpoints with long lists of ids', async () => {
  const long = 'x'.repeat(70_000)
  const post = (url: string, payload: string, token?: string) =>
    server.app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...(token && { token }) },
      payload,
    })
  expect((await post(joinAsBuyer.path, JSON.stringify({ name: long }))).statusCode).toBe(413)
  expect((await post(readShop.path, JSON.stringify({ name: long }), shop.token)).statusCode).toBe(413)
  const order = await anOrder(server, shop)
  const ids = Array.from({ length: 9_999 }, () => newId())
  const plan = JSON.stringify({ orders: [...ids, order.id] })
  expect((await post(planPickup.path, plan, shop.token)).statusCode).toBe(200)
  // A caller without a session is refused before the body is parsed.
  expect((await post(planPickup.path, '{ no JSON')).statusCode).toBe(401)
  expect((await post(planPickup.path, 'x'.repeat(1_100_000), shop.token)).statusCode).toBe(413)
})

test('a field name for prototype pollution is refused before the body is used', async () => {
  // The raw body of a webhook goes to its route, which checks the signature.
  for (const payload of ['{"__proto__":{"x":1}}', '{"a":{"__proto__":1}}', '{"\\u005f_proto__":{"x":1}}']) {
    const answer = await server.app.http.inject({
      method: 'POST',
      url: '/store/webhook/test',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.json<Envelope<RefusedData>>().data.reason).toBe('request/malformed')
  }
})

test('a form body is refused', async () => {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: me.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', token: shop.token },
    payload: 'a=1',
  })
  expect(answer.statusCode).toBe(415)
})

test('requests of one shop that wait for a lock leave database connections for other shops', async () => {
  const other = await aMerchant(server)
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  const holding = server.owner.transaction().execute(async (tx) => {
    await sql`select from merchant where shop_id = ${shop.shopId} for update`.execute(tx)
    await sql`select from shop where id = ${shop.shopId} for update`.execute(tx)
    await released
  })
  try {
    const many = Array.from({ length: 120 }, () =>
      server.call(saveShop, { introduction: 'Open all day' }, { token: shop.token }),
    )
    await expect.poll(async () => (await waiting()) > 2).toBe(true)
    for (let i = 0; i < 10; i += 1)
      expect((await server.call(listOrders, { limit: 10, page: 1 }, { token: other.token })).code).toBe(1)
    expect(await waiting()).toBeLessThanOrEqual(6)
    release()
    await Promise.all(many)
  } finally {
    release()
    await holding
  }
})

const waiting = async (): Promise<number> =>
  Number(
    (await queryOne(
      server.owner,
      sql<{
        n: bigint
      }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    ))!.n,
  )

test('errors are logged without the row values of database errors', async () => {
  const failed = await sql`insert into installation (single, mode, commission_basis_points) values (true, 'secret', 1)`
    .execute(server.owner)
    .then(
      () => undefined,
      (error: Error & { detail?: string }) => error,
    )
  expect(failed?.detail).toContain('secret')
  const logged = JSON.stringify(withoutRowContents(failed!))
  expect(logged).not.toContain('Failing row')
  expect(logged).toContain('23514')
})

test('a body that ends too early or has no boundary is refused as malformed, and the server continues', async () => {
  await server.app.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined)
  const { port } = server.app.http.server.address() as { port: number }
  const send = (contentType: string, body: string) =>
    new Promise<number>((done, failed) => {
      const call = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/merchant/common/upload',
          headers: { token: shop.token, 'content-type': contentType, 'content-length': Buffer.byteLength(body) },
        },
        (answer) => {
          answer.resume()
          done(answer.statusCode!)
        },
      )
      call.on('error', failed)
      call.end(body)
    })
  const part = '--quay\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf'
  expect(await send('multipart/form-data; boundary=quay', part)).toBe(400)
  expect(await send('multipart/form-data; boundary=quay', 'nothing')).toBeLessThan(500)
  expect(await send('multipart/form-data', part)).toBe(400)
  expect((await get('/healthz')).statusCode).toBe(200)
})
