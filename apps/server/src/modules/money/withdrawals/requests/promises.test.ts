/** Only payable methods are offered, and every promise about a withdrawal has a deadline. On real PostgreSQL. */
import {
  addDestination,
  approveWithdrawal,
  broadcastPayout,
  cancelWithdrawal,
  endChainPayout,
  listChainPayouts,
  listDestinations,
  listMessages,
  listWithdrawals,
  makeBankFile,
  quoteWithdrawal,
  readWallet,
  rejectWithdrawal,
  requestWithdrawal,
  withdrawDetail,
} from '@quayside/contract'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aDestination,
  anOperator,
  aSigner,
  aStockedShop,
  bankAccount,
  creditMerchant,
  paymentPassword,
  signs,
  withdraw,
  type TestShop,
} from '../../../../../test/builders.ts'
import { paperNetwork } from '../../../../../test/fake-chain.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'
import { days, hours } from '../../../../platform/jobs/clock.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { sql } from '../../../../platform/database/postgres.ts'
import { processEvents } from '../../../people/messages/process-events.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { escalateUnproved, returnUnsent } from '../desk/decide-withdrawal.ts'

const bank = { name: 'Quayside Ltd', iban: bankAccount, bic: 'AIBKIE2D' }
const wallets = { ethereum: '0x52908400098527886E0F7030069857D2E4169EE7', tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
let server: TestServer
let shop: TestShop
let finance: { token: string; id: string }
let settings: TestServer['app']['ctx']['settings']
beforeAll(async () => {
  server = await startTestServer()
  ;({ settings } = server.app.ctx)
  settings.money.coolDown = 0
  shop = await aStockedShop(server)
  await creditMerchant(server, shop, '5000')
  finance = await anOperator(server, 'finance')
})
beforeEach(() => {
  settings.mode = 'test'
  settings.money.bank = bank
  settings.money.chains = []
  server.clock.pass(days(1))
})
afterAll(async () => {
  expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
  await server.close()
})

const token = () => ({ token: shop.token })
const keyed = () => ({ token: shop.token, key: newId() })
const withdrawalKey = (id: string) => ({ shopId: shop.shopId, id })
const detail = (id: string) => server.must(withdrawDetail, { id }, token())
const balance = async () => (await server.must(readWallet, {}, token())).balance
const approve = (id: string) =>
  server.call(approveWithdrawal, withdrawalKey(id), { token: finance.token, key: newId() })
const quote = (method: 'bank' | 'chain') => server.call(quoteWithdrawal, { method, amount: '20' }, token())
const toChain = (network: 'ethereum' | 'tron') =>
  server.call(addDestination, { method: 'chain', network, address: wallets[network], paymentPassword }, token())
const ask = async (destinationId: string, method: 'bank' | 'chain') => {
  const { data } = await quote(method)
  return server.call(requestWithdrawal, { quoteId: data.id, destinationId, paymentPassword }, keyed())
}
const listOffers = async () => (await server.must(listDestinations, {}, token())).offers
const texts = async () => {
  await processEvents(server.app.ctx)
  return (await server.must(listMessages, { limit: 5 }, token())).list.map((message) => message.text)
}

test('a method without a configured rail is not offered, quoted, saved, requested or approved', async () => {
  // The test bank pays every method, so the test can save these destinations.
  const places = {
    bank: await aDestination(server, shop),
    ethereum: (await toChain('ethereum')).data.id,
  }
  // Nothing can pay TRON, so the test bank does not offer it either.
  expect((await listOffers()).networks).toEqual([{ network: 'ethereum', token: 'USDT' }])
  expect((await toChain('tron')).reason).toBe('withdrawal/method-off')
  const asked = [(await ask(places.bank, 'bank')).data.id, (await ask(places.ethereum, 'chain')).data.id]
  const bankQuote = (await quote('bank')).data.id
  const before = await balance()

  settings.mode = 'production'
  settings.money.bank = null
  expect(await listOffers()).toMatchObject({ bank: false, networks: [] })
  for (const method of ['bank', 'chain'] as const) expect((await quote(method)).reason).toBe('withdrawal/method-off')
  expect((await toChain('ethereum')).reason).toBe('withdrawal/method-off')
  for (const id of asked) expect((await approve(id)).reason).toBe('withdrawal/method-off')

  // A network without a hot wallet accepts deposits only.
  settings.money.chains = [{ ...paperNetwork(), hot: [] }]
  expect((await listOffers()).networks).toEqual([])
  expect((await approve(asked[1]!)).reason).toBe('withdrawal/method-off')
  settings.money.chains = [{ ...paperNetwork(), hot: [wallets.ethereum] }]
  expect(await listOffers()).toMatchObject({ bank: false, networks: [{ network: 'ethereum', token: 'USDT' }] })
  const list = (await server.must(listDestinations, {}, token())).list
  expect(list.filter(({ payable }) => payable).map(({ id }) => id)).toEqual([places.ethereum])
  expect((await toChain('tron')).reason).toBe('withdrawal/method-off')
  const toBank = { quoteId: bankQuote, destinationId: places.bank, paymentPassword }
  expect((await server.call(requestWithdrawal, toBank, keyed())).reason).toBe('withdrawal/method-off')
  expect(await balance()).toBe(before)
  expect((await approve(asked[1]!)).data).toEqual({ approved: true, actId: null })
  expect((await approve(asked[0]!)).reason).toBe('withdrawal/method-off')
  expect(await detail(asked[1]!)).toMatchObject({ state: 'approved', token: 'USDT' })
  for (const id of asked) await server.must(cancelWithdrawal, { id }, keyed())
})

test('an approved withdrawal that was not sent is cancelled by the merchant or returned at its deadline', async () => {
  const [to, before] = [await aDestination(server, shop), await balance()]
  const [taken, left] = [await withdraw(server, shop, to, '30'), await withdraw(server, shop, to, '40')]
  for (const { id } of [taken, left]) await approve(id)
  expect(await detail(taken.id)).toMatchObject({ state: 'approved', may: { cancel: true } })
  const rejection = { ...withdrawalKey(left.id), reason: 'account-at-risk' as const, note: '' }
  expect((await server.call(rejectWithdrawal, rejection, { token: finance.token, key: newId() })).reason).toBe(
    'withdrawal/not-pending',
  )
  await server.must(cancelWithdrawal, { id: taken.id }, keyed())
  expect(await detail(taken.id)).toMatchObject({ state: 'cancelled' })

  server.clock.pass(hours(72))
  expect(await returnUnsent(server.app.ctx)).toBe(0)
  server.clock.pass(1000)
  expect(await returnUnsent(server.app.ctx)).toBe(1)
  expect(await detail(left.id)).toMatchObject({ state: 'rejected', reason: 'not-sent-in-time', may: { cancel: false } })
  expect(await balance()).toBe(before)
  expect((await texts())[0]).toContain(`Withdrawal ${left.code} was approved, but we didn’t pay it in time`)
})

test('an approved transfer of a network that left the settings is paid by no other, and comes back', async () => {
  const before = await balance()
  settings.money.chains = [{ ...paperNetwork(), hot: [wallets.ethereum] }]
  const to = (await toChain('ethereum')).data.id
  const [taken, left] = [(await ask(to, 'chain')).data, (await ask(to, 'chain')).data]
  for (const { id } of [taken, left]) expect((await approve(id)).code).toBe(1)
  const listed = async () => (await server.must(listChainPayouts, {}, { token: finance.token })).list
  expect(await listed()).toHaveLength(2)
  // Another network with a hot wallet is there, and it was not asked for.
  settings.mode = 'production'
  settings.money.chains = [{ ...paperNetwork(), network: 'tron' as const, hot: [wallets.ethereum] }]
  expect(await listed()).toEqual([])
  for (const { id } of [taken, left]) {
    expect(await detail(id)).toMatchObject({ state: 'approved', waits: 'rail-off', may: { cancel: true } })
    const given = { ...withdrawalKey(id), rawTransaction: `0x${'ab'.repeat(200)}` }
    expect((await server.call(broadcastPayout, given, { token: finance.token, key: newId() })).reason).toBe(
      'payout/rail-off',
    )
  }
  // The merchant takes it back at once, to ask for another way. Whoever does nothing gets it at the deadline.
  await server.must(cancelWithdrawal, { id: taken.id }, keyed())
  server.clock.pass(hours(72) + 1000)
  expect(await returnUnsent(server.app.ctx)).toBe(1)
  expect(await detail(left.id)).toMatchObject({ state: 'rejected', reason: 'not-sent-in-time' })
  expect(await balance()).toBe(before)
})

test.each(['paid', 'returned'] as const)(
  'a transfer on its way whose network left the settings is ended by two people: %s',
  async (outcome) => {
    const [first, second] = [await aSigner(server, 'finance'), await aSigner(server, 'finance')]
    const key = privateKeyToAccount(generatePrivateKey())
    const network = { ...paperNetwork(), hot: [key.address], rpc: ['http://127.0.0.1:1'] }
    settings.money.chains = [network]
    const before = Number(await balance())
    const { id } = (await ask((await toChain('ethereum')).data.id, 'chain')).data
    await approve(id)
    const { list } = await server.must(listChainPayouts, {}, { token: finance.token })
    const { contract, data, chainId } = list.find((payout) => payout.id === id)!
    const rawTransaction = await key.signTransaction({
      chainId,
      to: contract as Hex,
      data: data as Hex,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    })
    const given = { ...withdrawalKey(id), rawTransaction }
    await server.must(broadcastPayout, given, { token: finance.token, key: newId() })
    const end = { ...withdrawalKey(id), outcome, evidence: 'Block 123 of the explorer' }
    const propose = () => server.call(endChainPayout, end, { token: first.token, key: newId() })
    // While the server can ask the network, nobody decides for it.
    expect((await propose()).reason).toBe('payout/rail-runs')
    settings.money.chains = []
    expect(await detail(id)).toMatchObject({ state: 'sending', waits: 'rail-off' })
    const write = (state: string) =>
      sql`update withdrawal set state = ${state}, reason = 'returned-by-bank', finished_at = ${server.clock.now()}, changed_by = ${`operator:${second.id}`}, changed_at = ${server.clock.now()}
        where id = ${id}`.execute(server.db)
    await expect(write('failed')).rejects.toMatchObject({ constraint: 'withdrawal_chain_end' })
    const { actId } = (await propose()).data
    expect((await propose()).reason).toBe('act/already-open')
    expect((await signs(server, first, actId)).reason).toBe('operator/second-person')
    // The network is back before the second signature: it ends the transfer itself.
    settings.money.chains = [network]
    expect((await signs(server, second, actId)).reason).toBe('payout/rail-runs')
    settings.money.chains = []
    const signed = await Promise.all([second, await aSigner(server, 'finance')].map((by) => signs(server, by, actId)))
    expect(signed.map(({ reason }) => reason ?? 'done').sort()).toEqual(['act/not-open', 'done'])
    expect((await propose()).reason).toBe('decision/changed')
    expect(await detail(id)).toMatchObject({ state: outcome === 'paid' ? 'paid' : 'failed', waits: null })
    expect(Number(await balance())).toBe(outcome === 'paid' ? before - 20 : before)
  },
)

test('a sent withdrawal returns only with evidence; without evidence it is escalated once', async () => {
  const made = await withdraw(server, shop, await aDestination(server, shop), '50')
  await approve(made.id)
  await server.must(makeBankFile, {}, { token: finance.token, key: newId() })
  expect((await server.call(cancelWithdrawal, { id: made.id }, keyed())).reason).toBe('withdrawal/not-pending')
  const sentAt = server.clock.now().toISOString()
  server.clock.pass(days(5))
  expect(await escalateUnproved(server.app.ctx)).toBe(0)
  server.clock.pass(1000)
  expect(await escalateUnproved(server.app.ctx)).toBe(1)
  expect(await escalateUnproved(server.app.ctx)).toBe(0)
  expect(await returnUnsent(server.app.ctx)).toBe(0)
  const escalatedAt = server.clock.now().toISOString()
  expect(await detail(made.id)).toMatchObject({ state: 'sending', sentAt, escalatedAt })
  const { list } = await server.must(listWithdrawals, { state: 'sending' }, { token: finance.token })
  expect(list[0]).toMatchObject({ id: made.id, escalatedAt })
  expect((await texts())[0]).toContain('we have no proof of payment yet')
})

test('the database refuses the rejection of an approved withdrawal by a person', async () => {
  const made = await withdraw(server, shop, await aDestination(server, shop), '60')
  await approve(made.id)
  const write = sql`update withdrawal set state = 'rejected', reason = 'account-at-risk', changed_by = 'test', changed_at = now()
    where id = ${made.id}`
  await expect(write.execute(server.db)).rejects.toMatchObject({ constraint: 'withdrawal_rejected_late' })
  await server.must(cancelWithdrawal, { id: made.id }, keyed())
})
