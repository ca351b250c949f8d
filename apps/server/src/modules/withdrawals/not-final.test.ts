/** Money that may still be taken back is spent on orders, not withdrawn: alone and with sixteen requests at once. */
import { quoteWithdrawal, readWallet, requestWithdrawal } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDestination, aStockedShop, fund, paymentPassword, type TestShop } from '../../../test/builders.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { newId } from '../../platform/ids.ts'
import { transact } from '../../platform/postgres.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requestWithdrawal as request } from './request-withdrawal.ts'

let server: TestServer
let shop: TestShop
let destinationId: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  destinationId = await aDestination(server, shop)
  await fund(server, shop, '200')
  server.app.house.settings.money.cardHoldDays = 7
  await fund(server, shop, '200')
})
afterAll(() => server.close())

const quote = async (amount: string) =>
  (await server.must(quoteWithdrawal, { method: 'bank', amount }, { token: shop.token })).id

test('more than is final is refused and says how much is', async () => {
  const reply = await server.call(
    requestWithdrawal,
    { quoteId: await quote('200.01'), destinationId, paymentPassword },
    { token: shop.token, key: newId() },
  )
  expect(reply).toMatchObject({ reason: 'withdrawal/not-final', values: { amount: '200.00', locked: '200.00' } })
})

test('withdraw ×16 where half of the balance is not final: what is final, never one more', async () => {
  const quotes = await Promise.all(Array.from({ length: 16 }, () => quote('50')))
  const outcomes = await Promise.all(
    quotes.map((quoteId) =>
      transact(server.db, (tx) =>
        request(
          tx,
          { shopId: shop.shopId, merchantId: shop.merchantId },
          { quoteId, destinationId },
          server.clock.now(),
        ),
      ).then(
        () => 'held',
        (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(4)
  expect(outcomes.filter((outcome) => outcome === 'withdrawal/not-final')).toHaveLength(12)
  expect(await server.must(readWallet, {}, { token: shop.token })).toMatchObject({ balance: '200.00', held: '200.00' })
})
