/**
 * Chain payouts. The server describes the transfer, an offline key signs it, and the server compares, stores and
 * broadcasts it. It has no spending key.
 */
import { accounts } from '@quayside/contract'
import {
  decodeFunctionData,
  encodeFunctionData,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  type Hex,
  type TransactionSerialized,
} from 'viem'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import { withTransaction } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import type { ChainSettings } from '../../../../settings.ts'
import { openChainReaders, type ChainReader, type TransactionOutcome } from '../../deposits/chain/chain-reader.ts'
import { requireScreened } from '../../../people/screening/read-screening.ts'
import { decryptAccount } from '../requests/add-destination.ts'
import { requirePayoutsRunning } from '../desk/decide-withdrawal.ts'
import { unavailableRails } from '../rails/rails.ts'
import { finishFailed, finishPaid } from './send-payout.ts'
import {
  updateWithdrawal,
  isReferenceUsed,
  findPayout,
  lockWithdrawal,
  listUnfinished,
  type PayoutRow,
} from '../store.ts'

/** The address that signed a transaction. */
const senderOf = (raw: Hex) => recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })

const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])

export type UnsignedTransfer = {
  chainId: number
  token: string
  contract: string
  to: string
  /** Smallest units of the token. */
  units: bigint
  data: Hex
}

const chainOf = (ctx: AppContext, network: string): ChainSettings | undefined =>
  ctx.settings.money.chains.find((chain) => chain.network === network)

/**
 * The transfer that pays a withdrawal: its net amount in its token. Null when the network or token is no longer
 * configured.
 */
export function unsignedTransfer(ctx: AppContext, payout: PayoutRow): UnsignedTransfer | null {
  const chain = chainOf(ctx, payout.network)
  const token = payout.token ? chain?.tokens.find(({ symbol }) => symbol === payout.token) : chain?.tokens[0]
  if (!chain || !token) return null
  const to = decryptAccount(ctx, payout)
  const units = payout.net * 10n ** BigInt(token.decimals - 2)
  return {
    chainId: chain.chainId,
    token: token.symbol,
    contract: token.contract,
    to,
    units,
    data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to as Hex, units] }),
  }
}

/** Accepts a signed transfer. It must match the described transfer exactly; a withdrawal accepts one only. */
export async function acceptSignedPayout(
  ctx: AppContext,
  operatorId: string,
  { shopId, id, rawTransaction }: { shopId: string; id: string; rawTransaction: string },
  now: Date,
): Promise<{ transactionHash: string }> {
  const raw = rawTransaction as Hex
  const hash = keccak256(raw)
  const payout = await findPayout(ctx.db, shopId, id)
  if (!payout) return refuse('withdrawal/not-found')
  if (payout.raw_transaction === raw) return { transactionHash: hash }
  // The address is erased when its destination is deleted and nothing waits for payment.
  if (payout.sealed === null) return refuse('withdrawal/not-approved')
  const expected = payout.rail === 'chain' ? unsignedTransfer(ctx, payout) : null
  if (!expected) return refuse('payout/rail-off')
  if ((await unavailableRails(ctx.db, now)).has(payout.network)) refuse('payout/rail-stopped')
  try {
    const signed = parseTransaction(raw)
    // From another sender it would never be mined, or would pay from money outside the books.
    const sender = (await senderOf(raw)).toLowerCase()
    if (!chainOf(ctx, payout.network)?.hot.some((wallet) => wallet.toLowerCase() === sender))
      refuse('payout/sender-differs')
    if (
      signed.chainId !== expected.chainId ||
      signed.to?.toLowerCase() !== expected.contract.toLowerCase() ||
      signed.data?.toLowerCase() !== expected.data.toLowerCase() ||
      (signed.value ?? 0n) !== 0n
    )
      refuse('payout/transaction-differs')
  } catch (error) {
    if (error instanceof Refusal) throw error
    refuse('payout/transaction-differs')
  }
  await withTransaction(ctx.db, async (tx) => {
    const locked = await lockWithdrawal(tx, shopId, id)
    if (!locked) return refuse('withdrawal/not-found')
    if (locked.raw_transaction === raw) return
    if (locked.state !== 'approved') return refuse('withdrawal/not-approved')
    await requirePayoutsRunning(tx)
    await requireScreened(ctx, tx, shopId, payout.destination_id)
    await updateWithdrawal(
      tx,
      locked,
      'sending',
      { actor: `operator:${operatorId}`, at: now },
      {
        raw_transaction: raw,
        payment_reference: hash,
      },
    )
    await emitEvent(tx, 'withdrawal.sent', { shopId, at: now, data: { withdrawalId: id } }, ['wallet'])
  })
  await pollChainPayout(ctx, { ...payout, state: 'sending', raw_transaction: raw })
  return { transactionHash: hash }
}

/**
 * Broadcasts the stored bytes to each node that does not have them. Books the result when it is final and all
 * nodes agree. Nothing else is ever broadcast.
 */
