/** Money that is not final can pay for orders but cannot be withdrawn, also with 16 concurrent requests. */
import { chainAddress, quoteWithdrawal, readWallet, requestWithdrawal, withdrawableNow } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aDestination,
  aStockedShop,
  creditMerchant,
  paymentPassword,
  type TestShop,
} from '../../../../../test/builders.ts'
import { paperChain, paperNetwork } from '../../../../../test/fake-chain.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { watchChain } from '../../deposits/chain/watch-chain.ts'
import { requestWithdrawal as request } from '../requests/request-withdrawal.ts'

let server: TestServer
let shop: TestShop
let destinationId: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await aStockedShop(server)
  destinationId = await aDestination(server, shop)
  await creditMerchant(server, shop, '200')
  server.app.ctx.settings.money.cardHoldDays = 7
  await creditMerchant(server, shop, '200')
})
afterAll(() => server.close())

const quote = async (amount: string) =>
  (await server.must(quoteWithdrawal, { method: 'bank', amount }, { token: shop.token })).id

const read = () => server.must(withdrawableNow, {}, { token: shop.token })

test('the withdrawable amount, the locked amount and its unlock date are available without a quote', async () => {
  const until = new Date(server.clock.now().getTime() + days(7)).toISOString()
  expect(await read()).toEqual({ withdrawable: '200.00', locked: '200.00', until })
  const quotes = await queryOne(
    server.owner,
    sql<{ n: number }>`select count(*)::int as n from withdrawal_quote where shop_id = ${shop.shopId}`,
  )
  expect(quotes!.n).toBe(0)
})

test('a withdrawal above the final amount is refused, and the refusal names that amount', async () => {
  const reply = await server.call(
    requestWithdrawal,
    { quoteId: await quote('200.01'), destinationId, paymentPassword },
    { token: shop.token, key: newId() },
  )
  expect(reply).toMatchObject({ reason: 'withdrawal/not-final', values: { amount: '200.00', locked: '200.00' } })
})

test('16 concurrent withdrawals never exceed the final half of the balance', async () => {
  const quotes = await Promise.all(Array.from({ length: 16 }, () => quote('50')))
  const outcomes = await Promise.all(
    quotes.map((quoteId) =>
      withTransaction(server.db, (tx) =>
        request(
          server.app.ctx,
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

test('while a chain deposit is not final, the unlock date is unknown', async () => {
  const network = paperNetwork()
  server.app.ctx.settings.money.chains.push(network)
  const chain = paperChain()
  const { address } = await server.must(chainAddress, { network: network.network }, { token: shop.token })
  const { locked } = await read()
  chain.pay(address, 100)
  chain.mine(2)
  await watchChain(server.app.ctx, network, [chain])
  expect(await read()).toMatchObject({ locked: `${Number(locked) + 100}.00`, until: null })
  chain.mine(20)
  await watchChain(server.app.ctx, network, [chain])
  server.clock.pass(days(7) + 1)
  expect(await read()).toMatchObject({ locked: '0.00', until: null })
})
