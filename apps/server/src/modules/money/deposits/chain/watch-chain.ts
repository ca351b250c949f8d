/**
 * Detects token transfers on a chain, credits them after enough confirmations, and reverses those that the chain
 * drops.
 */
import { accounts, chainAccounts } from '@quayside/contract'
import { depositConfirmations } from '@quayside/contract/constants'
import { emitEvent, notifyClients } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import { withTransaction, type Tx } from '../../../../platform/database/postgres.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { ChainSettings } from '../../../../settings.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { balanceOf } from '../../ledger/store.ts'
import { lockShop } from '../../../shop/shops/store.ts'
import type { ChainReader, TokenTransfer } from './chain-reader.ts'
import {
  updateTransfer,
  insertTransfer,
  listOpenTransfers,
  listAddresses,
  findScannedHeight,
  saveHeads,
  saveScannedHeight,
  listPresentTransfers,
  lockBelowMinimum,
  lockTransfer,
  markDisagreement,
  type OpenTransferRow,
  type TransferKey,
  type TransferRow,
} from './chain-store.ts'
import { creditDeposit } from '../credit-deposit.ts'
import { centsOf, minimumOf } from '../deposit.ts'
import { creditedEntry, releasedEntry, reversedEntry, setAsideEntry, reversedSetAsideEntry } from '../entries.ts'
import { updateDeposit, insertDeposit, lockDeposit } from '../store.ts'

/** Blocks in one request to a node. */
const maxBlocksPerRequest = 2000n
/** Blocks that every scan reads again, to find transfers that a node indexed late. */
const minRescannedBlocks = 32
/** Concurrent transfer checks. */
const maxConcurrentTransfers = 20

const lowest = (heights: readonly bigint[]) => heights.reduce((a, b) => (b < a ? b : a))

/**
 * Scans a network once: reads the new blocks and every block that is not final, credits deposits with enough
 * confirmations, reverses transfers that left the chain. Safe to run concurrently, to stop anywhere and to repeat:
 * the content identifies a transfer and gives its posting key. `nodes` read the same network. One node is enough
 * to see a transfer; money moves only when all nodes agree.
 */
export async function watchChain(ctx: AppContext, chain: ChainSettings, nodes: readonly ChainReader[]): Promise<void> {
  if (nodes.length === 0) return
  const heads = await Promise.all(nodes.map((node) => node.head()))
  const scanned = await findScannedHeight(ctx.db, chain.network)
  const start = BigInt(chain.start)
  const rescanFrom = scanned === null ? start : scanned - BigInt(Math.max(chain.final, minRescannedBlocks))
  const shops = new Map(
    (await listAddresses(ctx.db, chain.network)).map((row) => [row.address.toLowerCase(), row.shop_id]),
  )
  const tokens = new Map(chain.tokens.map((token) => [token.contract.toLowerCase(), token]))
  const watched: WatchScope = { ctx, chain, shops, tokens }

  const newest = heads.reduce((a, b) => (b > a ? b : a))
  await saveHeads(ctx.db, chain.network, { head: newest, heads }, ctx.clock.now())
  for (let low = rescanFrom > start ? rescanFrom : start; low <= newest; low += maxBlocksPerRequest) {
    const high = lowest([low + maxBlocksPerRequest - 1n, newest])
    for (const [i, node] of nodes.entries()) {
      const to = lowest([high, heads[i]!])
      if (shops.size > 0 && low <= to)
        await recordNewTransfers(watched, node, await node.transfers(low, to, [...tokens.keys()], [...shops.keys()]))
    }
    // Only up to the height of the slowest node.
    await saveScannedHeight(ctx.db, {
      network: chain.network,
      scanned: lowest([high, ...heads]),
      head: newest,
      heads,
      at: ctx.clock.now(),
    })
  }

  const readers = nodes.map(cacheBlocks)
  const open = await listOpenTransfers(ctx.db, chain.network)
  let fault: unknown
  for (let i = 0; i < open.length; i += maxConcurrentTransfers) {
    const some = open.slice(i, i + maxConcurrentTransfers)
    const answers = await Promise.allSettled(some.map((transfer) => agreePosition(watched, readers, transfer)))
    for (const [k, answer] of answers.entries())
      try {
        // One failing check must not block the other transfers.
        if (answer.status === 'rejected') throw answer.reason
        await updateFromPosition(watched, some[k]!, answer.value, lowest(heads))
      } catch (error) {
        // The balance changed between the read and the posting. The next scan takes what is left.
        if (!(error instanceof Refusal)) fault ??= error
      }
  }
  if (fault) throw fault
}