async function pollChainPayout(ctx: AppContext, payout: PayoutRow): Promise<void> {
  const chain = chainOf(ctx, payout.network)
  if (!chain || !payout.raw_transaction) return
  const raw = payout.raw_transaction as Hex
  const hash = keccak256(raw)
  const nodes = openChainReaders(chain)
  try {
    const outcomes = await Promise.all(nodes.map((node) => node.outcome(hash)))
    const missing = nodes.filter((_node, i) => outcomes[i] === null)
    for (const node of missing)
      await node.send(raw).catch((error: unknown) => {
        // A second broadcast gets "already known". After any other error the next poll tries again.
        ctx.log.info({ err: error, withdrawal: payout.id }, 'withdrawals: node rejected a payout transaction')
      })
    if (missing.length === nodes.length) await checkReplacement(ctx, chain, nodes, payout)
    else if (missing.length === 0) await bookOutcome(ctx, chain, nodes, payout, hash, outcomes)
  } catch (error) {
    ctx.log.warn({ err: error, withdrawal: payout.id }, 'withdrawals: node gave no answer about a payout')
  }
}

/**
 * Books the result of a transaction for a payout when it is final and all nodes agree. `hash`: the stored
 * transaction, or its replacement with the same effect.
 */
async function bookOutcome(
  ctx: AppContext,
  chain: ChainSettings,
  nodes: readonly ChainReader[],
  payout: PayoutRow,
  hash: string,
  outcomes: readonly (TransactionOutcome | null)[],
): Promise<void> {
  const [outcome] = outcomes
  if (!outcome || outcomes.some((one) => one?.blockHash !== outcome.blockHash)) return
  for (const node of nodes) {
    if ((await node.head()) - outcome.blockNumber < BigInt(chain.final)) return
    if ((await node.block(outcome.blockNumber))?.hash !== outcome.blockHash) return
  }
  const raw = payout.raw_transaction as Hex
  const paid = outcomes.every((one) => hasMovedTokens(one!, raw))
  if (!paid && outcomes.some((one) => hasMovedTokens(one!, raw))) return
  await withTransaction(ctx.db, async (tx) => {
    const locked = await lockWithdrawal(tx, payout.shop_id, payout.id)
    if (locked?.raw_transaction !== raw || (locked.state !== 'sending' && locked.state !== 'unknown')) return
    const now = ctx.clock.now()
    if (paid) await finishPaid(tx, locked, accounts.hotWallet, hash, 'chain', now)
    else await finishFailed(tx, locked, 'chain', now)
  })
}

/**
 * Handles a payout whose stored transaction is in no block. When a final block has another transaction with the
 * same nonce, the stored one can never be mined. A replacement with the same transfer (for a higher fee) is the
 * payment. Any other transaction means that nothing was paid, and the withdrawal can be signed again.
 */
async function checkReplacement(
  ctx: AppContext,
  chain: ChainSettings,
  nodes: readonly ChainReader[],
  payout: PayoutRow,
): Promise<void> {
  const raw = payout.raw_transaction as Hex
  const stored = parseTransaction(raw)
  const sender = await senderOf(raw)
  const found = await Promise.all(
    nodes.map(async (node) => node.findByNonce(sender, stored.nonce ?? 0, (await node.head()) - BigInt(chain.final))),
  )
  const [other] = found
  if (!other || other.hash === keccak256(raw) || found.some((one) => one?.hash !== other.hash)) return
  const same =
    other.to?.toLowerCase() === stored.to?.toLowerCase() &&
    other.data.toLowerCase() === stored.data?.toLowerCase() &&
    other.value === 0n
  // Two equal withdrawals may share a nonce: the transaction pays the withdrawal that stored it.
  if (same && !(await isReferenceUsed(ctx.db, other.hash, payout.id)))
    return bookOutcome(
      ctx,
      chain,
      nodes,
      payout,
      other.hash,
      await Promise.all(nodes.map((node) => node.outcome(other.hash))),
    )
  ctx.log.warn({ withdrawal: payout.id, by: other.hash }, 'withdrawals: another transaction used the nonce of a payout')
  await withTransaction(ctx.db, async (tx) => {
    const locked = await lockWithdrawal(tx, payout.shop_id, payout.id)
    if (locked?.raw_transaction !== raw || locked.state !== 'sending') return
    const at = ctx.clock.now()
    await updateWithdrawal(
      tx,
      locked,
      'approved',
      { actor: 'chain', at },
      { raw_transaction: null, payment_reference: null },
    )
    await emitEvent(tx, 'withdrawal.overtaken', { shopId: payout.shop_id, at, data: { withdrawalId: payout.id } }, [
      'wallet',
    ])
  })
}

/**
 * Whether the tokens arrived. A token contract can refuse without an error: then the transaction succeeds and
 * moves nothing.
 */
function hasMovedTokens(outcome: TransactionOutcome, raw: Hex): boolean {
  const { to: contract, data } = parseTransaction(raw)
  const { args } = decodeFunctionData({ abi: erc20, data: data! })
  return (
    outcome.succeeded &&
    outcome.transfers.some((one) => one.contract === contract!.toLowerCase() && one.to === args[0].toLowerCase())
  )
}

/** Polls every chain payout in progress. */
export async function pollChainPayouts(ctx: AppContext): Promise<void> {
  for (const payout of await listUnfinished(ctx.db, 'chain', ctx.clock.now()))
    if (payout.raw_transaction) await pollChainPayout(ctx, payout)
}
