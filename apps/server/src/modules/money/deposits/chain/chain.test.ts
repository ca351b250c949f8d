/** Deposits from a local chain, read through the RPC interface of its node, on real PostgreSQL. */
import {
  confirmReceipt,
  chainAddress,
  fundsRecords,
  depositChannelTraits,
  orderStatus,
  quoteWithdrawal,
  readSystem,
  readWallet,
  rechargeChannels,
  rechargeDetail,
  rechargeRecords,
  type Topic,
} from '@quayside/contract'
import { encodeFunctionData, type Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aMerchant,
  anOperator,
  anOrder,
  aStockedShop,
  pickUp,
  type TestMerchant,
} from '../../../../../test/builders.ts'
import { batch } from '../../../../../test/chain/contracts.ts'
import {
  depositXpub,
  findAnvil,
  localChainId,
  createChainClient,
  startAnvil,
  type Anvil,
  type LocalChain,
  type SentTransaction,
} from '../../../../../test/chain/local-chain.ts'
import { freshDatabase, type TestDatabase } from '../../../../../test/database.ts'
import { startTestServer, testSettings, type TestServer } from '../../../../../test/server.ts'
import { queryAll, queryOne, sql, withTransaction } from '../../../../platform/database/postgres.ts'
import { MissingSettings, readSettings, type ChainSettings } from '../../../../settings.ts'
import { balanceOf } from '../../ledger/store.ts'
import { listChainFigures } from '../../../staff/monitoring/store.ts'
import { checkBooks } from '../../reconciliation/store.ts'
import { findOrCreateAddress, deriveAddress } from './address.ts'
import { evmReader, type ChainReader } from './chain-reader.ts'
import { watchChain } from './watch-chain.ts'

/** Only the tests have it. The server has the extended public key. */
const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const final = 12
const noNode = findAnvil() === null
if (noNode)
  console.warn(`deposits from a chain are not tested: anvil has no program for ${process.platform} ${process.arch}`)

