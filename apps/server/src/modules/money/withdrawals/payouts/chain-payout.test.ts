/** Chain withdrawals on a local blockchain node. The test holds the signing key; the server never has it. */
import {
  addDestination,
  approveWithdrawal,
  broadcastPayout,
  chainAddress,
  fundsRecords,
  listChainPayouts,
  quoteWithdrawal,
  readWallet,
  removeDestination,
  requestWithdrawal,
  withdrawDetail,
} from '@quayside/contract'
import { encodeFunctionData, getAddress, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anOperator,
  aStockedShop,
  creditMerchant,
  paymentPassword,
  type TestShop,
} from '../../../../../test/builders.ts'
import { testToken } from '../../../../../test/chain/contracts.ts'
import {
  depositXpub,
  findAnvil,
  localChainId,
  createChainClient,
  startAnvil,
  transferData,
  type Anvil,
  type LocalChain,
  type SentTransaction,
} from '../../../../../test/chain/local-chain.ts'
import { startTestServer, testSettings, type TestServer } from '../../../../../test/server.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { queryOne, sql } from '../../../../platform/database/postgres.ts'
import type { ChainSettings } from '../../../../settings.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { pollChainPayouts } from './chain-payout.ts'
import { pausePayouts } from '../store.ts'

const final = 3
const noNode = findAnvil() === null
if (noNode)
  console.warn(`payouts to a chain are not tested: anvil has no program for ${process.platform} ${process.arch}`)