type WatchScope = {
  ctx: AppContext
  chain: ChainSettings
  /** Shops by address and tokens by contract, both in lower case. */
  shops: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, ChainSettings['tokens'][number]>
}

/** A reader that requests each block once. */
function cacheBlocks(node: ChainReader): ChainReader {
  const blocks = new Map<bigint, ReturnType<ChainReader['block']>>()
  return {
    ...node,
    block(height) {
      const block = blocks.get(height) ?? node.block(height)
      blocks.set(height, block)
      return block
    },
  }
}

/** The keys of transfers of listed tokens to our shops. Equal transfers are counted. */
function keysOf({ chain, shops, tokens }: WatchScope, found: readonly TokenTransfer[]): TransferKey[] {
  const counts = new Map<string, number>()
  return found.flatMap((transfer) => {
    const shopId = shops.get(transfer.to)
    if (!shopId || !tokens.has(transfer.contract) || transfer.units <= 0n) return []
    const key = {
      network: chain.network,
      tx_hash: transfer.txHash,
      shop_id: shopId,
      contract: transfer.contract,
      units: String(transfer.units),
    }
    const said = JSON.stringify(key)
    const ordinal = counts.get(said) ?? 0
    counts.set(said, ordinal + 1)
    return [{ ...key, ordinal }]
  })
}

const sameKey = (a: TransferKey, b: TransferKey): boolean =>
  a.tx_hash === b.tx_hash &&
  a.shop_id === b.shop_id &&
  a.contract === b.contract &&
  a.units === b.units &&
  a.ordinal === b.ordinal

/** Records transfers that are new, or that had left the chain before. */
async function recordNewTransfers(
  known: WatchScope,
  node: ChainReader,
  found: readonly TokenTransfer[],
): Promise<void> {
  const { ctx, chain, tokens } = known
  const keys = keysOf(known, found)
  if (keys.length === 0) return
  const present = await listPresentTransfers(ctx.db, chain.network, [...new Set(keys.map((key) => key.tx_hash))])
  const byTransaction = Map.groupBy(present, (row) => row.tx_hash)
  for (const key of keys) {
    if (byTransaction.get(key.tx_hash)?.some((row) => sameKey(row, key))) continue
    const token = tokens.get(key.contract)!
    const amount = centsOf(BigInt(key.units), token.decimals)
    // Less than a cent cannot be credited or shown.
    if (amount === 0n) continue
    // A log entry is not enough: the same node must have the transaction in its chain.
    const place = await findPosition(known, node, key)
    if (typeof place === 'object') await recordTransfer(ctx, key, { amount, symbol: token.symbol }, place)
  }
}

async function recordTransfer(
  ctx: AppContext,
  key: TransferKey,
  about: { amount: bigint; symbol: 'USDT' | 'USDC' },
  place: BlockReference,
): Promise<void> {
  const now = ctx.clock.now()
  await withTransaction(ctx.db, async (tx) => {
    await lockShop(tx, key.shop_id)
    const before = await lockTransfer(tx, key)
    if (before && before.state !== 'gone') return
    if (before) {
      const deposit = await lockDeposit(tx, before.shop_id, before.deposit_id)
      if (deposit?.state !== 'reversed') return
      await updateTransfer(tx, before, { state: 'seen', round: before.round + 1, ...place })
      await updateDeposit(
        tx,
        deposit,
        'confirming',
        { actor: 'chain', at: now },
        {
          confirmations: 0,
          block_number: place.block_number,
          credited_at: null,
        },
      )
      await emitEvent(tx, 'deposit.seen', { shopId: key.shop_id, at: now, data: { depositId: deposit.id } }, ['wallet'])
      return
    }
    const depositId = newId()
    await insertDeposit(tx, {
      shop_id: key.shop_id,
      id: depositId,
      code: newCode(8),
      channel: 'chain',
      network: key.network,
      state: 'confirming',
      amount: about.amount,
      tx_hash: key.tx_hash,
      block_number: place.block_number,
      confirmations: 0,
      actor: 'chain',
      at: now,
    })
    await insertTransfer(tx, { ...key, ...about, ...place, deposit_id: depositId, at: now })
    await emitEvent(tx, 'deposit.seen', { shopId: key.shop_id, at: now, data: { depositId } }, ['wallet'])
  })
}

