/** Sees tokens arrive on a chain, credits them when they are deep enough, and takes back what the chain takes back. */
import { accounts, chainAccounts } from '@quayside/contract'
import { depositConfirmations } from '@quayside/contract/constants'
import { emitEvent, notifyClients } from '../../platform/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { withTransaction, type Tx } from '../../platform/postgres.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ChainSettings } from '../../settings.ts'
import { postEntries } from '../ledger/post-entries.ts'
import { balanceOf } from '../ledger/store.ts'
import { lockShop } from '../shops/store.ts'
import type { ChainReader, TokenTransfer } from './chain-reader.ts'
import {
  updateTransfer,
  insertTransfer,
  listOpenTransfers,
  listAddresses,
  findScannedHeight,
  saveScannedHeight,
  listPresentTransfers,
  lockBelowMinimum,
  lockTransfer,
  type OpenTransferRow,
  type TransferKey,
  type TransferRow,
} from './chain-store.ts'
import { creditDeposit } from './credit-deposit.ts'
import { centsOf, minimumOf } from './deposit.ts'
import { creditedEntry, releasedEntry, reversedEntry, setAsideEntry, reversedSetAsideEntry } from './entries.ts'
import { updateDeposit, insertDeposit, lockDeposit } from './store.ts'

/** Blocks that one question covers. */
const maxBlocksPerRequest = 2000n
/** Blocks that are read again at least, so that what a node had not yet indexed is found. */
const minRescannedBlocks = 32
/** Transfers that nodes are asked about at once. */
const maxConcurrentTransfers = 20

const lowest = (heights: readonly bigint[]) => heights.reduce((a, b) => (b < a ? b : a))

/**
 * One look at a network: reads what is new since the last look and every block that is not final again, books what has enough blocks on top of
 * it, reverses what is no longer in the chain. Safe to run twice at once, to stop anywhere, and to run again: a transfer is known by what it says
 * and booked under a key of its own. `nodes` read the same network: what one of them shows is seen, and no money moves before all say the same.
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
  for (let low = rescanFrom > start ? rescanFrom : start; low <= newest; low += maxBlocksPerRequest) {
    const high = lowest([low + maxBlocksPerRequest - 1n, newest])
    for (const [i, node] of nodes.entries()) {
      const to = lowest([high, heads[i]!])
      if (shops.size > 0 && low <= to)
        await recordNewTransfers(watched, node, await node.transfers(low, to, [...tokens.keys()], [...shops.keys()]))
    }
    // Only as far as every node could be read.
    await saveScannedHeight(ctx.db, chain.network, lowest([high, ...heads]), ctx.clock.now())
  }

  const readers = nodes.map(cacheBlocks)
  const open = await listOpenTransfers(ctx.db, chain.network)
  let fault: unknown
  for (let i = 0; i < open.length; i += maxConcurrentTransfers) {
    const some = open.slice(i, i + maxConcurrentTransfers)
    const answers = await Promise.allSettled(some.map((transfer) => agreePosition(watched, readers, transfer)))
    for (const [k, answer] of answers.entries())
      try {
        // One transfer that cannot be asked about must not hold up the others.
        if (answer.status === 'rejected') throw answer.reason
        await updateFromPosition(watched, some[k]!, answer.value, lowest(heads))
      } catch (error) {
        // A balance was spent between being read and being booked: the next look takes what is left then.
        if (!(error instanceof Refusal)) fault ??= error
      }
  }
  if (fault) throw fault
}

type WatchScope = {
  ctx: AppContext
  chain: ChainSettings
  /** Shop by its address, token by its contract, both in small letters. */
  shops: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, ChainSettings['tokens'][number]>
}

/** A reader that asks for each block once. */
function cacheBlocks(node: ChainReader): ChainReader {
  const blocks = new Map<bigint, ReturnType<ChainReader['block']>>()
  return {
    ...node,
    block(height) {
      const there = blocks.get(height) ?? node.block(height)
      blocks.set(height, there)
      return there
    },
  }
}

/** The transfers to shops of ours in listed tokens, each by what it says and counted among those that say the same. */
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

/** Keeps what a node shows and was not known, or was thought gone. */
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
    // Dust is in no cent: nobody can be told about it in dollars.
    if (amount === 0n) continue
    // A log alone is not enough: the same node must have the transaction in its chain.
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

/** The block that holds a transfer. */
type BlockReference = Pick<TransferRow, 'block_number' | 'block_hash'>

