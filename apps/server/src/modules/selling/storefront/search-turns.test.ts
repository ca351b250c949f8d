/** Searches of strangers share a few turns, so that those who are logged in find a free connection. */
import { browseShop, listOrders } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../../../storefront/src/render.tsx'
import { aStockedShop, type TestShop } from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

const poolSize = 10
let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer({
    settings: { storefrontUrl: 'https://buy.example', poolSize },
    storefront: {
      render: renderPage,
      assets: { style: '/assets/a.css', script: '/assets/a.js', pay: '/assets/pay.js' },
      folder: null,
    },
  })
  shop = await aStockedShop(server, { products: 3 })
})
afterAll(() => server.close())

const tally = (codes: number[]) => {
  const counts: Record<number, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

test('240 searches from 60 addresses take at most three fifths of the connections, and nobody waits for one', async () => {
  const { pool } = server.app.ctx
  let [maxBusy, maxWaiting, isOver] = [0, 0, false]
  const watch = (): void => {
    maxBusy = Math.max(maxBusy, pool.totalCount - pool.idleCount)
    maxWaiting = Math.max(maxWaiting, pool.waitingCount)
    if (!isOver) setImmediate(watch)
  }
  watch()
  const addresses = Array.from({ length: 240 }, (_, n) => `10.9.0.${n % 60}`)
  const pages = addresses.map((remoteAddress, n) =>
    server.app.storefront.inject({ url: `/en/search?q=word${n}`, remoteAddress }).then(({ statusCode }) => statusCode),
  )
  const all = await Promise.all(pages)
  isOver = true
  const { 200: shown = 0, 503: busy = 0, ...others } = tally(all)
  expect([others, shown + busy]).toEqual([{}, 240])
  // The turns and those who may wait.
  expect(shown).toBeGreaterThanOrEqual(100)
  expect(maxWaiting).toBe(0)
  expect(maxBusy).toBeLessThanOrEqual((poolSize * 3) / 5)
})

test('a merchant is answered while strangers search through pages and API', async () => {
  const flood = Array.from({ length: 120 }, (_, n) => [
    server.app.storefront.inject({ url: `/en/search?q=other${n}`, remoteAddress: `10.8.0.${n % 60}` }),
    server.call(browseShop, { shop: shop.shopCode, search: `thing${n}`, limit: 5 }, { ip: `10.8.1.${n % 60}` }),
  ]).flat()
  for (let n = 0; n < 5; n += 1)
    expect((await server.call(listOrders, { status: 5, limit: 5 + n }, { token: shop.token })).code).toBe(1)
  expect(server.app.ctx.pool.waitingCount).toBe(0)
  await Promise.all(flood)
  // The turns are free again.
  expect((await server.call(browseShop, { shop: shop.shopCode, search: 'x', limit: 5 })).code).toBe(1)
})
