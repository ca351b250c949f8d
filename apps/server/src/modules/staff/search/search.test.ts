import { searchPlatform } from '@quayside/contract/search'
import { createSupplier, proposeAdjustment, proposeCoupon, searchOrders, type OperatorRole } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aBankLine,
  anOperator,
  aSigner,
  anOrder,
  aStockedShop,
  creditMerchant,
  disputeWebhook,
  referenceOf,
  sendWebhook,
  type TestShop,
} from '../../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../platform/database/postgres.ts'

let server: TestServer
let shop: TestShop

beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
})
afterAll(() => server.close())

const find = async (text: string, ...roles: OperatorRole[]) => {
  const { token } = await anOperator(server, ...roles)
  return (await server.must(searchPlatform, { text }, { token })).list
}

test('each role finds what it may open by code and name, and nothing else', async () => {
  const order = await anOrder(server, shop)
  const { code } = (await queryOne(
    server.owner,
    sql<{ code: string }>`select code from orders where id = ${order.id}`,
  ))!
  const found = { kind: 'order', id: order.id, shopId: shop.shopId, code }
  expect(await find(code.slice(0, -2).toLowerCase(), 'fulfilment')).toEqual([expect.objectContaining(found)])
  expect(await find(code, 'auditor')).toEqual([expect.objectContaining(found)])
  expect(await find(code, 'catalogue')).toEqual([])
  expect(await find(code, 'owner')).toEqual([])
  expect(await find(shop.shopCode, 'support')).toEqual([expect.objectContaining({ kind: 'shop', id: shop.shopId })])
  expect(await find(shop.shopCode, 'owner', 'catalogue')).toEqual([])
  expect((await find('op erator', 'owner')).map(({ kind }) => kind)).toContain('operator')
  expect(await find('op erator', 'support')).toEqual([])
  const product = (await queryOne(server.owner, sql<{ name: string }>`select name from product order by id limit 1`))!
  expect((await find(product.name, 'catalogue')).map(({ kind }) => kind)).toContain('product')
})

test('suppliers are found by name, and disputes by the reference of the processor', async () => {
  const catalogue = await anOperator(server, 'catalogue')
  const fields = { name: 'Harbour Ropes', contact: '', paymentDays: 30, terms: '' }
  const { id } = await server.must(createSupplier, { code: 'HR', ...fields }, catalogue)
  const found = [{ kind: 'supplier', id, shopId: null, code: 'HR', name: 'Harbour Ropes' }]
  expect(await find('bour rop', 'finance')).toEqual(found)
  expect(await find('bour rop', 'support')).toEqual([])
  const deposit = await creditMerchant(server, shop, '100')
  const reference = await referenceOf(server, deposit)
  expect(await sendWebhook(server, disputeWebhook(reference, '100.00', 'opened', { dispute: 'dp_harbour' }))).toBe(200)
  expect(await find('dp_harbour', 'support')).toMatchObject([
    { kind: 'dispute', shopId: shop.shopId, code: 'dp_harbour' },
  ])
  expect(await find('dp_harbour', 'catalogue')).toEqual([])
})

test('buyers by name or whole address, bank entries, imports, coupons and acts, each by who opens its desk', async () => {
  const order = await anOrder(server, shop)
  const buyer = (await queryOne(
    server.owner,
    sql<{ id: string; email: string }>`
      update buyer b set name = 'Zora Quayle' from orders o where o.id = ${order.id} and b.id = o.buyer_id returning b.id, b.email`,
  ))!
  const zora = { kind: 'buyer', id: buyer.id, shopId: null, code: buyer.email, name: 'Zora Quayle' }
  expect(await find('zora q', 'support')).toEqual([zora])
  expect(await find(buyer.email.toUpperCase(), 'support')).toEqual([zora])
  expect(await find(buyer.email, 'fulfilment', 'finance', 'catalogue')).toEqual([])
  const found = await server.must(searchOrders, { search: buyer.email }, await anOperator(server, 'support'))
  expect(found.list.map(({ id }) => id)).toEqual([order.id])

  const finance = await aSigner(server, 'finance')
  const line = await aBankLine(server, finance, { amount: '12.00', payer: 'Pilot Ltd', reference: 'INV-774' })
  const entry = { kind: 'bank-line', id: line, shopId: null, code: 'INV-774', name: 'Pilot Ltd' }
  expect(await find('nv-77', 'finance')).toEqual([entry])
  expect(await find('pilot l', 'finance')).toEqual([entry])
  expect(await find('pilot l', 'support', 'owner')).toEqual([])

  const { actId } = await server.must(
    proposeAdjustment,
    { shop: shop.shopCode, kind: 'goodwill', amount: '5.00', reason: 'A slow answer', note: '' },
    { token: finance.token, key: newId() },
  )
  const act = { kind: 'act', id: actId, shopId: shop.shopId, code: shop.shopCode }
  expect(await find(shop.shopCode, 'finance')).toContainEqual(expect.objectContaining(act))
  expect((await find(shop.shopCode, 'catalogue', 'support')).map(({ kind }) => kind)).not.toContain('act')
  const coupon = { percent: 10, amount: null, minimum: '0', from: null, until: null, uses: null, usesPerBuyer: null }
  const { id } = await server.must(
    proposeCoupon,
    { ...coupon, code: 'HARBOUR10', budget: '50', reason: 'A spring sale' },
    { token: finance.token, key: newId() },
  )
  expect(await find('harbour1', 'finance')).toContainEqual(expect.objectContaining({ kind: 'coupon', id }))
  await sql`insert into import (id, kind, file_name, format, storage_key, bytes, operator_id, state, headers, samples, mapping, created_at)
    values (${newId()}, 'products', 'Harbour spring.csv', 'csv', 'x', 1, ${(await anOperator(server, 'catalogue')).id}, 'done', '[]', '[]', '[]', now())`.execute(
    server.owner,
  )
  expect(await find('our spring', 'fulfilment')).toMatchObject([{ kind: 'import', name: 'Harbour spring.csv' }])
  expect(await find('our spring', 'support')).toEqual([])
})

test('a wildcard in the text is a letter, and at most five of a kind are found', async () => {
  expect(await find('%%%', 'auditor')).toEqual([])
  expect(await find('___', 'auditor')).toEqual([])
  for (let i = 0; i < 7; i += 1) await anOperator(server, 'support')
  expect(await find('op erator', 'owner')).toHaveLength(5)
})