describe.skipIf(noNode)('withdrawals to a chain', () => {
  let anvil: Anvil
  let chain: LocalChain
  let server: TestServer
  let settings: ChainSettings
  let shop: TestShop
  let finance: { token: string }
  let usdt: Address
  let refusing: Address

  beforeAll(async () => {
    anvil = await startAnvil()
    chain = createChainClient(anvil.url)
    await chain.fuel()
    usdt = await chain.deployToken('USDT')
    refusing = await chain.deployRefusingToken()
    await chain.mine()
    await chain.mint(usdt, chain.hot.address, 10_000_000_000n)
    await chain.mine()
    settings = {
      network: 'ethereum',
      chainId: localChainId,
      rpc: [anvil.url],
      hot: [chain.hot.address],
      xpub: depositXpub('legal winner thank year wave sausage worth useful legal winner thank yellow'),
      start: 0,
      final,
      tokens: [{ symbol: 'USDT', contract: usdt, decimals: 6 }],
    }
    server = await startTestServer({
      // A high limit: one person approves each withdrawal of these tests, whatever the daily sum.
      settings: {
        money: { ...testSettings('', '').money, coolDown: 0, chains: [settings], secondPersonAbove: 100_000_000n },
      },
    })
    shop = await aStockedShop(server)
    await creditMerchant(server, shop, '5000')
    finance = await anOperator(server, 'finance')
  })
  afterAll(async () => {
    try {
      expect((await checkBooks(server.owner, server.clock.now())).filter((check) => !check.ok)).toEqual([])
    } finally {
      await server?.close()
      await anvil?.stop()
    }
  })

  type Payout = {
    shopId: string
    id: string
    to: Address
    contract: string
    units: string
    data: string
    chainId: number
  }
  /** Approves a withdrawal of 100.00 to a new address. Returns the payout as the holder of the key reads it. */
  const approved = async (to = privateKeyToAccount(generatePrivateKey()).address): Promise<Payout> => {
    const destination = await server.must(
      addDestination,
      { method: 'chain', network: 'ethereum', address: to, paymentPassword },
      { token: shop.token },
    )
    const quote = await server.must(quoteWithdrawal, { method: 'chain', amount: '100' }, { token: shop.token })
    const { id } = await server.must(
      requestWithdrawal,
      { quoteId: quote.id, destinationId: destination.id, paymentPassword },
      { token: shop.token, key: newId() },
    )
    await server.must(approveWithdrawal, { shopId: shop.shopId, id }, { ...finance, key: newId() })
    // A shop can save ten destinations only.
    await server.must(removeDestination, { id: destination.id }, { token: shop.token })
    const payout = (await listed()).find((listing) => listing.id === id)
    expect(payout).toMatchObject({ chainId: localChainId, contract: usdt, to, units: '99000000', token: 'USDT' })
    return payout as Payout
  }
  const listed = async () => (await server.must(listChainPayouts, {}, finance)).list
  const sign = (payout: Payout, change: Parameters<LocalChain['sign']>[0] | object = {}) =>
    chain.sign({ to: payout.contract as Address, data: payout.data as Hex, ...change })
  const give = ({ shopId, id }: Payout, { raw }: Pick<SentTransaction, 'raw'>) =>
    server.call(broadcastPayout, { shopId, id, rawTransaction: raw }, { ...finance, key: newId() })
  const follow = () => pollChainPayouts(server.app.ctx)
  const detail = (payout: Payout) => server.must(withdrawDetail, { id: payout.id }, { token: shop.token })
  const wallet = () => server.must(readWallet, {}, { token: shop.token })
  const cents = async () => BigInt((await wallet()).balance.replace('.', ''))
  const tokensOf = (address: Address) =>
    chain.client.readContract({ address: usdt, abi: testToken.abi, functionName: 'balanceOf', args: [address] })
  /** The rows of this withdrawal in the merchant's funds records. */
  const rowsOf = async (payout: Payout) => {
    const { code } = await detail(payout)
    const { list } = await server.must(fundsRecords, { code, limit: 50 }, { token: shop.token })
    return list.map((row) => `${row.event} ${row.account} ${row.amount}`).toReversed()
  }
  const hot = async () =>
    (await queryOne(
      server.owner,
      sql<{
        cents: bigint
      }>`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::bigint as cents
        from ledger.account a join ledger.posting p on p.shop_id = a.shop_id and p.account_id = a.id where a.kind = 'A.HOT'`,
    ))!.cents

  test('an offline-signed transfer is checked and broadcast; when it is final, the withdrawal is paid and has the hash as reference', async () => {
    const before = await cents()
    const payout = await approved()
    expect(await cents()).toBe(before - 10_000n)
    const signed = await sign(payout)
    expect(await give(payout, signed)).toMatchObject({ code: 1, data: { transactionHash: signed.hash } })
    expect(await detail(payout)).toMatchObject({ state: 'sending', paymentReference: signed.hash })
    expect((await listed()).some((listing) => listing.id === payout.id)).toBe(false)
    for (let blocks = 0; blocks <= final; blocks += 1) {
      expect(await detail(payout)).toMatchObject({ state: 'sending' })
      await chain.mine()
      await follow()
    }
    expect(await detail(payout)).toMatchObject({ state: 'paid', paymentReference: signed.hash })
    expect(await tokensOf(payout.to)).toBe(99_000_000n)
    expect(await hot()).toBe(9_900n)
    await follow()
    expect(await hot()).toBe(9_900n)
    expect((await detail(payout)).history.map(({ to, by }) => [to, by])).toEqual([
      ['pending', 'merchant'],
      ['approved', 'operator'],
      ['sending', 'operator'],
      ['paid', 'chain'],
    ])
  })

  test('a transaction with a wrong amount, address, token, chain or value, or an invalid one, is refused and not broadcast', async () => {
    const payout = await approved()
    const nonce = await chain.client.getTransactionCount({ address: chain.hot.address })
    const elsewhere = privateKeyToAccount(generatePrivateKey()).address
    const raws: Hex[] = [
      (await sign(payout, { data: transferData(payout.to, 99_000_001n) })).raw,
      (await sign(payout, { data: transferData(elsewhere, 99_000_000n) })).raw,
      (await sign(payout, { to: refusing })).raw,
      (await sign(payout, { chainId: 1 })).raw,
      (await sign(payout, { value: 1n })).raw,
      (await sign(payout, { data: `${payout.data}00` })).raw,
      (
        await sign(payout, {
          data: encodeFunctionData({ abi: testToken.abi, functionName: 'mint', args: [payout.to, 99_000_000n] }),
        })
      ).raw,
      `0x02${'ab'.repeat(120)}`,
    ]
    for (const raw of raws) expect((await give(payout, { raw })).reason).toBe('payout/transaction-differs')
    // The sender has no coins for the fee, so this transaction would never be mined.
    const nobody = await privateKeyToAccount(generatePrivateKey()).signTransaction({
      type: 'eip1559',
      chainId: payout.chainId,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 10n ** 10n,
      to: payout.contract as Address,
      data: payout.data as Hex,
    })
    expect((await give(payout, { raw: nobody })).reason).toBe('payout/sender-differs')
    expect(await detail(payout)).toMatchObject({ state: 'approved', paymentReference: null })
    await chain.mine()
    expect(await chain.client.getTransactionCount({ address: chain.hot.address })).toBe(nonce)

    const stranger = { ...payout, id: newId() }
    expect((await give(stranger, await sign(payout))).reason).toBe('withdrawal/not-found')
    await pausePayouts(server.owner, 'a test', server.clock.now())
    expect((await give(payout, await sign(payout))).reason).toBe('withdrawal/payouts-paused')
    await sql`delete from payout_pause`.execute(server.owner)
    expect((await give(payout, await sign(payout))).code).toBe(1)
    await chain.mine(final + 1)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'paid' })
  })

  test('one transaction submitted repeatedly and 20 times concurrently pays once; a second transaction is refused', async () => {
    const payout = await approved()
    const signed = await sign(payout)
    const replies = await Promise.all(Array.from({ length: 20 }, () => give(payout, signed)))
    expect(replies.map((reply) => reply.code)).toEqual(replies.map(() => 1))
    const other = await sign(payout, {
      nonce: (await chain.client.getTransactionCount({ address: chain.hot.address })) + 1,
    })
    expect(other.hash).not.toBe(signed.hash)
    expect((await give(payout, other)).reason).toBe('withdrawal/not-approved')
    await chain.mine(final + 1)
    const before = await hot()
    await Promise.all(Array.from({ length: 10 }, follow))
    expect(await hot()).toBe(before + 9_900n)
    expect((await give(payout, signed)).code).toBe(1)
    await chain.mine()
    expect(await tokensOf(payout.to)).toBe(99_000_000n)
    expect(await detail(payout)).toMatchObject({ state: 'paid' })
  })

  test('one transaction does not pay two equal withdrawals', async () => {
    const first = await approved()
    const second = await approved(first.to)
    expect(second.data).toBe(first.data)
    const signed = await sign(first)
    expect((await give(first, signed)).code).toBe(1)
    expect((await give(second, signed)).reason).toBe('payout/reference-used')
    expect(await detail(second)).toMatchObject({ state: 'approved' })
    expect((await give(second, await sign(second))).code).toBe(1)
    await chain.mine(final + 1)
    await follow()
    expect(await tokensOf(first.to)).toBe(198_000_000n)
  })

  test('a reverted transfer fails the withdrawal when it is final, and the money returns to the balance', async () => {
    const before = await cents()
    const payout = await approved()
    // A wallet without tokens: the transfer cannot succeed.
    const empty = createChainClient(anvil.url)
    await empty.fuel()
    const signed = await empty.sign({ to: usdt, data: payout.data as Hex })
    expect((await give(payout, signed)).reason).toBe('payout/sender-differs')
    // Adds the sender to the hot wallets. The comparison of addresses ignores case.
    settings.hot.push(empty.hot.address.toLowerCase())
    expect((await give(payout, signed)).code).toBe(1)
    settings.hot.pop()
    await chain.mine(final)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'sending' })
    await chain.mine()
    await follow()
    expect((await chain.client.getTransactionReceipt({ hash: signed.hash })).status).toBe('reverted')
    expect(await detail(payout)).toMatchObject({ state: 'failed', reason: 'returned-by-bank' })
    expect(await cents()).toBe(before)
    expect(await tokensOf(payout.to)).toBe(0n)
    expect(await rowsOf(payout)).toContain('withdrawal.failed available 100.00')
  })

  test('a token contract that returns false without a revert has not paid', async () => {
    const before = await cents()
    settings.tokens[0]!.contract = refusing
    try {
      const quoted = server.app.ctx.settings.money.chains[0]!.tokens[0]!.contract
      expect(quoted).toBe(refusing)
      usdt = [refusing, (refusing = usdt)][0]!
      const payout = await approved()
      const signed = await sign(payout)
      expect((await give(payout, signed)).code).toBe(1)
      await chain.mine(final + 1)
      await follow()
      expect((await chain.client.getTransactionReceipt({ hash: signed.hash })).status).toBe('success')
      expect(await detail(payout)).toMatchObject({ state: 'failed' })
      expect(await cents()).toBe(before)
    } finally {
      usdt = [refusing, (refusing = usdt)][0]!
      settings.tokens[0]!.contract = usdt
    }
  })

  test('a transaction that the node dropped is broadcast again with the same bytes', async () => {
    const payout = await approved()
    const snapshot = await chain.snapshot()
    const signed = await sign(payout)
    await give(payout, signed)
    await chain.mine(2)
    await follow()
    await chain.revert(snapshot)
    await chain.mine()
    expect(await tokensOf(payout.to)).toBe(0n)
    await follow()
    await chain.mine(final + 1)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'paid', paymentReference: signed.hash })
    expect(await tokensOf(payout.to)).toBe(99_000_000n)
  })

  /** A replacement transaction: the same nonce, a higher fee. */
  const dearer = async (signed: SentTransaction) => ({
    nonce: (await chain.client.getTransaction({ hash: signed.hash })).nonce,
    maxFeePerGas: 30_000_000_000n,
    maxPriorityFeePerGas: 3_000_000_000n,
  })

  test('a payout whose nonce another final transaction used is signed again and pays once', async () => {
    const payout = await approved()
    const signed = await sign(payout)
    await give(payout, signed)
    const replacing = await sign(payout, {
      data: transferData(privateKeyToAccount(generatePrivateKey()).address, 1n),
      ...(await dearer(signed)),
    })
    await chain.broadcast(replacing)
    await chain.mine(final)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'sending', paymentReference: signed.hash })
    await chain.mine()
    await Promise.all([follow(), follow(), follow()])
    expect(await detail(payout)).toMatchObject({ state: 'approved', paymentReference: null })
    expect(await tokensOf(payout.to)).toBe(0n)
    expect((await listed()).some((listing) => listing.id === payout.id)).toBe(true)

    const again = await sign(payout)
    expect(await give(payout, again)).toMatchObject({ code: 1, data: { transactionHash: again.hash } })
    await chain.broadcast(signed).catch(() => undefined)
    await chain.mine(final + 1)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'paid', paymentReference: again.hash })
    expect(await tokensOf(payout.to)).toBe(99_000_000n)
    expect((await detail(payout)).history.map(({ to, by }) => [to, by]).slice(2)).toEqual([
      ['sending', 'operator'],
      ['approved', 'chain'],
      ['sending', 'operator'],
      ['paid', 'chain'],
    ])
  })

  test('a replacement with the same transfer and a higher fee counts as the payment', async () => {
    const payout = await approved()
    const signed = await sign(payout)
    await give(payout, signed)
    const replacing = await sign(payout, await dearer(signed))
    await chain.broadcast(replacing)
    // Also when the replacement was mined many blocks ago.
    await chain.mine(40)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'paid', paymentReference: replacing.hash })
    expect(await tokensOf(payout.to)).toBe(99_000_000n)
  })

  test('of two equal withdrawals signed with one nonce, one is paid and the other can be signed again', async () => {
    const first = await approved()
    const second = await approved(first.to)
    const signed = await sign(first)
    await give(first, signed)
    const other = await sign(second, await dearer(signed))
    await give(second, other)
    await chain.mine(final + 1)
    await follow()
    expect(await detail(second)).toMatchObject({ state: 'paid', paymentReference: other.hash })
    expect(await detail(first)).toMatchObject({ state: 'approved', paymentReference: null })
    await give(first, await sign(first))
    await chain.mine(final + 1)
    await follow()
    expect(await detail(first)).toMatchObject({ state: 'paid' })
    expect(await tokensOf(first.to)).toBe(198_000_000n)
  })

  test('the payout stays in progress while a node is down or the nodes disagree', async () => {
    const payout = await approved()
    settings.rpc = ['http://127.0.0.1:9']
    const signed = await sign(payout)
    expect(await give(payout, signed)).toMatchObject({ code: 1, data: { transactionHash: signed.hash } })
    await chain.mine(final + 1)
    await follow()
    expect(await detail(payout)).toMatchObject({ state: 'sending' })
    expect(await tokensOf(payout.to)).toBe(0n)

    // A second node with a chain of its own: it does not know the blocks of the first node.
    const second = await startAnvil()
    try {
      settings.rpc = [anvil.url, second.url]
      await follow()
      await chain.mine(final + 1)
      await follow()
      expect(await tokensOf(payout.to)).toBe(99_000_000n)
      expect(await detail(payout)).toMatchObject({ state: 'sending' })
      settings.rpc = [anvil.url]
      await follow()
      expect(await detail(payout)).toMatchObject({ state: 'paid', paymentReference: signed.hash })
    } finally {
      settings.rpc = [anvil.url]
      await second.stop()
    }
  })

  test('the token contract and our own deposit addresses are refused as destinations', async () => {
    const add = (address: string) =>
      server.call(
        addDestination,
        { method: 'chain', network: 'ethereum', address, paymentPassword },
        { token: shop.token },
      )
    expect((await add(getAddress(usdt))).reason).toBe('destination/address-invalid')
    const { address } = await server.must(chainAddress, { network: 'ethereum' }, { token: shop.token })
    expect((await add(address)).reason).toBe('destination/own-address')
  })
})