/**
 * Where a node has a transfer in its chain. `gone` when its chain says that it is not there; `unclear` when the node cannot know: it is behind,
 * or its answers do not fit together. `last` is where the transfer was when it was looked at before.
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
  // A block's hash stands for its transactions: one that is not among them is not in that block, whoever said so.
  if (!outcome) return block.hash === last?.block_hash && block.transactions.includes(key.tx_hash) ? 'unclear' : 'gone'
  if (block.hash !== outcome.blockHash) return 'unclear'
  // Not asked through the list of tokens: what was listed when it came stays what it was.
  const alike = outcome.transfers.filter(
    (one) =>
      one.contract === key.contract && known.shops.get(one.to) === key.shop_id && String(one.units) === key.units,
  )
  return outcome.succeeded && alike.length > key.ordinal
    ? { block_number: outcome.blockNumber, block_hash: outcome.blockHash }
    : 'gone'
}

/** What all nodes together say about a transfer. */
async function agreePosition(
  known: WatchScope,
  nodes: readonly ChainReader[],
  transfer: TransferRow,
): Promise<BlockReference | 'gone' | 'unclear'> {
  const last = { block_number: transfer.block_number, block_hash: transfer.block_hash }
  const says = await Promise.all(
    nodes.map(async (node) => {
      // What was booked was looked into then; the same block at the same height holds the same.
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
    ctx.log.warn({ network: chain.network, tx: transfer.tx_hash }, 'nodes do not agree about a deposit')
    return
  }
  // Blocks on top, as the slowest node counts them.
  const depth = position === 'gone' || head < position.block_number ? 0 : Number(head - position.block_number)
  const moved = position !== 'gone' && position.block_hash !== transfer.block_hash
  const idle =
    depth < chain.final &&
    (transfer.state === 'booked' || (depth < depositConfirmations && depth === transfer.confirmations))
  if (position !== 'gone' && !moved && idle) return

  const now = ctx.clock.now()
  await withTransaction(ctx.db, async (tx) => {
    await lockShop(tx, transfer.shop_id)
    const taken = await lockTransfer(tx, transfer)
    // Another watcher moved it in the meantime: what was just asked of the nodes may be about another block.
    if (!taken || taken.state !== transfer.state || taken.block_hash !== transfer.block_hash) return
    if (position === 'gone') return reverseTransfer(tx, taken, now)
    if (moved) await updateTransfer(tx, taken, position)
    const deposit = await lockDeposit(tx, taken.shop_id, taken.deposit_id)
    if (!deposit) return
    const confirmations = taken.state === 'seen' ? Math.min(depth, depositConfirmations) : deposit.confirmations!
    if (moved || confirmations !== deposit.confirmations) {
      const change = { confirmations, block_number: position.block_number }
      await updateDeposit(tx, deposit, deposit.state, { actor: 'chain', at: now }, change)
      await notifyClients(tx, taken.shop_id, ['wallet'])
    }
    if (taken.state === 'seen' && depth >= depositConfirmations) await bookTransfer(tx, taken, now)
    if (depth >= chain.final) await finalizeTransfer(tx, taken, now)
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

/** Credits what was set aside once it is enough together. */
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

/** Deep enough that no reorganisation reaches it: it can be withdrawn. */
async function finalizeTransfer(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await lockDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit) return
  await updateTransfer(tx, transfer, { state: 'final' })
  if (deposit.state !== 'credited') return
  await updateDeposit(tx, deposit, 'credited', { actor: 'chain', at: now }, { withdrawable_at: now })
  await notifyClients(tx, transfer.shop_id, ['wallet'])
}

/** The chain has it no longer: what was credited is taken from the balance, and what the balance lacks is owed and shown. */
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
    const has = await balanceOf(tx, accounts.merchantAvailable, transfer.shop_id)
    await postEntries(tx, reversedEntry(money, has < transfer.amount ? has : transfer.amount, now, transfer.round))
  } else if (deposit.state === 'below-minimum') await postEntries(tx, reversedSetAsideEntry(money, now, transfer.round))
  await updateTransfer(tx, transfer, { state: 'gone' })
  await updateDeposit(tx, deposit, 'reversed', { actor: 'chain', at: now }, { confirmations: 0 })
  await emitEvent(tx, 'deposit.reversed', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
    'wallet',
    'figures',
  ])
}
