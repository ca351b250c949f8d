import { accounts, formatCents } from '@quayside/contract'
import { addTime, days } from '../../../../platform/jobs/clock.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import { newCode, newId } from '../../../../platform/database/ids.ts'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Queryable, Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { listNotFinal } from '../../deposits/store.ts'
import { postEntries } from '../../ledger/post-entries.ts'
import { balanceOf } from '../../ledger/store.ts'
import { withdrawAct } from '../../../staff/acts/propose-act.ts'
import { releasedEntry, requestedEntry } from '../entries.ts'
import { insertRequest, updateWithdrawal, lockRequestFacts, moneyOf, lockWithdrawal } from '../store.ts'
import { asResting, payoutToken, runningRail, silentSince } from '../rails/rails.ts'
import { decisionDeadline } from '../withdrawal.ts'

/**
 * The withdrawable balance: the balance less deposits that are not final. `until`: when the rest becomes
 * withdrawable, if known.
 */
export async function withdrawable(
  db: Queryable,
  shopId: string,
  now: Date,
): Promise<{ amount: bigint; locked: bigint; until: Date | null }> {
  const available = await balanceOf(db, accounts.merchantAvailable, shopId)
  const { amount, until } = await listNotFinal(db, shopId, now)
  return { ...divide(available, amount), until }
}

/** The parts of a balance: what can be withdrawn, and what is not final. */
function divide(available: bigint, notFinal: bigint): { amount: bigint; locked: bigint } {
  const locked = notFinal < available ? notFinal : available
  return { amount: available - locked, locked }
}

/**
 * Requests a quoted withdrawal: the same transaction moves the amount from the balance to the held money. Requests
 * of one shop wait for each other, so that concurrent requests never exceed the balance and a quote is used once.
 * Each round trip costs as much as a posting does, so one reads what the refusals depend on, and one writes.
 */
export async function requestWithdrawal(
  ctx: Pick<AppContext, 'settings' | 'business'>,
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  { quoteId, destinationId }: { quoteId: string; destinationId: string },
  now: Date,
) {
  const { shopId } = merchant
  const { quote, destination, resting, ...facts } = await readFacts(tx, shopId, { quoteId, destinationId }, now)
  if (!quote) return refuse('withdrawal/quote-unknown')
  if (quote.expiresAt <= now) refuse('withdrawal/quote-expired')
  if (quote.used) refuse('withdrawal/quote-used')
  if (!destination) return refuse('destination/not-found')
  if (destination.method !== quote.method) refuse('withdrawal/method-differs')
  if (!runningRail(ctx.settings, resting, destination)) refuse('withdrawal/method-off')

  const free = divide(facts.available, facts.notFinal)
  if (quote.gross > free.amount) {
    if (quote.gross > free.amount + free.locked) refuse('wallet/short')
    refuse('withdrawal/not-final', { amount: formatCents(free.amount), locked: formatCents(free.locked) })
  }

  const actor = `merchant:${merchant.merchantId}`
  const [id, code] = [newId(), newCode(8)]
  const { gross, fee, net } = quote
  const decide = decisionDeadline(now, destination.usableAt)
  const secondPersonAbove = BigInt(ctx.business.at('second-signature-above', now))
  const { requestedBefore } = facts
  const balanceAfter = await insertRequest(
    tx,
    requestedEntry({ shopId, id, gross, fee, net }, actor, now),
    {
      shop_id: shopId,
      id,
      code,
      method: quote.method,
      destination_id: destinationId,
      quote_id: quoteId,
      gross,
      fee,
      net,
      token: quote.method === 'chain' ? payoutToken(ctx.settings, destination.network) : null,
      // Fixed at the request: neither a later limit nor a split into small amounts avoids the second person.
      needs_two: gross + requestedBefore > secondPersonAbove,
      second_person_above: secondPersonAbove,
      requested_before: requestedBefore,
      decide_by: decide,
      actor,
      at: now,
    },
    ['wallet', 'figures'],
  )
  return {
    id,
    code,
    gross: formatCents(gross),
    fee: formatCents(fee),
    net: formatCents(net),
    decideBy: decide.toISOString(),
    balanceAfter: formatCents(balanceAfter),
  }
}

/** Locks the shop and reads what the refusals of a request depend on. */
async function readFacts(tx: Tx, shopId: string, ids: { quoteId: string; destinationId: string }, now: Date) {
  const row = await lockRequestFacts(tx, shopId, ids, {
    now,
    silentSince: silentSince(now),
    since: addTime(now, -days(1)),
  })
  const { quote_method, gross, fee, net, expires_at, used, destination_method, network, usable_at, stopped } = row
  return {
    quote: quote_method && { method: quote_method, gross: gross!, fee: fee!, net: net!, expiresAt: expires_at!, used },
    destination: destination_method && { method: destination_method, network: network!, usableAt: usable_at! },
    resting: asResting(stopped === null ? [] : [{ network: network!, stopped }]),
    available: row.available,
    notFinal: row.not_final,
    requestedBefore: row.requested,
  }
}

/** Cancels a request that was not sent to the bank or a network. If the payout was sent first, it wins. */
export async function cancelWithdrawal(
  tx: Tx,
  merchant: { shopId: string; merchantId: string },
  id: string,
  now: Date,
): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, merchant.shopId, id)
  if (!withdrawal) return refuse('withdrawal/not-found')
  const { state } = withdrawal
  if (state !== 'pending' && state !== 'approved') return refuse('withdrawal/not-pending')
  const actor = `merchant:${merchant.merchantId}`
  await postEntries(tx, releasedEntry({ ...moneyOf(withdrawal), state }, 'withdrawal.cancelled', actor, now))
  await withdrawAct(tx, 'withdrawal.approve', id, { by: null, reason: 'the merchant cancelled it', now })
  await updateWithdrawal(tx, withdrawal, 'cancelled', { actor, at: now }, { finished_at: now })
  await emitEvent(tx, 'withdrawal.cancelled', { shopId: merchant.shopId, at: now, data: { withdrawalId: id } }, [
    'wallet',
    'figures',
  ])
}
