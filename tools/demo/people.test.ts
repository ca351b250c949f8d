import { expect, test } from 'vitest'
import { aStockedShop } from '../../apps/server/test/builders.ts'
import { startTestServer } from '../../apps/server/test/server.ts'
import { queryOne, sql } from '../../apps/server/src/platform/database/postgres.ts'
import { createApiClient } from './api-client.ts'
import { visit } from './fake-people.ts'

test('each visitor of the demo has its own network address, so that more than sixty an hour count', async () => {
  const server = await startTestServer({ settings: { proxies: 1 } })
  try {
    const shop = await aStockedShop(server)
    const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
    const line = createApiClient({ origin, consoleOrigin: origin }, undefined)
    const visitors = Array.from({ length: 70 }, () => crypto.randomUUID())
    for (const visitor of visitors) await visit(line, shop.shopCode, visitor, 0, async () => undefined)
    expect(
      await queryOne(server.owner, sql`select sum(visitors)::int as n from shop_day where shop_id = ${shop.shopId}`),
    ).toEqual({ n: 70 })
  } finally {
    await server.close()
  }
})
