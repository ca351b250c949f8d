import { createPublicClient, http, parseAbiItem, parseEventLogs, type Address, type Hex } from 'viem'
import type { ChainSettings } from '../../../../settings.ts'

/**
 * A token transfer from the chain's log. `units`: smallest units of the token. Contract and address are in lower
 * case.
 */
export type TokenTransfer = { txHash: string; contract: string; to: string; units: bigint }

/** The result of a transaction in a block. A failed transaction has no transfers. */
export type TransactionOutcome = {
  blockNumber: bigint
  blockHash: string
  succeeded: boolean
  transfers: TokenTransfer[]
}

/** A transaction as signed by its sender. `to` and `data` are in lower case. */
type SignedTransaction = { hash: string; to: string | null; data: string; value: bigint }

/** One node of a network. Deposits and payouts read every kind of chain through this interface. */
export type ChainReader = {
  /** Height of the newest block. */
  head(): Promise<bigint>
  /** The block at a height with its transaction hashes; null when the node has no such block. */
  block(height: bigint): Promise<{ hash: string; transactions: readonly string[] } | null>
  /** Transfers of these tokens to these addresses in the blocks `from` to `to`, both included. */
  transfers(from: bigint, to: bigint, contracts: string[], addresses: string[]): Promise<TokenTransfer[]>
  /** The result of a transaction; null when no block contains it. */
  outcome(txHash: string): Promise<TransactionOutcome | null>
  /**
   * The transaction that used a nonce of an account, in a block up to `height`. Throws when the node no longer has
   * the account's state at that height.
   */
  findByNonce(account: string, nonce: number, height: bigint): Promise<SignedTransaction | null>
  /** Broadcasts a signed transaction. Throws when the node rejects it, also when the node already has it. */
  send(raw: string): Promise<void>
}

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** Nodes reject requests with very many addresses. */
const maxAddressesPerRequest = 100

/** A node of an Ethereum-type chain. Its chain id is checked once; a node of another chain throws. */
export function evmReader(url: string, chainId: number): ChainReader {
  const client = createPublicClient({ transport: http(url, { timeout: 10_000, retryCount: 1 }) })
  let checked: Promise<void> | undefined
  const requireChainId = () =>
    (checked ??= client.getChainId().then(
      (id) => {
        if (id === chainId) return
        checked = undefined
        throw new Error(`chain reader: expected chain ${chainId}, the node is on chain ${id}`)
      },
      (error: unknown) => {
        checked = undefined
        throw error
      },
    ))
  return {
    async head() {
      await requireChainId()
      return client.getBlockNumber({ cacheTime: 0 })
    },
    async block(height) {
      const block = await client.getBlock({ blockNumber: height }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'BlockNotFoundError') return null
        throw error
      })
      return block && { hash: block.hash, transactions: block.transactions }
    },
    async transfers(from, to, contracts, addresses) {
      const found: TokenTransfer[] = []
      for (let i = 0; i < addresses.length; i += maxAddressesPerRequest) {
        const logs = await client.getLogs({
          address: contracts as Address[],
          event: transferEvent,
          args: { to: addresses.slice(i, i + maxAddressesPerRequest) as Address[] },
          fromBlock: from,
          toBlock: to,
          strict: true,
        })
        found.push(...logs.map(seenTransfer))
      }
      return found
    },
    async outcome(txHash) {
      await requireChainId()
      const receipt = await client.getTransactionReceipt({ hash: txHash as Hex }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      return (
        receipt && {
          blockNumber: receipt.blockNumber,
          blockHash: receipt.blockHash,
          succeeded: receipt.status === 'success',
          transfers: parseEventLogs({ abi: [transferEvent], logs: receipt.logs, strict: true }).map(seenTransfer),
        }
      )
    },
    async findByNonce(account, nonce, height) {
      await requireChainId()
      const used = async (at: bigint) =>
        at >= 0n && (await client.getTransactionCount({ address: account as Address, blockNumber: at })) > nonce
      if (!(await used(height))) return null
      // Steps back in doubling steps, then binary search: the transaction is usually in one of the newest blocks.
      let [low, high] = [height - 1n, height]
      while (await used(low)) [low, high] = [low - 2n * (high - low), low]
      while (high - low > 1n) {
        const middle = (low + high) / 2n
        if (await used(middle)) high = middle
        else low = middle
      }
      const { transactions } = await client.getBlock({ blockNumber: high, includeTransactions: true })
      const found = transactions.find((one) => one.from === account.toLowerCase() && one.nonce === nonce)
      if (!found) throw new Error('chain reader: transaction count and blocks of a node disagree')
      return { hash: found.hash, to: found.to, data: found.input, value: found.value }
    },
    async send(raw) {
      await requireChainId()
      await client.sendRawTransaction({ serializedTransaction: raw as Hex })
    },
  }
}

const seenTransfer = (log: {
  transactionHash: Hex
  address: Address
  args: { to: Address; value: bigint }
}): TokenTransfer => ({
  txHash: log.transactionHash,
  contract: log.address.toLowerCase(),
  to: log.args.to.toLowerCase(),
  units: log.args.value,
})

/** Readers of the configured nodes of a network. */
export const openChainReaders = (chain: ChainSettings): ChainReader[] =>
  chain.rpc.map((url) => evmReader(url, chain.chainId))