/** The block that contains a transfer. */
type BlockReference = Pick<TransferRow, 'block_number' | 'block_hash'>

/**
 * The block in which a node has a transfer. `gone`: the node's chain does not contain it. `unclear`: the node
 * cannot know, because it is behind or its answers contradict each other. `last`: the position at the check
 * before.
 */
async function findPosition(
  known: WatchScope,
  node: ChainReader,
  key: TransferKey,
  last?: BlockReference,
): Promise<BlockReference | 'gone' | 'unclear'> {
  const outcome = await node.outcome(key.tx_hash)
  const height = outcome?.blockNumber ?? last?.block_number
  const block = height === undefined ? null : await node.block(height)
  if (!block) return 'unclear'
  // A block hash covers its transactions: a transaction outside the list is not in the block.
  if (!outcome) return block.hash === last?.block_hash && block.transactions.includes(key.tx_hash) ? 'unclear' : 'gone'
  if (block.hash !== outcome.blockHash) return 'unclear'
  // Not filtered by the current token list: a token listed when the transfer came stays valid.
  const alike = outcome.transfers.filter(
    (one) =>
      one.contract === key.contract && known.shops.get(one.to) === key.shop_id && String(one.units) === key.units,
  )
  return outcome.succeeded && alike.length > key.ordinal
    ? { block_number: outcome.blockNumber, block_hash: outcome.blockHash }
    : 'gone'
}

/** The position of a transfer on which all nodes agree. */
async function agreePosition(
  known: WatchScope,
  nodes: readonly ChainReader[],
  transfer: TransferRow,
): Promise<BlockReference | 'gone' | 'unclear'> {
  const last = { block_number: transfer.block_number, block_hash: transfer.block_hash }
  const says = await Promise.all(
    nodes.map(async (node) => {
      // A booked transfer was checked before; an unchanged block at the same height still contains it.
      if (transfer.state === 'booked' && (await node.block(last.block_number))?.hash === last.block_hash) return last
      return findPosition(known, node, transfer, last)
    }),
  )
  const [first] = says
  if (first === undefined || first === 'unclear') return 'unclear'
  const agreed = says.every((one) =>
    typeof one === 'object' && typeof first === 'object' ? one.block_hash === first.block_hash : one === first,
  )
  return agreed ? first : 'unclear'
}

