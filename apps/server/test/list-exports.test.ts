/** The files of the operators' lists on real PostgreSQL: the rows that the list answers for the same filter. */
import {
  exportBankLines,
  exportDeposits,
  exportOrders,
  exportRefunds,
  exportShops,
  exportWithdrawals,
  listBankLines,
  listDeposits,
  listRefunds,
  listWithdrawals,
  searchOrders,
  searchShops,
  type Endpoint,
} from '@quayside/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryAll, sql } from '../src/platform/database/postgres.ts'
import {
  aBankLine,
  aDestination,
  anOperator,
  anOrder,
  aStockedShop,
  creditMerchant,
  withdraw,
  type TestShop,
} from './builders.ts'
import { listenerOf, startTestServer, type TestServer } from './server.ts'

let server: TestServer
let shop: TestShop
let auditor: { token: string; id: string }
beforeAll(async () => {
  server = await startTestServer()
  auditor = await anOperator(server, 'auditor')
  shop = await aStockedShop(server)
  await sql`update shop set name = '=1+1 Quay, “Best”' where id = ${shop.shopId}`.execute(server.owner)
  await anOrder(server, shop)
  await anOrder(server, shop, { status: 3 })
  await creditMerchant(server, shop, '500')
  await withdraw(server, shop, await aDestination(server, shop), '120')
  const finance = await anOperator(server, 'finance')
  await aBankLine(server, finance, { amount: '33.00', payer: '@payer', reference: '-ref' })
})
afterAll(() => server.close())

const fileOf = async (endpoint: Endpoint, filter: object) => {
  const { body, headers } = await listenerOf(server.app, endpoint.path).inject({
    method: 'POST',
    url: endpoint.path,
    headers: { token: auditor.token, 'content-type': 'application/json' },
    payload: JSON.stringify(filter),
  })
  expect(headers['content-type'], body).toBe('text/csv; charset=utf-8')
  return parse(body, { bom: true, columns: true }) as Record<string, string>[]
}

test.each<[Endpoint, Endpoint, Record<string, string | number>]>([
  [exportOrders, searchOrders, {}],
  [exportOrders, searchOrders, { status: 3 }],
  [exportWithdrawals, listWithdrawals, { sort: 'newest' }],
  [exportRefunds, listRefunds, {}],
  [exportDeposits, listDeposits, { state: 'credited' }],
  [exportBankLines, listBankLines, { search: '33' }],
  [exportShops, searchShops, { search: '=1+1' }],
])('%s holds the rows of its list', async (exported, list, filter) => {
  const answer = (await server.must(list, { ...filter, limit: 100 } as never, auditor)) as { list: { id: string }[] }
  const rows = await fileOf(exported, filter)
  expect(rows.map(({ id }) => id)).toEqual(answer.list.map(({ id }) => id))
  if (list !== listRefunds) expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/"[=+\-@]/)
})

test('an order has the name of its status, and the audit has who took which filter', async () => {
  const rows = await fileOf(exportOrders, { status: 3 })
  expect(rows[0]).toMatchObject({ status: 'shipped', shopCode: shop.shopCode, shopName: `'=1+1 Quay, “Best”` })
  const written = await queryAll(
    server.owner,
    sql<{ act: string; subject_kind: string; detail: object }>`
      select act, subject_kind, detail from audit_record where operator_id = ${auditor.id} and endpoint = ${exportOrders.path} order by seq desc limit 1`,
  )
  expect(written).toEqual([
    { act: 'exported', subject_kind: 'order', detail: expect.objectContaining({ status: 3, sort: 'newest' }) },
  ])
})
