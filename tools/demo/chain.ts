/** The local chain of a demo. A restart continues it, with the same token, hot wallet and deposit key. */
import { readFile, writeFile } from 'node:fs/promises'
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

export type DemoChain = { settings: ChainSettings; blockTime: number; stop(): Promise<void> }
/** The chain's state in the data folder. `url` changes at each start. */
type Kept = ChainKeys & { url: string; token: string }

const blockTime = 2
const million = 1_000_000_000_000n
const fileIn = (dataDir: string) => join(dataDir, 'demo-chain.json')
const read = async (dataDir: string): Promise<Kept | null> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Kept)
}

/**
 * Starts the chain of a data folder. A new one gets a token and a hot wallet with a million of it. The server gets
 * the public key only.
 */
export async function startDemoChain(dataDir: string): Promise<DemoChain> {
  const before = await read(dataDir)
  const { mnemonic, hotKey } = before ?? newChainKeys()
  const anvil = await startAnvil({ blockTime, state: join(dataDir, 'demo-chain-state.json') })
  try {
    const chain = createChainClient(anvil.url, hotKey)
    let token = before?.token
    if (!token || !(await chain.has(token))) {
      await chain.fuel()
      token = await chain.deployToken('USDT')
      await chain.mine()
      await chain.mint(token, chain.hot.address, million)
      await chain.mine()
    }
    const kept: Kept = { mnemonic, hotKey, url: anvil.url, token }
    await writeFile(fileIn(dataDir), JSON.stringify(kept, null, 2), { mode: 0o600 })
    return {
      settings: {
        network: 'ethereum',
        chainId: localChainId,
        rpc: [anvil.url],
        xpub: depositXpub(mnemonic),
        hot: [chain.hot.address],
        start: 0,
        final: 6,
        tokens: [{ symbol: 'USDT', contract: token, decimals: 6 }],
      },
      blockTime,
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
