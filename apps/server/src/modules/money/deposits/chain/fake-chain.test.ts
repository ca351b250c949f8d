/** The rules of chain deposits, on a fake chain whose blocks the test sets. */
import { addDestination, chainAddress, quoteWithdrawal, readWallet, rechargeRecords } from '@quayside/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aStockedShop, paymentPassword, type TestShop } from '../../../../../test/builders.ts'
import { paperChain, paperNetwork, type PaperChain } from '../../../../../test/fake-chain.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { watchChain } from './watch-chain.ts'

let server: TestServer
let shop: TestShop
let chain: PaperChain
let address: string
const network = paperNetwork()

beforeAll(async () => {
  server = await startTestServer()
  server.app.ctx.settings.money.chains.push(network)
  chain = paperChain()
})
afterAll(async () => {
  const broken = (await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)
  await server.close()
  expect(broken).toEqual([])
})
beforeEach(async () => {
  shop = await aStockedShop(server)
  address = (await server.must(chainAddress, { network: network.network }, { token: shop.token })).address
  chain.mine(40)
  await look()
})

const look = (...others: PaperChain[]) => watchChain(server.app.ctx, network, [chain, ...others])
const balance = async () => (await server.must(readWallet, {}, { token: shop.token })).balance
const newest = async () => (await server.must(rechargeRecords, {}, { token: shop.token })).list[0]
const withdrawable = async () =>
  (await server.must(quoteWithdrawal, { method: 'bank', amount: '50' }, { token: shop.token })).withdrawable

test('a deposit is credited with two confirmations, not earlier, and withdrawable when final', async () => {
  chain.pay(address, 100)
  for (const confirmations of [0, 1]) {
    await look()
    expect(await newest()).toMatchObject({ state: 'confirming', confirmations })
    expect(await balance()).toBe('0.00')
    chain.mine(1)
  }
  await look()
  expect(await newest()).toMatchObject({ state: 'credited', amount: '100.00' })
  expect([await balance(), await withdrawable()]).toEqual(['100.00', '0.00'])
  chain.mine(network.final)
  await look()
  expect([await balance(), await withdrawable()]).toEqual(['100.00', '100.00'])
})

test('a deposit is credited once when four concurrent watchers scan it repeatedly', async () => {
  chain.pay(address, 100)
  for (let i = 0; i < 3; i += 1) {
    await Promise.all(Array.from({ length: 4 }, () => look()))
    chain.mine(1)
  }
  await look()
  expect(await balance()).toBe('100.00')
  expect((await server.must(rechargeRecords, {}, { token: shop.token })).total).toBe(1)
})

test('a deposit is reversed when its block is dropped, and credited again when it is included again', async () => {
  const tx = chain.pay(address, 100)
  chain.mine(2)
  await look()
  chain.reorganise(3)
  await look()
  expect(await newest()).toMatchObject({ state: 'reversed' })
  expect(await balance()).toBe('0.00')
  chain.pay(address, 100, tx)
  chain.mine(2)
  await look()
  await look()
  expect(await newest()).toMatchObject({ state: 'credited' })
  expect(await balance()).toBe('100.00')
})

test('a deposit that a second node does not have is not credited', async () => {
  const other = paperChain()
  other.mine(500)
  chain.pay(address, 100)
  chain.mine(2)
  await look(other)
  expect(await balance()).toBe('0.00')
  await look()
  expect(await balance()).toBe('100.00')
})

test('a deposit address of the platform is refused as a payout destination', async () => {
  const reply = await server.call(
    addDestination,
    { method: 'chain', network: 'ethereum', address, paymentPassword },
    { token: shop.token },
  )
  expect(reply.reason).toBe('destination/own-address')
})
