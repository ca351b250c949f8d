import { gunzipSync } from 'node:zlib'
import { listOrders, orderCounts, orderStatus } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, aStockedShop, type TestShop } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: TestShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  for (let n = 0; n < 5; n += 1) await anOrder(server, shop, { status: orderStatus.awaitingPickup })
})
afterAll(() => server?.close())

const ask = (url: string, encoding?: string) =>
  server.app.http.inject({
    url,
    headers: { token: shop.token, lang: 'en', ...(encoding ? { 'accept-encoding': encoding } : {}) },
  })

test('a long response is compressed for a client that accepts gzip, with the same content, also from the cache', async () => {
  const url = `${listOrders.path}?status=${orderStatus.awaitingPickup}&limit=10&page=1`
  const plain = await ask(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.json<{ data: { list: unknown[] } }>().data.list).toHaveLength(5)
  for (let n = 0; n < 3; n += 1) {
    const packed = await ask(url, 'gzip, deflate, br')
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 2)
  }
  expect(
    (await ask(`${listOrders.path}?status=0&limit=30&search=none`, 'gzip')).headers['content-encoding'],
  ).toBeUndefined()
})

test('a short response, and any response to a client without gzip, is not compressed', async () => {
  expect((await ask(orderCounts.path, 'gzip')).headers['content-encoding']).toBeUndefined()
  const list = await ask(`${listOrders.path}?status=0&limit=30`, 'identity')
  expect(list.headers['content-encoding']).toBeUndefined()
  expect(list.json<{ code: number }>().code).toBe(1)
})