describe.skipIf(noNode)('deposits from a chain', () => {
  let anvil: Anvil
  let chain: LocalChain
  let database: TestDatabase
  let server: TestServer
  let settings: ChainSettings
  let node: ChainReader
  let [usdt, usdc, lookAlike, refusing, batcher]: Address[] = []

  beforeAll(async () => {
    anvil = await startAnvil()
    chain = createChainClient(anvil.url)
    await chain.fuel()
    usdt = await chain.deployToken('USDT')
    usdc = await chain.deployToken('USDC')
    lookAlike = await chain.deployToken('USDT')
    refusing = await chain.deployRefusingToken()
    batcher = await chain.deployBatch()
    await chain.mine()
    for (const token of [usdt, usdc, lookAlike])
      for (const owner of [chain.hot.address, batcher]) await chain.mint(token, owner, dollars(1_000_000))
    await chain.mine()
    settings = {
      network: 'ethereum',
      chainId: localChainId,
      rpc: [anvil.url],
      xpub: depositXpub(mnemonic),
      hot: [],
      start: 0,
      final,
      tokens: [
        { symbol: 'USDT', contract: usdt, decimals: 6 },
        { symbol: 'USDC', contract: usdc, decimals: 6 },
        { symbol: 'USDC', contract: refusing, decimals: 6 },
      ],
    }
    database = await freshDatabase()
    server = await startTestServer({ database, settings: withChain() })
    node = evmReader(anvil.url, localChainId)
  })
  beforeEach(async () => {
    // Makes the blocks of the previous test final.
    await chain.mine(final + 1)
    await look()
  })
  afterAll(async () => {
    try {
      expect((await checkBooks(database.owner, new Date())).filter((check) => !check.ok)).toEqual([])
      // The token balances of our addresses equal the chain accounts of the ledger.
      for (const [symbol, token] of [
        ['usdt', usdt!],
        ['usdc', usdc!],
      ] as const)
        expect([symbol, await inTheBooks(symbol)]).toEqual([symbol, await onOurAddresses(token)])
    } finally {
      await server?.close()
      await database?.drop()
      await anvil?.stop()
    }
  })

  const dollars = (n: number): bigint => BigInt(Math.round(n * 1e6))
  const withChain = () => ({ money: { ...testSettings('', '').money, chains: [settings] } })
  const look = (...nodes: ChainReader[]) => watchChain(server.app.ctx, settings, nodes.length > 0 ? nodes : [node])
  const addressFor = async (shop: TestMerchant): Promise<string> =>
    (await server.must(chainAddress, { network: 'ethereum' }, { token: shop.token })).address
  const aShop = async () => {
    const shop = await aMerchant(server)
    return { ...shop, address: await addressFor(shop) }
  }
  const send = (to: string, amount: number, token: Address = usdt!) => chain.transfer(token, to, dollars(amount))
  const balance = async (shop: TestMerchant) =>
    Number((await server.must(readWallet, {}, { token: shop.token })).balance)
  const records = async (shop: TestMerchant) =>
    (await server.must(rechargeRecords, { limit: 100 }, { token: shop.token })).list
  const states = async (shop: TestMerchant) => (await records(shop)).map(({ state }) => state).toSorted()
  const only = async (shop: TestMerchant) => {
    const list = await records(shop)
    expect(list).toHaveLength(1)
    return server.must(rechargeDetail, { id: list[0]!.id }, { token: shop.token })
  }
  const credits = async (shop: TestMerchant) =>
    (await server.must(fundsRecords, { event: 'deposit.credited', limit: 100 }, { token: shop.token })).list
  const due = (shop: TestMerchant) => balanceOf(server.owner, 'A.DUE', shop.shopId)
  const aside = (shop: TestMerchant) => balanceOf(server.owner, 'L.UNIDENTIFIED', shop.shopId)
  const transferOf = (sent: SentTransaction) =>
    queryOne(
      server.owner,
      sql<{
        state: string
        round: number
        block_number: bigint
      }>`select * from chain_transfer where tx_hash = ${sent.hash}`,
    )
  const inTheBooks = async (symbol: string): Promise<bigint> =>
    (await queryOne(
      database.owner,
      sql<{
        cents: bigint
      }>`select coalesce(sum(case p.side when 'D' then p.amount else -p.amount end), 0)::bigint as cents
        from ledger.account a join ledger.posting p on p.shop_id = a.shop_id and p.account_id = a.id where a.kind = ${`A.CHAIN.${symbol}`}`,
    ))!.cents
  const onOurAddresses = async (token: Address): Promise<bigint> => {
    const addresses = await queryAll(database.owner, sql<{ address: Address }>`select address from deposit_address`)
    const has = await Promise.all(
      addresses.map(({ address }) =>
        chain.client.readContract({
          address: token,
          abi: [
            {
              type: 'function',
              name: 'balanceOf',
              stateMutability: 'view',
              inputs: [{ type: 'address' }],
              outputs: [{ type: 'uint256' }],
            },
          ] as const,
          functionName: 'balanceOf',
          args: [address],
        }),
      ),
    )
    return has.reduce((sum, units) => sum + units / 10_000n, 0n)
  }
  /** Mines `blocks` blocks and scans after each. */
  const pass = async (blocks: number, ...nodes: ChainReader[]) => {
    for (let i = 0; i < blocks; i += 1) {
      await chain.mine()
      await look(...nodes)
    }
  }

  describe('addresses', () => {
    test('are derived from the public key and equal those of the mnemonic', async () => {
      const xpub = depositXpub(mnemonic)
      for (const number of [0, 1, 2, 77])
        expect(deriveAddress(xpub, number)).toBe(mnemonicToAccount(mnemonic, { addressIndex: number }).address)
    })

    test('a private key and a mistyped key are refused at start', () => {
      const problems = (xpub: string): string[] => {
        try {
          readSettings({ QUAYSIDE_MODE: 'test', QUAYSIDE_CHAINS: JSON.stringify([{ ...settings, xpub }]) })
        } catch (error) {
          if (error instanceof MissingSettings)
            return error.missing.filter((line) => line.startsWith('QUAYSIDE_CHAINS'))
        }
        return []
      }
      const right = depositXpub(mnemonic)
      const mistyped = right.slice(0, 40) + (right[40] === 'A' ? 'B' : 'A') + right.slice(41)
      expect(problems(right)).toEqual([])
      for (const wrong of [mistyped, mnemonicToAccount(mnemonic).getHdKey().privateExtendedKey])
        expect(problems(wrong)).toEqual([expect.stringContaining('xpub')])
    })

    test('twenty concurrent requests of a shop get one address, and no index of the key tree is skipped', async () => {
      const shops = await Promise.all(Array.from({ length: 4 }, () => aMerchant(server)))
      const answers = await Promise.all(
        shops.flatMap((shop) => Array.from({ length: 20 }, async () => [shop.shopId, await addressFor(shop)] as const)),
      )
      const byShop = Map.groupBy(answers, ([shopId]) => shopId)
      for (const answered of byShop.values()) expect(new Set(answered.map(([, address]) => address)).size).toBe(1)
      expect(new Set(answers.map(([, address]) => address)).size).toBe(4)
      const rows = await queryAll(
        server.owner,
        sql<{ number: bigint; address: string }>`select number, address from deposit_address order by number`,
      )
      expect(rows.map((row) => Number(row.number))).toEqual(rows.map((_, i) => Number(rows[0]!.number) + i))
      for (const { number, address } of rows)
        expect(address).toBe(mnemonicToAccount(mnemonic, { addressIndex: Number(number) }).address)
    })

    test('the channel shows the tokens, the minimum and the number of confirmations', async () => {
      const shop = await aShop()
      const { chain: networks } = await server.must(rechargeChannels, {}, { token: shop.token })
      expect(networks[0]).toMatchObject({
        network: 'ethereum',
        minimum: depositChannelTraits.chain.minimum,
        confirmations: 2,
      })
      expect(networks[0]!.tokens[0]).toEqual({ symbol: 'USDT', contract: usdt })
    })
  })

  describe('from detection to finality', () => {
    test('0/2, 1/2, credited once, withdrawable when final; the merchant’s screens are updated each time', async () => {
      const shop = await aShop()
      const heard: Topic[] = []
      const deaf = server.app.ctx.changes.subscribe(shop.shopId, (kinds) => heard.push(...kinds))
      const sent = await send(shop.address, 150)
      await look()
      expect(await records(shop)).toEqual([])

      const told: number[] = []
      const steps: [string, number | null, number][] = []
      for (let i = 0; i < 4; i += 1) {
        await pass(1)
        const { state, confirmations } = await only(shop)
        steps.push([state, confirmations, await balance(shop)])
        await expect.poll(() => heard.length).toBeGreaterThan(i < 3 ? (told.at(-1) ?? 0) : 0)
        told.push(heard.length)
      }
      expect(steps).toEqual([
        ['confirming', 0, 0],
        ['confirming', 1, 0],
        ['credited', 2, 150],
        ['credited', 2, 150],
      ])
      expect(new Set(heard)).toEqual(new Set<Topic>(['wallet', 'figures']))
      deaf()

      const deposit = await only(shop)
      expect(deposit).toMatchObject({ amount: '150.00', txHash: sent.hash, network: 'ethereum', channel: 'chain' })
      expect(deposit.history.map(({ from, to, by }) => [from, to, by])).toEqual([
        [null, 'confirming', 'chain'],
        ['confirming', 'credited', 'chain'],
      ])
      expect(await credits(shop)).toMatchObject([{ amount: '150.00', cause: { kind: 'deposit', id: deposit.id } }])
      expect(await transferOf(sent)).toMatchObject({ state: 'booked', round: 1 })

      const withdrawable = async () =>
        (await server.must(quoteWithdrawal, { method: 'bank', amount: '20' }, { token: shop.token })).withdrawable
      await chain.mine(final - 4)
      await look()
      expect(await withdrawable()).toBe('0.00')
      await pass(1)
      expect(await withdrawable()).toBe('150.00')
      expect(await transferOf(sent)).toMatchObject({ state: 'final', round: 1 })
      await pass(3)
      expect(await credits(shop)).toHaveLength(1)
    })

    test('can be spent on orders before it is final', async () => {
      const shop = await aStockedShop(server)
      await send(await addressFor(shop), 100)
      await chain.mine(3)
      await look()
      const order = await anOrder(server, shop)
      await pickUp(server, shop, [order.id], 'balance')
      expect(await balance(shop)).toBe(90)
      const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '20' }, { token: shop.token })
      expect(quote.withdrawable).toBe('0.00')
    })

    test('a second server continues from the stored height', async () => {
      const shop = await aShop()
      await send(shop.address, 120)
      await pass(2)
      const before = await queryOne(server.owner, sql<{ scanned: bigint }>`select scanned from chain_cursor`)
      expect(before!.scanned).toBe(await chain.head())
      const other = await startTestServer({ database, settings: withChain() })
      try {
        await chain.mine()
        const asked: bigint[] = []
        const counting: ChainReader = {
          ...evmReader(anvil.url, localChainId),
          transfers(from, ...rest) {
            asked.push(from)
            return node.transfers(from, ...rest)
          },
        }
        await watchChain(other.app.ctx, settings, [counting])
        // From the stored height less the rescanned blocks, not from the first block.
        expect(asked[0]).toBeGreaterThanOrEqual(before!.scanned - 32n)
      } finally {
        await other.close()
      }
      expect(await only(shop)).toMatchObject({ state: 'credited' })
      expect(await balance(shop)).toBe(120)
    })

    test('how far a network is behind its nodes: also when its transfers cannot be read, and while one node is behind', async () => {
      const behind = async () =>
        (await listChainFigures(server.owner)).find((row) => row.network === 'ethereum')?.behind
      await chain.mine()
      await look()
      expect(await behind()).toBe(0n)
      await chain.mine(7)
      const failing: ChainReader = { ...node, transfers: () => Promise.reject(new Error('no answer')) }
      await addressFor(await aMerchant(server))
      await expect(watchChain(server.app.ctx, settings, [failing])).rejects.toThrow('no answer')
      expect(await behind()).toBe(7n)
      const slow: ChainReader = { ...node, head: async () => (await node.head()) - 3n }
      await watchChain(server.app.ctx, settings, [node, slow])
      expect(await behind()).toBe(3n)
      const { chains } = await server.must(readSystem, {}, await anOperator(server, 'owner'))
      expect(chains.find(({ network }) => network === 'ethereum')).toMatchObject({
        block: Number(await node.head()),
        blockAt: server.clock.now().toISOString(),
        behind: 3,
        nodes: [0, 3],
        disagreements: 0,
      })
      await look()
      expect(await behind()).toBe(0n)
    })

    test('concurrent watchers credit once', async () => {
      const shops = await Promise.all(Array.from({ length: 5 }, aShop))
      for (const shop of shops) await send(shop.address, 130)
      for (let block = 0; block < 4; block += 1) {
        await chain.mine()
        await Promise.all(Array.from({ length: 8 }, () => look()))
      }
      await chain.mine(final)
      await Promise.all(Array.from({ length: 8 }, () => look()))
      for (const shop of shops) {
        expect(await balance(shop)).toBe(130)
        expect(await credits(shop)).toHaveLength(1)
        expect((await only(shop)).history).toHaveLength(2)
      }
    })

    test('fifty deposits in one block are each credited once', async () => {
      const shops = await Promise.all(Array.from({ length: 50 }, aShop))
      for (const [i, shop] of shops.entries()) await send(shop.address, 100 + i)
      await chain.mine(3)
      await look()
      await look()
      for (const [i, shop] of shops.entries()) {
        expect(await balance(shop)).toBe(100 + i)
        expect(await credits(shop)).toHaveLength(1)
      }
    })

    test('a watcher that missed a hundred blocks catches up', async () => {
      const [early, late] = [await aShop(), await aShop()]
      await send(early.address, 200)
      await chain.mine(99)
      await send(late.address, 300)
      await chain.mine()
      await look()
      expect(await only(early)).toMatchObject({ state: 'credited' })
      expect(await only(late)).toMatchObject({ state: 'confirming', confirmations: 0 })
      await pass(2)
      expect([await balance(early), await balance(late)]).toEqual([200, 300])
    })
  })

  describe('chain reorganisations', () => {
    test('an uncredited transfer that is dropped is reversed; included again, it is credited once in its second round', async () => {
      const shop = await aShop()
      const snapshot = await chain.snapshot()
      const sent = await send(shop.address, 140)
      await pass(2)
      expect(await only(shop)).toMatchObject({ state: 'confirming', confirmations: 1 })
      await chain.revert(snapshot)
      await pass(4)
      expect(await only(shop)).toMatchObject({ state: 'reversed' })
      expect(await transferOf(sent)).toMatchObject({ state: 'gone', round: 1 })
      expect(await balance(shop)).toBe(0)

      await chain.broadcast(sent)
      await pass(4)
      expect(await only(shop)).toMatchObject({ state: 'credited', txHash: sent.hash })
      expect(await transferOf(sent)).toMatchObject({ state: 'booked', round: 2 })
      expect(await balance(shop)).toBe(140)
      expect(await credits(shop)).toHaveLength(1)
    })

    test('a transfer moved to another block between two scans only changes its position', async () => {
      const shop = await aShop()
      const snapshot = await chain.snapshot()
      const sent = await send(shop.address, 141)
      await pass(2)
      await chain.revert(snapshot)
      await chain.mine()
      await chain.broadcast(sent)
      await chain.mine()
      await look()
      expect(await only(shop)).toMatchObject({ state: 'confirming', confirmations: 0 })
      await pass(2)
      expect(await transferOf(sent)).toMatchObject({ state: 'booked', round: 1 })
      expect(await balance(shop)).toBe(141)
      // The same after the credit: another block and no new posting.
      const next = await chain.snapshot()
      const again = await send(shop.address, 142)
      await pass(3)
      expect(await balance(shop)).toBe(283)
      await chain.revert(next)
      await chain.mine()
      await chain.broadcast(again)
      await chain.mine(3)
      await look()
      expect(await transferOf(again)).toMatchObject({
        state: 'booked',
        round: 1,
        block_number: (await chain.head()) - 2n,
      })
      expect(await states(shop)).toEqual(['credited', 'credited'])
      expect(await balance(shop)).toBe(283)
    })

    test('a credited transfer that is dropped empties the balance and leaves a debt; included again, it is credited again', async () => {
      const shop = await aStockedShop(server)
      const address = await addressFor(shop)
      const snapshot = await chain.snapshot()
      const sent = await send(address, 150)
      await pass(3)
      // The balance pays eight pieces at 10.00.
      await anOrder(server, shop, { status: orderStatus.awaitingShipment, quantity: 8, funding: 'balance' })
      expect(await balance(shop)).toBe(70)
      const delivered = await anOrder(server, shop, { status: orderStatus.received })

      await chain.revert(snapshot)
      await pass(5)
      expect(await only(shop)).toMatchObject({ state: 'reversed' })
      expect([await balance(shop), await due(shop)]).toEqual([0, 8000n])
      const reversed = await server.must(fundsRecords, { event: 'deposit.reversed' }, { token: shop.token })
      expect(reversed.list.map((row) => row.amount)).toEqual(['-70.00'])

      // The earnings of orders settle the debt.
      await server.must(
        confirmReceipt,
        { id: delivered.id },
        { token: delivered.buyer.token, key: crypto.randomUUID() },
      )
      expect([await balance(shop), await due(shop)]).toEqual([0, 7576n])

      await chain.broadcast(sent)
      await pass(4)
      expect(await only(shop)).toMatchObject({ state: 'credited' })
      expect(await transferOf(sent)).toMatchObject({ state: 'booked', round: 2 })
      expect([await balance(shop), await due(shop)]).toEqual([150, 7576n])
      expect((await only(shop)).history.map(({ to }) => to)).toEqual([
        'confirming',
        'credited',
        'reversed',
        'confirming',
        'credited',
      ])
    })

    test('a reorganisation above the block of a credited deposit changes nothing; one that includes its block reverses it', async () => {
      const shop = await aShop()
      await send(shop.address, 160)
      await pass(3)
      await chain.reorg(1)
      await look()
      await pass(1)
      expect(await only(shop)).toMatchObject({ state: 'credited' })
      expect(await credits(shop)).toHaveLength(1)
      await chain.reorg(5)
      await look()
      expect(await only(shop)).toMatchObject({ state: 'reversed' })
      expect([await balance(shop), await due(shop)]).toEqual([0, 0n])
    })

    test('after reorganisations of one to ten blocks the balance equals the final chain', async () => {
      for (const depth of [1, 2, 3, 6, 9, 10]) {
        const shop = await aShop()
        await chain.mine()
        const snapshot = await chain.snapshot()
        const sent = await send(shop.address, 100 + depth)
        await pass(depth)
        await chain.revert(snapshot)
        const comesBack = depth % 2 === 0
        if (comesBack) await chain.broadcast(sent)
        await chain.mine(depth + 1)
        await look()
        await pass(2)
        expect([depth, await balance(shop), await due(shop)]).toEqual([depth, comesBack ? 100 + depth : 0, 0n])
      }
    })

    test('a transaction that sends another amount in another block is credited with the amount on the chain', async () => {
      const shop = await aShop()
      const data = encodeFunctionData({
        abi: batch.abi,
        functionName: 'sendByBlock',
        args: [usdt!, shop.address as Address],
      })
      const snapshot = await chain.snapshot()
      const sent = await chain.send({ to: batcher!, data })
      await pass(3)
      const first = await balance(shop)
      await chain.revert(snapshot)
      await chain.mine(2)
      await chain.broadcast(sent)
      await pass(4)
      const second = await balance(shop)
      expect(second).toBe(
        100 + (Number((await chain.client.getTransactionReceipt({ hash: sent.hash })).blockNumber) % 100),
      )
      expect(second).not.toBe(first)
      expect(await states(shop)).toEqual(['credited', 'reversed'])
    })
  })

  describe('special transfers', () => {
    test('deposits below the minimum are set aside and credited when their sum reaches it', async () => {
      const shop = await aShop()
      await send(shop.address, 40)
      await send(shop.address, 59.99, usdc!)
      await pass(3)
      expect(await states(shop)).toEqual(['below-minimum', 'below-minimum'])
      expect([await balance(shop), await aside(shop)]).toEqual([0, 9999n])
      await chain.mine(final)
      await look()
      await send(shop.address, 0.01)
      await pass(3)
      expect(await states(shop)).toEqual(['credited', 'credited', 'credited'])
      expect([await balance(shop), await aside(shop)]).toEqual([100, 0n])
      // The two final deposits can be withdrawn.
      const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '20' }, { token: shop.token })
      expect(quote.withdrawable).toBe('99.99')
    })

    test('two deposits that reach the minimum together are credited when concurrent watchers book them', async () => {
      const silentAbout = (sent: SentTransaction): ChainReader => ({
        ...node,
        outcome: (hash) => (hash === sent.hash ? Promise.reject(new Error('no answer')) : node.outcome(hash)),
      })
      for (let round = 0; round < 5; round += 1) {
        const shop = await aShop()
        const both = [await send(shop.address, 60), await send(shop.address, 60)]
        await pass(2)
        await chain.mine()
        // Each watcher books one of the two concurrently.
        await Promise.allSettled(both.map((sent) => look(silentAbout(sent))))
        expect([await balance(shop), await aside(shop)]).toEqual([120, 0n])
      }
    })

    test('a deposit below the minimum that the chain drops is no longer set aside', async () => {
      const shop = await aShop()
      const snapshot = await chain.snapshot()
      const sent = await send(shop.address, 50)
      await pass(3)
      expect(await aside(shop)).toBe(5000n)
      await chain.revert(snapshot)
      await pass(5)
      expect([await states(shop), await aside(shop)]).toEqual([['reversed'], 0n])
      await chain.broadcast(sent)
      await pass(3)
      expect([await states(shop), await aside(shop)]).toEqual([['below-minimum'], 5000n])
    })

    test('an unlisted token of the same name, a failed transfer, a transfer of zero and less than a cent are ignored', async () => {
      const shop = await aShop()
      await send(shop.address, 500, lookAlike!)
      await send(shop.address, 500, refusing!)
      const failed = await send(shop.address, 5_000_000)
      await chain.transfer(usdt!, shop.address, 9_999n)
      await chain.transfer(usdt!, shop.address, 0n)
      await pass(4)
      expect((await chain.client.getTransactionReceipt({ hash: failed.hash })).status).toBe('reverted')
      expect(await records(shop)).toEqual([])
      expect(await balance(shop)).toBe(0)
    })

    test('each of several transfers in one transaction is credited, also two equal ones', async () => {
      const [a, b] = [await aShop(), await aShop()]
      const to = [a.address, b.address, a.address, a.address] as Address[]
      const values = [110, 120, 110, 130].map(dollars)
      await chain.send({
        to: batcher!,
        data: encodeFunctionData({ abi: batch.abi, functionName: 'send', args: [usdt!, to, values] }),
      })
      await pass(4)
      expect([await balance(a), await balance(b)]).toEqual([350, 120])
      expect([await credits(a), await credits(b)].map((list) => list.length)).toEqual([3, 1])
    })

    test('an address assigned after its transaction was read does not change the other transfers, and is credited', async () => {
      const a = await aShop()
      const stranger = await aMerchant(server)
      const next = (await queryOne(server.owner, sql<{ n: bigint }>`select max(number) + 1 as n from deposit_address`))!
        .n
      const soonOurs = deriveAddress(settings.xpub, Number(next))
      await chain.send({
        to: batcher!,
        data: encodeFunctionData({
          abi: batch.abi,
          functionName: 'send',
          args: [usdt!, [soonOurs, a.address] as Address[], [dollars(170), dollars(180)]],
        }),
      })
      await pass(3)
      expect(await balance(a)).toBe(180)
      expect(
        await withTransaction(server.db, (tx) =>
          findOrCreateAddress(tx, settings, stranger.shopId, server.clock.now()),
        ),
      ).toBe(soonOurs)
      await pass(3)
      expect([await balance(a), await balance(stranger)]).toEqual([180, 170])
      expect(await credits(a)).toHaveLength(1)
    })
  })

  describe('nodes that disagree', () => {
    const other = '0x00000000000000000000000000000000000000000000000000000000000000ff'
    const disagreements = async () =>
      (await queryAll(server.owner, sql`select from chain_transfer where nodes_disagree_since is not null`)).length
    const until = async (shop: TestMerchant, liar: ChainReader, honest: number) => {
      for (const nodes of [
        [node, liar],
        [liar, node],
      ])
        await look(...nodes)
      expect(await balance(shop)).toBe(0)
      await look(node, node)
      await look(node, node)
      expect(await balance(shop)).toBe(honest)
    }

    test('nothing is credited until a node with other blocks, or behind, agrees', async () => {
      const shop = await aShop()
      await send(shop.address, 210)
      await chain.mine(3)
      const otherBlocks: ChainReader = {
        ...node,
        block: async (height) => ({ hash: other, transactions: (await node.block(height))?.transactions ?? [] }),
        outcome: async (hash) => {
          const outcome = await node.outcome(hash)
          return outcome && { ...outcome, blockHash: other }
        },
      }
      await look(node, otherBlocks)
      expect(await only(shop)).toMatchObject({ state: 'confirming' })
      expect(await disagreements()).toBe(1)
      const height = (await chain.head()) - 2n
      const behind: ChainReader = {
        ...node,
        head: () => Promise.resolve(height - 1n),
        block: async (asked) => (asked < height ? node.block(asked) : null),
        transfers: async (from, to, ...rest) => node.transfers(from, to < height ? to : height - 1n, ...rest),
        outcome: () => Promise.resolve(null),
      }
      await look(node, behind)
      await look(behind, node)
      expect(await balance(shop)).toBe(0)
      await until(shop, otherBlocks, 210)
      expect(await disagreements()).toBe(0)
    })

    test('a node that hides transfers causes no credit, no reversal and no loss', async () => {
      const shop = await aShop()
      const hides: ChainReader = { ...node, transfers: () => Promise.resolve([]), outcome: () => Promise.resolve(null) }
      const forgets: ChainReader = {
        ...hides,
        block: async (height) => {
          const block = await node.block(height)
          return block && { ...block, hash: other, transactions: [] }
        },
      }
      await send(shop.address, 220)
      await chain.mine(3)
      await until(shop, hides, 220)
      for (const liar of [hides, forgets]) {
        await pass(1, node, liar)
        await pass(1, liar, node)
        expect(await balance(shop)).toBe(220)
        expect(await only(shop)).toMatchObject({ state: 'credited' })
      }
      await chain.mine(final)
      await look(node, forgets)
      const quote = await server.must(quoteWithdrawal, { method: 'bank', amount: '20' }, { token: shop.token })
      expect(quote.withdrawable).toBe('0.00')
      await look(node, node)
      expect((await only(shop)).history).toHaveLength(2)
    })

    test('two transfers of one transaction are each credited once when a node hides one of them for a while', async () => {
      const shop = await aShop()
      await chain.send({
        to: batcher!,
        data: encodeFunctionData({
          abi: batch.abi,
          functionName: 'send',
          args: [usdt!, [shop.address, shop.address] as Address[], [dollars(230), dollars(240)]],
        }),
      })
      await chain.mine(3)
      const hidesOne: ChainReader = {
        ...node,
        transfers: async (...asked) => (await node.transfers(...asked)).filter(({ units }) => units !== dollars(230)),
      }
      await look(hidesOne)
      await look(hidesOne)
      expect(await balance(shop)).toBe(240)
      await look()
      await look()
      expect(await balance(shop)).toBe(470)
      expect(await credits(shop)).toHaveLength(2)
    })

    test('a transfer or an amount that only one node reports is not credited', async () => {
      const shop = await aShop()
      const real = await send('0x00000000000000000000000000000000000000AA', 999)
      const truth = await send(shop.address, 250)
      await chain.mine(3)
      const invent = (txHash: string, units: bigint): ChainReader => {
        const lie = { txHash, contract: usdt!.toLowerCase(), to: shop.address.toLowerCase(), units }
        return {
          ...node,
          transfers: async (...asked) => [...(await node.transfers(...asked)), lie],
          async outcome(hash) {
            const outcome = (await node.outcome(hash)) ?? (await node.outcome(real.hash))
            return outcome && hash === txHash ? { ...outcome, transfers: [lie] } : outcome
          },
        }
      }
      for (const liar of [
        invent(other, dollars(5000)),
        invent(real.hash, dollars(5000)),
        invent(truth.hash, dollars(2500)),
      ]) {
        await look(liar, node)
        await look(node, liar)
        expect(await balance(shop)).toBeLessThanOrEqual(250)
      }
      await pass(3, node, node)
      expect(await balance(shop)).toBe(250)
      expect(await states(shop)).toEqual(['credited', 'reversed', 'reversed', 'reversed'])
    })

    test('a node without an answer stops the credit, and the next scan credits', async () => {
      const shop = await aShop()
      await send(shop.address, 260)
      await chain.mine(3)
      const down = evmReader('http://127.0.0.1:9', localChainId)
      await expect(look(node, down)).rejects.toThrow()
      expect(await records(shop)).toEqual([])
      await expect(look(evmReader(anvil.url, 1))).rejects.toThrow(/chain 31337/)
      const silentAboutOne: ChainReader = { ...node, outcome: () => Promise.reject(new Error('no answer')) }
      await expect(look(node, silentAboutOne)).rejects.toThrow('no answer')
      expect(await balance(shop)).toBe(0)
      await look()
      expect(await balance(shop)).toBe(260)
    })
  })
})
