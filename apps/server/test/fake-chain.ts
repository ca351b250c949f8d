/** A simulated chain behind the ChainReader interface: tests mine blocks and replace them in a reorganisation. */
import { createHash } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { newId } from '../src/platform/database/ids.ts'
import type { ChainReader, TokenTransfer } from '../src/modules/money/deposits/chain/chain-reader.ts'
import type { ChainSettings } from '../src/settings.ts'

export const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

/** The settings of the simulated network. A deposit is final after twelve blocks. */
export const paperNetwork = (): ChainSettings => ({
  network: 'ethereum',
  chainId: 31337,
  rpc: ['http://127.0.0.1:1'],
  xpub: HDKey.fromMasterSeed(Buffer.alloc(32, 7)).publicExtendedKey,
  hot: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  start: 0,
  final: 12,
  tokens: [{ symbol: 'USDT', contract: usdt, decimals: 6 }],
})

type Block = { hash: string; transfers: TokenTransfer[] }
const hashOf = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`

export type PaperChain = ChainReader & {
  /** Mines a block with one transfer of whole dollars. Returns its transaction hash. */
  pay(to: string, dollars: number, txHash?: string): string
  /** Mines empty blocks. */
  mine(blocks: number): void
  /** Replaces the newest blocks by the same number of other blocks. */
  reorganise(blocks: number): void
}

export function paperChain(): PaperChain {
  const blocks: Block[] = [{ hash: hashOf(newId()), transfers: [] }]
  const push = (transfers: TokenTransfer[]) => void blocks.push({ hash: hashOf(newId()), transfers })
  const mine = (n: number) => {
    for (let i = 0; i < n; i += 1) push([])
  }
  return {
    pay(to, dollars, txHash = hashOf(newId())) {
      push([{ txHash, contract: usdt.toLowerCase(), to: to.toLowerCase(), units: BigInt(dollars) * 1_000_000n }])
      return txHash
    },
    mine,
    reorganise(n) {
      blocks.length -= n
      mine(n)
    },
    head: async () => BigInt(blocks.length - 1),
    async block(height) {
      const block = blocks[Number(height)]
      return block ? { hash: block.hash, transactions: block.transfers.map((one) => one.txHash) } : null
    },
    transfers: async (from, to, contracts, addresses) =>
      blocks
        .slice(Number(from), Number(to) + 1)
        .flatMap((block) => block.transfers)
        .filter((one) => contracts.includes(one.contract) && addresses.includes(one.to)),
    async outcome(txHash) {
      const height = blocks.findIndex((block) => block.transfers.some((one) => one.txHash === txHash))
      const block = blocks[height]
      return block
        ? {
            blockNumber: BigInt(height),
            blockHash: block.hash,
            succeeded: true,
            transfers: block.transfers.filter((one) => one.txHash === txHash),
          }
        : null
    },
    findByNonce: async () => null,
    send: () => Promise.reject(new Error('a chain on paper takes no transactions')),
  }
}