async function updateFromPosition(
  { ctx, chain }: WatchScope,
  transfer: OpenTransferRow,
  position: BlockReference | 'gone' | 'unclear',
  head: bigint,
): Promise<void> {
  if (position === 'unclear') {
    ctx.log.warn({ network: chain.network, tx: transfer.tx_hash }, 'deposits: nodes disagree about a transfer')
    if (!transfer.nodes_disagree_since) await markDisagreement(ctx.db, transfer, ctx.clock.now())
    return
  }
  if (transfer.nodes_disagree_since) await markDisagreement(ctx.db, transfer, null)
  // Confirmations as counted by the slowest node.
  const depth = position === 'gone' || head < position.block_number ? 0 : Number(head - position.block_number)
  const moved = position !== 'gone' && position.block_hash !== transfer.block_hash
  const idle =
    depth < chain.final &&
    (transfer.state === 'booked' || (depth < depositConfirmations && depth === transfer.confirmations))
  if (position !== 'gone' && !moved && idle) return

  const now = ctx.clock.now()
  await withTransaction(ctx.db, async (tx) => {
    await lockShop(tx, transfer.shop_id)
    const locked = await lockTransfer(tx, transfer)
    // Another watcher changed it meanwhile: the nodes' answers may be about another block.
    if (!locked || locked.state !== transfer.state || locked.block_hash !== transfer.block_hash) return
    if (position === 'gone') return reverseTransfer(tx, locked, now)
    if (moved) await updateTransfer(tx, locked, position)
    const deposit = await lockDeposit(tx, locked.shop_id, locked.deposit_id)
    if (!deposit) return
    const confirmations = locked.state === 'seen' ? Math.min(depth, depositConfirmations) : deposit.confirmations!
    if (moved || confirmations !== deposit.confirmations) {
      const change = { confirmations, block_number: position.block_number }
      await updateDeposit(tx, deposit, deposit.state, { actor: 'chain', at: now }, change)
      await notifyClients(tx, locked.shop_id, ['wallet'])
    }
    if (locked.state === 'seen' && depth >= depositConfirmations) await bookTransfer(tx, locked, now)
    if (depth >= chain.final) await finalizeTransfer(tx, locked, now)
  })
}

async function bookTransfer(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await lockDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit || deposit.state !== 'confirming') return
  const money = {
    shopId: transfer.shop_id,
    id: deposit.id,
    amount: transfer.amount,
    source: chainAccounts[transfer.symbol],
  }
  await updateTransfer(tx, transfer, { state: 'booked' })
  if (transfer.amount < minimumOf('chain')) {
    await postEntries(tx, setAsideEntry(money, 'chain', now, transfer.round))
    await updateDeposit(tx, deposit, 'below-minimum', { actor: 'chain', at: now })
    await emitEvent(tx, 'deposit.set-aside', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
      'wallet',
    ])
    await releaseSetAside(tx, transfer, now)
    return
  }
  await creditDeposit(tx, deposit, creditedEntry(money, 'chain', now, transfer.round), { withdrawable_at: null })
}

/** Credits the deposits below the minimum when their sum reaches it. */
async function releaseSetAside(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const waiting = await lockBelowMinimum(tx, transfer.shop_id)
  if (waiting.reduce((sum, deposit) => sum + deposit.amount, 0n) < minimumOf('chain')) return
  for (const deposit of waiting) {
    const money = {
      shopId: deposit.shop_id,
      id: deposit.id,
      amount: deposit.amount,
      source: chainAccounts[transfer.symbol],
    }
    await creditDeposit(tx, deposit, releasedEntry(money, 'chain', now, deposit.round), {
      withdrawable_at: deposit.final ? now : null,
    })
  }
}

/** Final: no reorganisation reaches this depth. The money becomes withdrawable. */
async function finalizeTransfer(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await lockDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit) return
  await updateTransfer(tx, transfer, { state: 'final' })
  if (deposit.state !== 'credited') return
  await updateDeposit(tx, deposit, 'credited', { actor: 'chain', at: now }, { withdrawable_at: now })
  await notifyClients(tx, transfer.shop_id, ['wallet'])
}

/** The transfer left the chain: takes the credit from the balance; a missing part becomes a visible debt. */
async function reverseTransfer(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await lockDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit) return
  const money = {
    shopId: transfer.shop_id,
    id: deposit.id,
    amount: transfer.amount,
    source: chainAccounts[transfer.symbol],
  }
  if (deposit.state === 'credited') {
    const balance = await balanceOf(tx, accounts.merchantAvailable, transfer.shop_id)
    await postEntries(
      tx,
      reversedEntry(money, balance < transfer.amount ? balance : transfer.amount, now, transfer.round),
    )
  } else if (deposit.state === 'below-minimum') await postEntries(tx, reversedSetAsideEntry(money, now, transfer.round))
  await updateTransfer(tx, transfer, { state: 'gone' })
  await updateDeposit(tx, deposit, 'reversed', { actor: 'chain', at: now }, { confirmations: 0 })
  await emitEvent(tx, 'deposit.reversed', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
    'wallet',
    'figures',
  ])
}
