/** How fast the chain watcher catches up after an outage. Uses a real local chain and a real database. */
import { openApp } from '../apps/server/src/composition/app.ts'
import { findOrCreateAddress } from '../apps/server/src/modules/money/deposits/chain/address.ts'
import { openChainReaders } from '../apps/server/src/modules/money/deposits/chain/chain-reader.ts'
import { watchChain } from '../apps/server/src/modules/money/deposits/chain/watch-chain.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import {
  queryAll,
  queryOne,
  openDatabase,
  openOwnerPool,
  sql,
  withTransaction,
} from '../apps/server/src/platform/database/postgres.ts'
import { readSettings, type ChainSettings } from '../apps/server/src/settings.ts'
import {
  depositXpub,
  findAnvil,
  localChainId,
  newChainKeys,
  createChainClient,
  startAnvil,
} from '../apps/server/test/chain/local-chain.ts'

const blocks = 10_000
const deposits = 200
/** Block range of one request of the watcher. */
const blocksAtOnce = 2000n

/**
 * Blocks per second of the watcher, over 10,000 blocks with 200 deposits of 200 shops. All deposits must be credited.
 * `bare` is the rate of the node's own responses for the same blocks and addresses. Null without a local chain.
 */
export async function catchUp(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<{ watcher: number; bare: number } | null> {
  if (!findAnvil()) return null
  const anvil = await startAnvil()
  const { mnemonic, hotKey } = newChainKeys()
  const chain = createChainClient(anvil.url, hotKey)
  await migrate(databaseUrl)
  const app = await openApp(readSettings({ ...env, DATABASE_URL: databaseUrl }), { logLevel: 'error' })
  const owner = openDatabase(openOwnerPool(databaseUrl, { max: 1 }))
  try {
    await chain.fuel()
    const token = await chain.deployToken('USDT')
    await chain.mine()
    await chain.mint(token, chain.hot.address, 10n ** 12n)
    await chain.mine()
    const settings: ChainSettings = {
      network: 'ethereum',
      chainId: localChainId,
      rpc: [anvil.url],
      xpub: depositXpub(mnemonic),
      hot: [],
      start: 0,
      final: 64,
      tokens: [{ symbol: 'USDT', contract: token, decimals: 6 }],
    }
    const shops = await queryAll(
      owner,
      sql<{ id: string }>`insert into shop (id, code, name, verified_at, created_at)
        select uuidv7(), 'C' || g, 'Shop ' || g, now(), now() from generate_series(1, ${deposits}::int) g returning id`,
    )
    const addresses: string[] = []
    for (const { id } of shops) {
      const address = await withTransaction(app.ctx.db, (tx) => findOrCreateAddress(tx, settings, id, new Date()))
      addresses.push(address)
      await chain.transfer(token, address, 150_000_000n)
      await chain.mine(blocks / deposits)
    }
    const [node] = openChainReaders(settings)
    const head = await node!.head()

    const clock = async (work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      return Number(head) / ((performance.now() - started) / 1000)
    }
    const bare = await clock(async () => {
      for (let low = 0n; low <= head; low += blocksAtOnce)
        await node!.transfers(low, low + blocksAtOnce - 1n < head ? low + blocksAtOnce - 1n : head, [token], addresses)
    })
    const watcher = await clock(() => watchChain(app.ctx, settings, [node!]))
    const credited = await queryOne(
      owner,
      sql<{ n: number }>`select count(*)::int as n from deposit where state = 'credited'`,
    )
    if (credited!.n !== deposits) throw new Error(`${credited!.n} of ${deposits} deposits were credited`)
    return { watcher, bare }
  } finally {
    await owner.destroy()
    await app.close()
    await anvil.stop()
  }
}
