/** Sees tokens arrive on a chain, credits them when they are deep enough, and takes back what the chain takes back. */
import { depositConfirmations } from '@quayside/contract'
import { happened, tell } from '../../platform/events.ts'
import type { House } from '../../platform/house.ts'
import { newCode, newId } from '../../platform/ids.ts'
import { transact, type Tx } from '../../platform/postgres.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ChainSettings } from '../../settings.ts'
import { record } from '../ledger/record.ts'
import { balanceOf, seqOf } from '../ledger/store.ts'
import type { ChainReader, SeenTransfer } from './chain-reader.ts'
import {
  changeTransfer,
  insertTransfer,
  openTransfers,
  readAddresses,
  readCursor,
  saveCursor,
  takeSetAside,
  takeTransfer,
  type TransferRow,
} from './chain-store.ts'
import { centsOf, minimumOf } from './deposit.ts'
import { creditedEntry, releasedEntry, reversedEntry, setAsideEntry, unsetEntry, type Source } from './entries.ts'
import { changeDeposit, insertDeposit, takeDeposit } from './store.ts'

/** Blocks that are read again each time, so that what was missed or mined again is found. */
const readAgain = 32n
/** Blocks that one question covers. */
const blocksAtOnce = 2000n

const sourceOf = (symbol: 'USDT' | 'USDC'): Source => (symbol === 'USDT' ? 'A.CHAIN.usdt' : 'A.CHAIN.usdc')

/**
 * One look at a network: reads what is new since the last look and the blocks before it again, books what has enough blocks on top of it on
 * every node, reverses what is no longer in the chain. Safe to run twice at once, to stop anywhere, and to run again: each transfer is known by
 * its transaction and booked under a key of its own. `nodes` are readers of the same network; the first finds, all must agree before money moves.
 */
export async function watchChain(house: House, chain: ChainSettings, nodes: readonly ChainReader[]): Promise<void> {
  const [first] = nodes
  if (!first) return
  const head = await first.head()
  const scanned = await readCursor(house.db, chain.network)
  const start = BigInt(chain.start)
  const from = scanned === null ? start : scanned - readAgain > start ? scanned - readAgain : start
  const shops = new Map(
    (await readAddresses(house.db, chain.network)).map((row) => [row.address.toLowerCase(), row.shop_id]),
  )
  const tokens = new Map(chain.tokens.map((token) => [token.contract.toLowerCase(), token]))

  for (let low = from; low <= head; low += blocksAtOnce) {
    const high = low + blocksAtOnce - 1n < head ? low + blocksAtOnce - 1n : head
    const found = shops.size === 0 ? [] : await first.transfers(low, high, [...tokens.keys()], [...shops.keys()])
    for (const [transfer, ordinal] of numbered(found)) {
      const shopId = shops.get(transfer.to.toLowerCase())
      const token = tokens.get(transfer.contract.toLowerCase())
      if (!shopId || !token || transfer.units <= 0n) continue
      const amount = centsOf(transfer.units, token.decimals)
      // Dust is in no cent: nobody can be told about it in dollars.
      if (amount > 0n) await see(house, chain, transfer, ordinal, { shopId, amount, symbol: token.symbol })
    }
    await saveCursor(house.db, chain.network, high, house.clock.now())
  }

  const heads = await Promise.all(nodes.map((node) => node.head()))
  // Depth as the slowest node sees it.
  const depthOf = (height: bigint) => heads.reduce((least, one) => (one < least ? one : least)) - height
  for (const transfer of await openTransfers(house.db, chain.network))
    await follow(house, chain, nodes, transfer, depthOf(transfer.block_number)).catch((error: unknown) => {
      // Spent between being read and being booked: the next look takes what is left then.
      if (!(error instanceof Refusal)) throw error
    })
}

/** Transfers with their place among those of the same transaction. */
function numbered(found: SeenTransfer[]): [SeenTransfer, number][] {
  const counts = new Map<string, number>()
  return [...found]
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
    .map((transfer) => {
      const n = counts.get(transfer.txHash) ?? 0
      counts.set(transfer.txHash, n + 1)
      return [transfer, n]
    })
}

