import { createPublicClient, http, parseAbiItem, type Address } from 'viem'

/** A token transfer as the chain's log has it; amounts are whole units of the token's smallest part. */
export type SeenTransfer = {
  txHash: string
  logIndex: number
  blockNumber: bigint
  blockHash: string
  contract: string
  to: string
  units: bigint
}

/** One node of a network, as far as deposits need it. Every kind of chain is read through this. */
export type ChainReader = {
  /** Height of the newest block. */
  head(): Promise<bigint>
  /** Hash of the block at a height; null when the node has none there. */
  blockHash(height: bigint): Promise<string | null>
  /** Transfers of these tokens to these addresses in blocks `from` to `to`, both included. */
  transfers(from: bigint, to: bigint, contracts: string[], addresses: string[]): Promise<SeenTransfer[]>
  /** The block that holds a transaction that succeeded; null when there is none. */
  blockOf(txHash: string): Promise<string | null>
}

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** Addresses that one question names; nodes refuse very long lists. */
const addressesAtOnce = 100

/** A node of an Ethereum-type chain. */
export function evmReader(url: string): ChainReader {
  const client = createPublicClient({ transport: http(url, { timeout: 10_000, retryCount: 1 }) })
  return {
    head: () => client.getBlockNumber({ cacheTime: 0 }),
    async blockHash(height) {
      const block = await client.getBlock({ blockNumber: height }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'BlockNotFoundError') return null
        throw error
      })
      return block?.hash ?? null
    },
    async transfers(from, to, contracts, addresses) {
      const found: SeenTransfer[] = []
      for (let i = 0; i < addresses.length; i += addressesAtOnce) {
        const logs = await client.getLogs({
          address: contracts as Address[],
          event: transferEvent,
          args: { to: addresses.slice(i, i + addressesAtOnce) as Address[] },
          fromBlock: from,
          toBlock: to,
          strict: true,
        })
        for (const log of logs)
          found.push({
            txHash: log.transactionHash,
            logIndex: log.logIndex,
            blockNumber: log.blockNumber,
            blockHash: log.blockHash,
            contract: log.address,
            to: log.args.to,
            units: log.args.value,
          })
      }
      return found
    },
    async blockOf(txHash) {
      const receipt = await client.getTransactionReceipt({ hash: txHash as `0x${string}` }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      return receipt?.status === 'success' ? receipt.blockHash : null
    },
  }
}
