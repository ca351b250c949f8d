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
import type { ChainReader, SeenTransfer } from './chain-reader.ts'
import {
  changeTransfer,
  insertTransfer,
  openTransfers,
  readAddresses,
  readCursor,
  saveCursor,
  standingTransfers,
  lockSetAside,
  lockTransfer,
  type OpenTransfer,
  type TransferKey,
  type TransferRow,
} from './chain-store.ts'
import { creditDeposit } from './credit-deposit.ts'
import { centsOf, minimumOf } from './deposit.ts'
import { creditedEntry, releasedEntry, reversedEntry, setAsideEntry, unsetEntry } from './entries.ts'
import { changeDeposit, insertDeposit, lockDeposit } from './store.ts'

/** Blocks that one question covers. */
const blocksAtOnce = 2000n
/** Blocks that are read again at least, so that what a node had not yet indexed is found. */
const readAgainLeast = 32
/** Transfers that nodes are asked about at once. */
const askedAtOnce = 20

const least = (heights: readonly bigint[]) => heights.reduce((a, b) => (b < a ? b : a))

/**
 * One look at a network: reads what is new since the last look and every block that is not final again, books what has enough blocks on top of
 * it, reverses what is no longer in the chain. Safe to run twice at once, to stop anywhere, and to run again: a transfer is known by what it says
 * and booked under a key of its own. `nodes` read the same network: what one of them shows is seen, and no money moves before all say the same.
 */