async function see(
  house: House,
  chain: ChainSettings,
  seen: SeenTransfer,
  ordinal: number,
  about: { shopId: string; amount: bigint; symbol: 'USDT' | 'USDC' },
): Promise<void> {
  const now = house.clock.now()
  await transact(house.db, async (tx) => {
    const known = await takeTransfer(tx, chain.network, seen.txHash, ordinal)
    if (known) {
      if (known.state === 'final' || (known.state !== 'gone' && known.block_hash === seen.blockHash)) return
      if (known.state !== 'gone') {
        // Mined again elsewhere before it was booked, or booked and still in the chain: only its place is new.
        await changeTransfer(tx, known, { ...known, block_number: seen.blockNumber, block_hash: seen.blockHash })
        return
      }
      const deposit = await takeDeposit(tx, known.shop_id, known.deposit_id)
      if (!deposit || deposit.state !== 'reversed') return
      await changeTransfer(tx, known, {
        state: 'seen',
        round: known.round + 1,
        block_number: seen.blockNumber,
        block_hash: seen.blockHash,
      })
      await changeDeposit(
        tx,
        deposit,
        'confirming',
        { actor: 'chain', at: now },
        {
          confirmations: 0,
          block_number: seen.blockNumber,
          credited_at: null,
        },
      )
      await tell(tx, known.shop_id, ['wallet'])
      return
    }
    const depositId = newId()
    await insertDeposit(tx, {
      shop_id: about.shopId,
      id: depositId,
      code: newCode(8),
      channel: 'chain',
      network: chain.network,
      state: 'confirming',
      amount: about.amount,
      tx_hash: seen.txHash,
      block_number: seen.blockNumber,
      confirmations: 0,
      actor: 'chain',
      at: now,
    })
    const fresh = await insertTransfer(tx, {
      network: chain.network,
      tx_hash: seen.txHash,
      ordinal,
      shop_id: about.shopId,
      deposit_id: depositId,
      contract: seen.contract,
      symbol: about.symbol,
      units: seen.units,
      amount: about.amount,
      block_number: seen.blockNumber,
      block_hash: seen.blockHash,
      at: now,
    })
    // Another watcher was quicker; what this one began is undone with the transaction.
    if (!fresh) throw new SeenElsewhere()
    await happened(tx, 'deposit.seen', { shopId: about.shopId, at: now, data: { depositId } }, ['wallet'])
  }).catch((error: unknown) => {
    if (!(error instanceof SeenElsewhere)) throw error
  })
}

class SeenElsewhere extends Error {}

/** Whether every node has a transfer in the chain, every node has not, or they do not agree. */
async function standing(nodes: readonly ChainReader[], transfer: TransferRow): Promise<'there' | 'gone' | 'unclear'> {
  const says = await Promise.all(
    nodes.map(async (node) => {
      const canonical = await node.blockHash(transfer.block_number)
      if (canonical === transfer.block_hash) {
        // In the chain, and the transaction did not fail in it.
        return (await node.blockOf(transfer.tx_hash)) === transfer.block_hash ? 'there' : 'unclear'
      }
      // A node without a block at that height is behind: it knows nothing. One with another block there has dropped ours.
      return canonical === null ? 'unclear' : 'gone'
    }),
  )
  return says.every((one) => one === 'there') ? 'there' : says.every((one) => one === 'gone') ? 'gone' : 'unclear'
}

async function follow(
  house: House,
  chain: ChainSettings,
  nodes: readonly ChainReader[],
  transfer: TransferRow,
  depth: bigint,
): Promise<void> {
  const is = await standing(nodes, transfer)
  if (is === 'unclear') {
    house.log.warn({ network: chain.network, tx: transfer.tx_hash }, 'nodes do not agree about a deposit')
    return
  }
  const now = house.clock.now()
  await transact(house.db, async (tx) => {
    const taken = await takeTransfer(tx, transfer.network, transfer.tx_hash, transfer.ordinal)
    // Another watcher moved it in the meantime: what was just asked of the nodes may be about another block.
    if (!taken || taken.state !== transfer.state || taken.block_hash !== transfer.block_hash) return
    if (is === 'gone') return takeBack(tx, taken, now)
    if (taken.state === 'seen' && depth >= BigInt(depositConfirmations)) {
      await book(tx, taken, depth, now)
      if (depth < BigInt(chain.final)) return
    }
    if (depth >= BigInt(chain.final)) return finish(tx, taken, now)
    if (taken.state === 'seen') {
      const deposit = await takeDeposit(tx, taken.shop_id, taken.deposit_id)
      const confirmations = depth < 0n ? 0 : Number(depth)
      if (!deposit || deposit.confirmations === confirmations) return
      await changeDeposit(tx, deposit, deposit.state, { actor: 'chain', at: now }, { confirmations })
      await tell(tx, taken.shop_id, ['wallet'])
    }
  })
}

