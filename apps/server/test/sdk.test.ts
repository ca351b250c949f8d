/** The TypeScript client for partners: it is built, and its examples run against this server as in a partner's program. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createApiKey, createWebhook, listListings, listOrders, type ApiScope } from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/platform/database/free-port.ts'
import { sendWebhookCalls } from '../src/modules/shop/integrations/send-calls.ts'
import { anOrder, aStockedShop, loginPassword, type TestShop } from './builders.ts'
import { startTestServer, type TestServer } from './server.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const examples = join(root, 'packages', 'sdk', 'examples')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'quayside-sdk-'))

let server: TestServer
let shop: TestShop
let url: string
beforeAll(async () => {
  // Types are checked here, those of the examples too.
  const building = run(process.execPath, [join(root, 'tools', 'release', 'sdk.ts'), folder])
  server = await startTestServer()
  shop = await aStockedShop(server)
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`
  await building
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What an example prints, run with a key of these scopes. */
async function printed(example: string, scopes: ApiScope[], ...args: string[]): Promise<string[]> {
  const { key } = await server.must(
    createApiKey,
    { name: 'Partner', scopes, days: 30, loginPassword },
    { token: shop.token },
  )
  const { stdout } = await run(process.execPath, [join(examples, example), ...args], {
    env: { ...process.env, SHOP_API_URL: url, SHOP_API_KEY: key },
  })
  return stdout.trim().split('\n')
}

test('orders: every order that awaits pick-up, over several pages', async () => {
  for (let n = 0; n < 51; n += 1) await anOrder(server, shop)
  const { list, total } = await server.must(listOrders, { status: 5, limit: 100 }, { token: shop.token })
  expect(total).toBe(51)
  expect(await printed('orders.ts', ['orders:read'])).toEqual(
    list.map(({ code, totalPayment }) => `${code} ${totalPayment}`),
  )
}, 120_000)

test('price: a new price counts, and a refusal has its name and its sentence', async () => {
  const newest = async () => (await server.must(listListings, { limit: 1 }, { token: shop.token })).list[0]!
  const { code, sellingPrice } = await newest()
  expect(await printed('price.ts', ['products:read', 'products:write'], '99.00')).toEqual([
    `${code}: ${sellingPrice} → 99.00`,
  ])
  expect((await newest()).sellingPrice).toBe('99.00')
  const [refused] = await printed('price.ts', ['products:read', 'products:write'], '0.01')
  expect(refused).toMatch(/^listing\/sells-at-loss: [A-Z].+\.$/)
  await expect(printed('price.ts', ['products:read'], '98.00')).resolves.toEqual([
    expect.stringMatching(/^request\/forbidden: /),
  ])
})

test('webhook: a signed call is read, a forged one is refused', async () => {
  const owner = await aStockedShop(server)
  const port = await freePort()
  const events = ['order.paid'] as const
  const { secret } = await server.must(
    createWebhook,
    { url: `http://127.0.0.1:${port}/`, events: [...events], loginPassword },
    { token: owner.token },
  )
  const receiver = spawn(process.execPath, [join(examples, 'webhook.ts')], {
    env: { ...process.env, PORT: String(port), QUAYSIDE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let out = ''
    receiver.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    await expect.poll(() => out, { timeout: 20_000 }).toContain('listening')
    // The library takes the time from the machine.
    server.clock.set(new Date())
    const order = await anOrder(server, owner)
    await sendWebhookCalls(server.app.ctx, new AbortController().signal)
    await expect.poll(() => out, { timeout: 20_000 }).toContain(`paid [ '${order.id}' ]`)
    const forged = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'webhook-id': 'forged', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
      body: '{}',
    })
    expect(forged.status).toBe(400)
  } finally {
    receiver.kill()
  }
})

test('the package has every call that a key may make and nothing else, and the page shows the examples', () => {
  const document = JSON.parse(readFileSync(join(folder, 'dist', 'openapi.json'), 'utf8')) as { paths: object }
  const callable = Object.values(endpoints).filter(({ access, scope }) => scope && access.who === 'merchant')
  const paths = callable.flatMap(({ path, alias }) => (alias ? [path, alias] : [path]))
  expect(Object.keys(document.paths).toSorted()).toEqual(paths.toSorted())
  for (const file of ['dist/index.js', 'dist/index.d.ts', 'dist/api.d.ts', 'README.md', 'LICENSE'])
    expect([file, existsSync(join(folder, file))]).toEqual([file, true])
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: '@quayside/sdk',
    version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  })
  const page = readFileSync(join(root, 'docs', 'integrating.md'), 'utf8')
  const sources = readdirSync(examples).filter((file) => file.endsWith('.ts'))
  expect(sources.length).toBe(3)
  for (const file of sources) expect(page).toContain(`\`\`\`ts\n${readFileSync(join(examples, file), 'utf8')}\`\`\``)
})