export async function watchChain(ctx: AppContext, chain: ChainSettings, nodes: readonly ChainReader[]): Promise<void> {
  if (nodes.length === 0) return
  const heads = await Promise.all(nodes.map((node) => node.head()))
  const scanned = await readCursor(ctx.db, chain.network)
  const start = BigInt(chain.start)
  const again = scanned === null ? start : scanned - BigInt(Math.max(chain.final, readAgainLeast))
  const shops = new Map(
    (await readAddresses(ctx.db, chain.network)).map((row) => [row.address.toLowerCase(), row.shop_id]),
  )
  const tokens = new Map(chain.tokens.map((token) => [token.contract.toLowerCase(), token]))
  const known: WatchScope = { ctx, chain, shops, tokens }

  const newest = heads.reduce((a, b) => (b > a ? b : a))
  for (let low = again > start ? again : start; low <= newest; low += blocksAtOnce) {
    const high = least([low + blocksAtOnce - 1n, newest])
    for (const [i, node] of nodes.entries()) {
      const to = least([high, heads[i]!])
      if (shops.size > 0 && low <= to)
        await see(known, node, await node.transfers(low, to, [...tokens.keys()], [...shops.keys()]))
    }
    // Only as far as every node could be read.
    await saveCursor(ctx.db, chain.network, least([high, ...heads]), ctx.clock.now())
  }

  const asked = nodes.map(remembering)
  const open = await openTransfers(ctx.db, chain.network)
  let fault: unknown
  for (let i = 0; i < open.length; i += askedAtOnce) {
    const some = open.slice(i, i + askedAtOnce)
    const answers = await Promise.allSettled(some.map((transfer) => standing(known, asked, transfer)))
    for (const [k, answer] of answers.entries())
      try {
        // One transfer that cannot be asked about must not hold up the others.
        if (answer.status === 'rejected') throw answer.reason
        await follow(known, some[k]!, answer.value, least(heads))
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
function remembering(node: ChainReader): ChainReader {
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
function keysOf({ chain, shops, tokens }: WatchScope, found: readonly SeenTransfer[]): TransferKey[] {
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
async function see(known: WatchScope, node: ChainReader, found: readonly SeenTransfer[]): Promise<void> {
  const { ctx, chain, tokens } = known
  const keys = keysOf(known, found)
  if (keys.length === 0) return
  const standingNow = await standingTransfers(ctx.db, chain.network, [...new Set(keys.map((key) => key.tx_hash))])
  const byTransaction = Map.groupBy(standingNow, (row) => row.tx_hash)
  for (const key of keys) {
    if (byTransaction.get(key.tx_hash)?.some((row) => sameKey(row, key))) continue
    const token = tokens.get(key.contract)!
    const amount = centsOf(BigInt(key.units), token.decimals)
    // Dust is in no cent: nobody can be told about it in dollars.
    if (amount === 0n) continue
    // A log alone is not enough: the same node must have the transaction in its chain.
    const place = await placeOn(known, node, key)
    if (typeof place === 'object') await keep(ctx, key, { amount, symbol: token.symbol }, place)
  }
}

async function keep(
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
      await changeTransfer(tx, before, { state: 'seen', round: before.round + 1, ...place })
      await changeDeposit(
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
async function placeOn(
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
async function standing(
  known: WatchScope,
  nodes: readonly ChainReader[],
  transfer: TransferRow,
): Promise<BlockReference | 'gone' | 'unclear'> {
  const last = { block_number: transfer.block_number, block_hash: transfer.block_hash }
  const says = await Promise.all(
    nodes.map(async (node) => {
      // What was booked was looked into then; the same block at the same height holds the same.
      if (transfer.state === 'booked' && (await node.block(last.block_number))?.hash === last.block_hash) return last
      return placeOn(known, node, transfer, last)
    }),
  )
  const [first] = says
  if (first === undefined || first === 'unclear') return 'unclear'
  const agreed = says.every((one) =>
    typeof one === 'object' && typeof first === 'object' ? one.block_hash === first.block_hash : one === first,
  )
  return agreed ? first : 'unclear'
}

async function follow(
  { ctx, chain }: WatchScope,
  transfer: OpenTransfer,
  is: BlockReference | 'gone' | 'unclear',
  head: bigint,
): Promise<void> {
  if (is === 'unclear') {
    ctx.log.warn({ network: chain.network, tx: transfer.tx_hash }, 'nodes do not agree about a deposit')
    return
  }
  // Blocks on top, as the slowest node counts them.
  const depth = is === 'gone' || head < is.block_number ? 0 : Number(head - is.block_number)
  const moved = is !== 'gone' && is.block_hash !== transfer.block_hash
  const idle =
    depth < chain.final &&
    (transfer.state === 'booked' || (depth < depositConfirmations && depth === transfer.confirmations))
  if (is !== 'gone' && !moved && idle) return

  const now = ctx.clock.now()
  await withTransaction(ctx.db, async (tx) => {
    await lockShop(tx, transfer.shop_id)
    const taken = await lockTransfer(tx, transfer)
    // Another watcher moved it in the meantime: what was just asked of the nodes may be about another block.
    if (!taken || taken.state !== transfer.state || taken.block_hash !== transfer.block_hash) return
    if (is === 'gone') return takeBack(tx, taken, now)
    if (moved) await changeTransfer(tx, taken, is)
    const deposit = await lockDeposit(tx, taken.shop_id, taken.deposit_id)
    if (!deposit) return
    const confirmations = taken.state === 'seen' ? Math.min(depth, depositConfirmations) : deposit.confirmations!
    if (moved || confirmations !== deposit.confirmations) {
      const change = { confirmations, block_number: is.block_number }
      await changeDeposit(tx, deposit, deposit.state, { actor: 'chain', at: now }, change)
      await notifyClients(tx, taken.shop_id, ['wallet'])
    }
    if (taken.state === 'seen' && depth >= depositConfirmations) await book(tx, taken, now)
    if (depth >= chain.final) await finish(tx, taken, now)
  })
}

async function book(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await lockDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit || deposit.state !== 'confirming') return
  const money = {
    shopId: transfer.shop_id,
    id: deposit.id,
    amount: transfer.amount,
    source: chainAccounts[transfer.symbol],
  }
  await changeTransfer(tx, transfer, { state: 'booked' })
  if (transfer.amount < minimumOf('chain')) {
    await postEntries(tx, setAsideEntry(money, 'chain', now, transfer.round))
    await changeDeposit(tx, deposit, 'below-minimum', { actor: 'chain', at: now })
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
  const waiting = await lockSetAside(tx, transfer.shop_id)
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
async function finish(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await lockDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit) return
  await changeTransfer(tx, transfer, { state: 'final' })
  if (deposit.state !== 'credited') return
  await changeDeposit(tx, deposit, 'credited', { actor: 'chain', at: now }, { withdrawable_at: now })
  await notifyClients(tx, transfer.shop_id, ['wallet'])
}

/** The chain has it no longer: what was credited is taken from the balance, and what the balance lacks is owed and shown. */
async function takeBack(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
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
  } else if (deposit.state === 'below-minimum') await postEntries(tx, unsetEntry(money, now, transfer.round))
  await changeTransfer(tx, transfer, { state: 'gone' })
  await changeDeposit(tx, deposit, 'reversed', { actor: 'chain', at: now }, { confirmations: 0 })
  await emitEvent(tx, 'deposit.reversed', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
    'wallet',
    'figures',
  ])
}
