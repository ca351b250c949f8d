/**
 * The local chain of a demo. A restart continues it, with the same token, hot wallet and deposit key. A chain whose
 * state is lost begins anew above all its blocks, so that the server goes on reading.
 */
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChainSettings } from '../../apps/server/src/settings.ts'
import {
  depositXpub,
  localChainId,
  newChainKeys,
  createChainClient,
  startAnvil,
  type ChainKeys,
  type LocalChain,
} from '../../apps/server/test/chain/local-chain.ts'

export type DemoChain = { settings: ChainSettings; stop(): Promise<void> }
/** The chain's state in the data folder. `url` changes at each start. */
type Kept = ChainKeys & { url: string; token: string; start?: number }

const blockTime = 2
const million = 1_000_000_000_000n
const fileIn = (dataDir: string) => join(dataDir, 'demo-chain.json')
const read = async (dataDir: string): Promise<Kept | null> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Kept)
}

/** The block at which a chain begins now: later chains begin at higher ones. */
const genesisNow = () => Math.max(0, Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1000 / blockTime))

/**
 * Starts the chain of a data folder. A new one gets a token and a hot wallet with a million of it. The server gets
 * the public key only.
 */
export async function startDemoChain(dataDir: string): Promise<DemoChain> {
  const state = join(dataDir, 'demo-chain-state.json')
  const before = existsSync(state) ? await read(dataDir) : null
  try {
    if (before) return await openChain(dataDir, state, before)
  } catch {
    // What is left of it cannot be read. The chain begins anew.
  }
  await rm(state, { force: true })
  // The same keys: addresses that people were given stay theirs.
  const keys = (await read(dataDir)) ?? newChainKeys()
  return openChain(dataDir, state, { ...keys, start: genesisNow() }, true)
}

async function openChain(
  dataDir: string,
  state: string,
  { mnemonic, hotKey, token: deployed, start = 0 }: ChainKeys & Partial<Kept>,
  isNew = false,
): Promise<DemoChain> {
  const anvil = await startAnvil({ blockTime, state, ...(isNew && { genesis: start }) })
  try {
    const chain = createChainClient(anvil.url, hotKey)
    let token = deployed
    if (isNew) {
      await chain.fuel()
      token = await chain.deployToken('USDT')
      await chain.mine()
      await chain.mint(token, chain.hot.address, million)
      await chain.mine()
    }
    if (!token || !(await chain.has(token))) throw new Error('the local chain has lost its token')
    const kept: Kept = { mnemonic, hotKey, url: anvil.url, token, start }
    await writeFile(fileIn(dataDir), JSON.stringify(kept, null, 2), { mode: 0o600 })
    return {
      settings: {
        network: 'ethereum',
        chainId: localChainId,
        rpc: [anvil.url],
        xpub: depositXpub(mnemonic),
        hot: [chain.hot.address],
        start,
        final: 6,
        tokens: [{ symbol: 'USDT', contract: token, decimals: 6 }],
      },
      stop: anvil.stop,
    }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/** The running chain of a data folder, and its token. Null if none was ever started there. */
export async function openDemoChain(dataDir: string): Promise<{ chain: LocalChain; token: string } | null> {
  const kept = await read(dataDir)
  return kept && { chain: createChainClient(kept.url, kept.hotKey), token: kept.token }
}