async function book(tx: Tx, transfer: TransferRow, depth: bigint, now: Date): Promise<void> {
  const deposit = await takeDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit || deposit.state !== 'confirming') return
  const money = {
    shopId: transfer.shop_id,
    id: deposit.id,
    amount: transfer.amount,
    source: sourceOf(transfer.symbol),
  }
  await changeTransfer(tx, transfer, { ...transfer, state: 'booked' })
  if (transfer.amount < minimumOf('chain')) {
    await record(tx, setAsideEntry(money, 'chain', now, transfer.round))
    await changeDeposit(tx, deposit, 'below-minimum', { actor: 'chain', at: now }, { confirmations: Number(depth) })
    await happened(tx, 'deposit.set-aside', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
      'wallet',
    ])
    await releaseSetAside(tx, transfer, now)
    return
  }
  await record(tx, creditedEntry(money, 'chain', now, transfer.round))
  await changeDeposit(
    tx,
    deposit,
    'credited',
    { actor: 'chain', at: now },
    {
      confirmations: Number(depth),
      credited_at: now,
      credited_seq: await seqOf(tx, 'L.M.available', transfer.shop_id),
      withdrawable_at: null,
    },
  )
  await happened(tx, 'deposit.credited', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
    'wallet',
    'figures',
  ])
}

/** Credits what was set aside once it is enough together. */
async function releaseSetAside(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const waiting = await takeSetAside(tx, transfer.shop_id)
  if (waiting.reduce((sum, deposit) => sum + deposit.amount, 0n) < minimumOf('chain')) return
  for (const deposit of waiting) {
    const money = { shopId: deposit.shop_id, id: deposit.id, amount: deposit.amount, source: sourceOf(transfer.symbol) }
    await record(tx, releasedEntry(money, 'chain', now, deposit.round))
    await changeDeposit(
      tx,
      deposit,
      'credited',
      { actor: 'chain', at: now },
      {
        credited_at: now,
        credited_seq: await seqOf(tx, 'L.M.available', deposit.shop_id),
        withdrawable_at: deposit.final ? now : null,
      },
    )
  }
  await happened(
    tx,
    'deposit.credited',
    { shopId: transfer.shop_id, at: now, data: { depositIds: waiting.map((deposit) => deposit.id) } },
    ['wallet', 'figures'],
  )
}

/** Deep enough that no reorganisation reaches it: it can be withdrawn. */
async function finish(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await takeDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit) return
  await changeTransfer(tx, transfer, { ...transfer, state: 'final' })
  if (deposit.state !== 'credited') return
  await changeDeposit(tx, deposit, 'credited', { actor: 'chain', at: now }, { withdrawable_at: now })
  await tell(tx, transfer.shop_id, ['wallet'])
}

/** The chain has it no longer: what was credited is taken from the balance, and what the balance lacks is owed and shown. */
async function takeBack(tx: Tx, transfer: TransferRow, now: Date): Promise<void> {
  const deposit = await takeDeposit(tx, transfer.shop_id, transfer.deposit_id)
  if (!deposit) return
  const money = { shopId: transfer.shop_id, id: deposit.id, amount: transfer.amount, source: sourceOf(transfer.symbol) }
  if (deposit.state === 'credited') {
    const has = await balanceOf(tx, 'L.M.available', transfer.shop_id)
    await record(tx, reversedEntry(money, has < transfer.amount ? has : transfer.amount, now, transfer.round))
  } else if (deposit.state === 'below-minimum') await record(tx, unsetEntry(money, now, transfer.round))
  await changeTransfer(tx, transfer, { ...transfer, state: 'gone' })
  await changeDeposit(tx, deposit, 'reversed', { actor: 'chain', at: now }, { confirmations: 0 })
  await happened(tx, 'deposit.reversed', { shopId: transfer.shop_id, at: now, data: { depositId: deposit.id } }, [
    'wallet',
    'figures',
  ])
}
